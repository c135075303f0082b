/** Previews of pieces at their destination, long ones across several places. */
import { describe, expect, it } from "vitest";
import { ghostAcross, ghostOn } from "../src/lib/ghosts";
import type { Piece, Place } from "../src/lib/protocol";

const label = { key: "label", values: {} };
const tile: Piece = { id: "t", kind: "t", symbol: "stack", label, laid: "road-2", span: 2, count: 4 };
const cell = (x: number, y: number): Place => ({
  id: `${x},${y}`,
  x: 10 * x,
  y: 10 * y,
  w: 10,
  h: 10,
  label,
});

describe("ghosts", () => {
  it("lie in the middle of a place, one of a stack", () => {
    expect(ghostOn(tile, cell(2, 1))).toMatchObject({ x: 25, y: 15, count: 1, symbol: "stack" });
  });

  it("of several places lie along those that are marked, turned towards their end", () => {
    const up = ghostAcross(tile, cell(0, 0), [cell(0, 1), cell(0, 0)]);
    expect(up).toMatchObject({ symbol: "road-2", x: 5, y: 10, w: 20, h: 10, turn: -90 });
  });

  it("leave out what is marked beyond them", () => {
    const bridge = ghostAcross(tile, cell(3, 0), [cell(1, 0), cell(2, 0), cell(3, 0)]);
    expect(bridge).toMatchObject({ x: 30, y: 5, w: 20, turn: 0 });
  });
});
