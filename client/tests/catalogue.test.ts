/** Facts and labels about games and matches, and their order. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { GameInfo, MatchSummary, SeatInfo } from "../src/lib/protocol";
import { hasSymbol } from "../src/lib/art.svelte";
import { addTexts, has } from "../src/lib/texts.svelte";
import {
  relativeTime,
  loadGamesWithArt,
  minimalChairs,
  preferredLevel,
  optionTexts,
  playerName,
  playerCountText,
  sharedLevels,
  sortMatches,
} from "../src/shell/catalogue";

it("puts the most pressing of my turns first, and the newest where no time passes", () => {
  const match = (id: string, your_turn: boolean, left: number | null, changed: number) =>
    ({ id, status: "playing", your_turn, left, changed }) as MatchSummary;
  const mine = [
    match("late", true, 9_000, 5),
    match("new", true, null, 4),
    match("old", true, null, 3),
    match("soon", true, 1_000, 2),
    match("other", false, 10, 1),
  ];
  expect(sortMatches(mine).going.map(({ id }) => id)).toEqual([
    "soon",
    "late",
    "new",
    "old",
    "other",
  ]);
});

const game = (more: Partial<GameInfo>) =>
  ({ key: "go", seats: [2], levels: ["weak", "medium", "strong"], ...more }) as GameInfo;

beforeAll(() => {
  addTexts(
    "core",
    "en",
    `guest = Guest
label = { $name }: { $what }
just-now = just now
bot-name = Bot of level { $level }
seats-exactly = { $seats } people
seats-from-to = { $low } to { $high } people`,
  );
  addTexts("go", "en", "option-size = Size\noption-size-small = Small\noption-komi = Komi");
});

it("tells how many people a game is for", () => {
  expect(playerCountText(game({ seats: [2] }))).toBe("2 people");
  expect(playerCountText(game({ seats: [3, 5, 2] }))).toBe("2 to 5 people");
});

it("sets as few chairs as the game allows", () => {
  const bot = { kind: "bot", level: "weak" } as const;
  expect(minimalChairs(game({ seats: [3, 4] }), "Anna", bot)).toEqual([
    { kind: "me", name: "Anna" },
    bot,
    bot,
  ]);
});

it("plays at the level chosen, or at a middle one where the game lacks it", () => {
  expect(preferredLevel(game({}), "strong")).toBe("strong");
  expect(preferredLevel(game({}), "divine")).toBe("medium");
  expect(preferredLevel(game({ levels: ["weak"] }), "strong")).toBe("weak");
});

it("offers for all boxes the levels that all games with bots have, else those there are", () => {
  const [plain, racing, bare] = [game({}), game({ levels: ["weak", "matched"] }), game({ levels: [] })];
  expect(sharedLevels([plain, racing, bare])).toEqual(["weak"]);
  expect(sharedLevels([racing])).toEqual(["weak", "matched"]);
  expect(sharedLevels([plain, game({ levels: ["divine"] })])).toHaveLength(4);
  expect(sharedLevels([bare])).toEqual([]);
});

it("says options in words, and values without words as they are", () => {
  expect(optionTexts("go", "")).toEqual([]);
  expect(optionTexts("go", "size=small komi=6=5")).toEqual(["Size: Small", "Komi: 6=5"]);
});

it("names players, bots by their level and people without a name as guests", () => {
  const seat = (more: Partial<SeatInfo>) => ({ kind: "person", name: "", ...more }) as SeatInfo;
  expect(playerName(seat({ name: "Anna" }))).toBe("Anna");
  expect(playerName(seat({ kind: "bot", level: "weak" }))).toBe("Bot of level weak");
  expect(playerName(seat({}))).toBe("Guest");
});

describe("how long ago", () => {
  const now = Date.UTC(2026, 5, 1, 12);
  it.each([
    [5_000, "en", "just now"],
    [60_000, "en", "1 minute ago"],
    [3 * 3_600_000, "de", "vor 3 Stunden"],
    [30 * 3_600_000, "de", "gestern"],
  ])("%d ms, in %s", (passed, language, words) => {
    expect(relativeTime(now - passed, language, now)).toBe(words);
  });
});

it("puts matches that await me first, then the newest, and apart those that are over", () => {
  const match = (id: string, changed: number, more: Partial<MatchSummary> = {}) =>
    ({ id, changed, status: "playing", your_turn: false, ...more }) as MatchSummary;
  const { going, done } = sortMatches([
    match("old", 1),
    match("over", 9, { status: "over" }),
    match("turn", 2, { your_turn: true }),
    match("new", 3, { status: "waiting" }),
    match("gone", 5, { status: "abandoned" }),
    match("older turn", 1, { your_turn: true }),
  ]);
  expect(going.map(({ id }) => id)).toEqual(["turn", "older turn", "new", "old"]);
  expect(done.map(({ id }) => id)).toEqual(["over", "gone"]);
});

it("brings the shelf with one question, and knows its words and drawings from then on", async () => {
  const asked: string[] = [];
  const answer = {
    games: [game({ key: "halma" })],
    texts: { halma: "game = Halma" },
    art: { halma: '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="star"/></svg>' },
  };
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  expect((await loadGamesWithArt()).map(({ key }) => key)).toEqual(["halma"]);
  expect((await loadGamesWithArt()).map(({ key }) => key)).toEqual(["halma"]);
  expect(asked).toEqual(["/api/shelf/en"]);
  expect(has("game", "halma")).toBe(true);
  expect(hasSymbol("star", "halma")).toBe(true);
  vi.unstubAllGlobals();
});
