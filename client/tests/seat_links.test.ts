/** Private links are stored in this browser, the newest ones for longest. */
import { beforeEach, expect, it } from "vitest";
import { clearPersonalData } from "../src/lib/personalData";
import { matchLink, rememberSeats, seatLink, seatSecrets } from "../src/lib/seatLinks";

beforeEach(() => localStorage.clear());

it("keeps the secrets of a match once each", () => {
  rememberSeats({ match: "m", seat_secrets: ["one"] });
  rememberSeats({ match: "m", seat_secrets: ["two", "one"] });
  rememberSeats({ match: "other", seat_secrets: ["three"] });
  expect(seatSecrets("m")).toEqual(["one", "two"]);
  expect(seatSecrets("unknown")).toEqual([]);
});

it("forgets the oldest matches first", () => {
  for (let number = 0; number <= 200; number++) {
    rememberSeats({ match: `m${number}`, seat_secrets: ["s"] });
  }
  expect(seatSecrets("m0")).toEqual([]);
  expect(seatSecrets("m1")).toEqual(["s"]);
  expect(seatSecrets("m200")).toEqual(["s"]);
});

it("forgets all that tells of its person when they sign out, and nothing of how it looks", () => {
  rememberSeats({ match: "m", seat_secrets: ["one"] });
  const ours = ["seats", "chance", "lessons", "muted.m", "settings"];
  for (const key of [...ours, "other"]) localStorage.setItem(`tischlein.${key}`, "[]");
  localStorage.setItem("somebody-else", "here");
  clearPersonalData();
  expect(Object.keys(localStorage).sort()).toEqual(["somebody-else", "tischlein.settings"]);
});

it.each(["no json", "{}", "7"])("does without a storage that holds %s", (stored) => {
  localStorage.setItem("tischlein.seats", stored);
  expect(seatSecrets("m")).toEqual([]);
});

it("makes links that work on another device", () => {
  expect(seatLink("m.s-_x")).toBe(`${location.origin}/seat#m.s-_x`);
  expect(matchLink("m")).toBe(`${location.origin}/match/m`);
});
