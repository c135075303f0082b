/** Links of other lines, and what is taken off them. */
import { expect, it } from "vitest";
import { forOthers, lineIn, ofLine, undone, upTo, withBot } from "../../src/analysis/addresses";

const tried = { at: 4, line: "A5.*2.B7.*1.*3", bots: "B" };

it("holds the whole line, and is read as it was written", () => {
  expect(lineIn(new URL(`http://x/${ofLine(tried)}`).searchParams)).toEqual(tried);
  expect(lineIn(new URLSearchParams("at=nonsense"))).toBeNull();
  expect(lineIn(new URLSearchParams())).toBeNull();
});

it("takes back what a person did, with what chance and bots did after it", () => {
  expect(undone(tried).line).toBe("");
  expect(undone({ ...tried, bots: "" }).line).toBe("A5.*2");
  expect(undone({ at: 4, line: "", bots: "" }).line).toBe("");
});

it("ends at an event that is counted from the beginning of the match", () => {
  expect(upTo(tried, 6).line).toBe("A5.*2");
});

it("keeps to itself which seats bots play", () => {
  expect(withBot(tried, 0, true).bots).toBe("AB");
  expect(withBot(tried, 1, false).bots).toBe("");
  expect(forOthers(ofLine(tried))).toBe("?at=4&line=A5.*2.B7.*1.*3");
});
