/** Addresses of variations. */
import { expect, it } from "vitest";
import {
  sharedAddress,
  variationFrom,
  variationAddress,
  undoMove,
  truncateAt,
  withBot,
} from "../../src/analysis/addresses";

const tried = { at: 4, line: "A5.*2.B7.*1.*3", bots: "B" };

it("holds the whole line, and is read as it was written", () => {
  expect(variationFrom(new URL(`http://x/${variationAddress(tried)}`).searchParams)).toEqual(tried);
  expect(variationFrom(new URLSearchParams("at=nonsense"))).toBeNull();
  expect(variationFrom(new URLSearchParams())).toBeNull();
});

it("takes back what a person did, with what chance and bots did after it", () => {
  expect(undoMove(tried).line).toBe("");
  expect(undoMove({ ...tried, bots: "" }).line).toBe("A5.*2");
  expect(undoMove({ at: 4, line: "", bots: "" }).line).toBe("");
});

it("ends at an event that is counted from the beginning of the match", () => {
  expect(truncateAt(tried, 6).line).toBe("A5.*2");
});

it("keeps to itself which seats bots play", () => {
  expect(withBot(tried, 0, true).bots).toBe("AB");
  expect(withBot(tried, 1, false).bots).toBe("");
  expect(sharedAddress(variationAddress(tried))).toBe("?at=4&line=A5.*2.B7.*1.*3");
});
