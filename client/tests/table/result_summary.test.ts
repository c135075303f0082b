/** Headlines of results. */
import { beforeAll, expect, it } from "vitest";
import { addTexts } from "../../src/lib/texts.svelte";
import { headline, seatsByPlace } from "../../src/table/resultSummary";

beforeAll(() => {
  addTexts(
    "core",
    "en",
    `table-won = { $name } wins
table-shared = { $names } win together
table-drawn = A draw
table-alone = Done
table-you-won = You win
table-you-shared = You share it
table-you-lost = You lost
table-you-lost-by = You lost by { $points }
table-you-lost-tie = You lost the tie`,
  );
});

const names = ["Mia", "Ben", "Cleo"];

it.each([
  [[0], [0, 1, 2], [9, 5, 4], true, "You win"],
  [[1], [0, 1, 2], [9, 1, 0], true, "You lost by 8"],
  [[1], [0, 1, 2], [9, 9, 0], true, "You lost the tie"],
  [[2], [0, 0, 1], [3, 3, 1], true, "You lost by 2"],
  [[1], [0, 1, 2], [5, 9, 0], true, "You lost"],
  [[1], [0, 0, 2], [3, 3, 1], true, "You share it"],
  [[1], [0, 1, 1], [1, 0, 0], false, "You lost"],
  [[], [0, 1, 2], [9, 5, 4], true, "Mia wins"],
  [[0, 1], [0, 1, 2], [9, 5, 4], true, "Mia wins"],
  [[], [0, 0, 1], [9, 9, 4], true, "Mia and Ben win together"],
  [[1], [0, 0], [7, 7], true, "A draw"],
  [[], [0, 0, 0], [7, 7, 7], true, "A draw"],
  [[0], [0], [-4], true, "Done"],
  [[], [0], [7], true, "Done"],
])("for seats %j with ranks %j and scores %j", (mine, ranks, scores, scored, said) => {
  expect(headline({ ranks, scores, rows: [] }, mine, scored, names)).toBe(said);
});

it("those who are level stand together", () => {
  const teams = { ranks: [2, 0, 2, 0, 4], scores: [5, 9, 5, 9, 1], rows: [] };
  expect(seatsByPlace(teams)).toEqual([[1, 3], [0, 2], [4]]);
});

it("who won on the tie-break stands alone, as does everybody with points of their own", () => {
  const tied = { ranks: [1, 0, 1], scores: [9, 9, 8], rows: [] };
  expect(seatsByPlace(tied)).toEqual([[1], [0], [2]]);
});
