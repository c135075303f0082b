/** Sides and lead changes. */
import { expect, it } from "vitest";
import { eventAt, shareOf, sidesOf, stepAt, leadChanges } from "../../src/analysis/leadChanges";
import type { Analysis } from "../../src/lib/protocol";

function told(values: (number[] | null)[], more: Partial<Analysis> = {}): Analysis {
  return { measure: "win_probability", steps: values.map((_, step) => step * 2), values, done: true, ...more };
}

it("marks where another side is clearly ahead, and not where estimates only waver", () => {
  const match = told([
    [0.5, 0.5],
    [0.6, 0.4],
    [0.49, 0.51],
    [0.55, 0.45],
    [0.3, 0.7],
    [0.28, 0.72],
    [1, 0],
  ]);
  const found = leadChanges(match, sidesOf(match));
  expect(found.map(({ step, side }) => [step, side.seats])).toEqual([
    [8, [1]],
    [12, [0]],
  ]);
});

it("lets a tie in points change nothing", () => {
  const match = told([[1, 0], [1, 1], [2, 1], [2, 2], [2, 3]], { measure: "points" });
  expect(leadChanges(match, sidesOf(match)).map(({ step }) => step)).toEqual([8]);
});

it("draws a team as one line, once all is known", () => {
  const values = [
    [0, 1, 0, 1],
    [2, 1, 2, 1],
  ];
  expect(sidesOf(told(values)).map(({ seats }) => seats)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(sidesOf(told(values, { done: false }))).toHaveLength(4);
  expect(sidesOf(told([[1, 1]]))).toHaveLength(2);
});

it("passes over what is not judged yet", () => {
  const match = told([[0.7, 0.3], null, [0.2, 0.8]], { done: false });
  expect(sidesOf(match)[0]!.values).toEqual([0.7, null, 0.2]);
  expect(leadChanges(match, sidesOf(match))).toHaveLength(1);
});

it("finds the step that holds for an event between two", () => {
  expect(stepAt([2, 5, 9], 6)).toBe(1);
  expect(stepAt([2, 5, 9], 0)).toBe(0);
  expect(stepAt([2, 5, 9], 99)).toBe(2);
});

it("begins where somebody has to decide for the first time, and gives a deal no room", () => {
  const steps = [21, 22, 23, 30, 31]; // dealt for twenty-one events, and once more in the middle
  const shares = steps.map((step) => shareOf(steps, step, 31));
  expect(shares).toEqual([0, 0.25, 0.5, 0.75, 1]);
  for (const dealt of [0, 5, 20]) expect(shareOf(steps, dealt, 31)).toBe(0);
  for (let event = 21; event <= 31; event += 1) {
    expect(eventAt(steps, shareOf(steps, event, 31), 31)).toBe(event);
  }
  expect([-1, 2].map((beyond) => eventAt(steps, beyond, 31))).toEqual([21, 31]);
});

it("spreads all events evenly until it is known where somebody had to decide", () => {
  expect([0, 5, 10].map((event) => shareOf([], event, 10))).toEqual([0, 0.5, 1]);
  expect(shareOf([], 0, 0)).toBe(0);
  expect(eventAt([], 0.5, 10)).toBe(5);
});
