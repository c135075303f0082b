/** A piece is moved along its line and turned, stops at the walls, and knows what it would do. */
import { describe, expect, it } from "vitest";
import {
  turnAngle,
  choicesOf,
  holdPiece,
  heldByAction,
  moveHold,
  turnHold,
  type Hold,
} from "../src/lib/aim";
import type { Aim } from "../src/lib/protocol";

const label = { key: "drop", values: {} } as const;

/** Upright it fits from 10 to 30, lying on its side from 12 to 28; the units begin at 100. */
const plank: Aim = {
  piece: "plank",
  symbol: "plank",
  w: 2,
  h: 6,
  x: 100,
  y: 0,
  step: 0.5,
  floor: 50,
  turns: [
    { turn: 0, first: 10, last: 30, action: 500 },
    { turn: 90, first: 12, last: 28, action: 521 },
  ],
  label,
};
const ball: Aim = {
  ...plank,
  piece: "ball",
  turns: [{ turn: 0, first: 14, last: 26, action: 900 }],
};
const start: Hold = { x: null, turn: 0 };

/** The turns of a piece of which a quarter is counted the other way round. */
function turnsOf(...turns: number[]): Aim {
  const rows = turns.map((turn, index) => ({ turn, first: 0, last: 9, action: 10 * index }));
  return { ...plank, turns: rows };
}

describe("a piece in hand", () => {
  it("is told by what letting it go would do", () => {
    expect(heldByAction([ball, plank], 523)).toMatchObject({ index: 1, position: 14, x: 107 });
    expect(heldByAction([ball, plank], 523)?.aim).toBe(plank);
    expect(heldByAction([ball, plank], 912)?.aim).toBe(ball);
    expect(heldByAction([ball, plank], 538)).toBeNull();
  });

  it("begins in the middle", () => {
    expect(holdPiece(plank, start)).toMatchObject({ position: 20, x: 110, action: 510 });
  });

  it("moves step by step, and its action with it", () => {
    const hold = moveHold(holdPiece(plank, start), -3);
    expect(holdPiece(plank, hold)).toMatchObject({ position: 17, x: 108.5, action: 507 });
  });

  it("stops at the walls", () => {
    const left = holdPiece(plank, moveHold(holdPiece(plank, start), -10000));
    expect(left).toMatchObject({ position: 10, action: 500 });
    const right = holdPiece(plank, { x: 1e6, turn: 90 });
    expect(right).toMatchObject({ position: 28, action: 537 });
  });

  it("comes away from a wall at once", () => {
    const at = moveHold(holdPiece(plank, moveHold(holdPiece(plank, start), 10000)), -1);
    expect(holdPiece(plank, at).position).toBe(29);
  });

  it("goes to the nearest position of a point", () => {
    expect(holdPiece(plank, { x: 107.3, turn: 0 }).position).toBe(15);
  });

  it("keeps its place when another piece is taken instead", () => {
    const hold = moveHold(holdPiece(plank, start), 4);
    expect(holdPiece(ball, hold)).toMatchObject({ x: 112, action: 910 });
    expect(holdPiece(ball, { x: 112, turn: 90 })).toMatchObject({ x: 112, turn: { turn: 0 } });
  });
});

describe("turning", () => {
  it("goes round and round", () => {
    const once = turnHold(holdPiece(plank, start), start, 1);
    expect(holdPiece(plank, once)).toMatchObject({ turn: { turn: 90 }, action: 529 });
    expect(turnHold(holdPiece(plank, once), once, 1).turn).toBe(0);
    expect(turnHold(holdPiece(plank, start), start, -1).turn).toBe(90);
  });

  it("makes room at the wall, and goes back to it", () => {
    const wall: Hold = { x: 105, turn: 0 };
    expect(holdPiece(plank, wall).position).toBe(10);
    const over = turnHold(holdPiece(plank, wall), wall, 1);
    expect(holdPiece(plank, over).position).toBe(12);
    expect(holdPiece(plank, turnHold(holdPiece(plank, over), over, 1)).position).toBe(10);
  });

  it("is clockwise, in whichever order the turns are listed", () => {
    for (const aim of [turnsOf(0, 30, 60), turnsOf(0, 330, 300), turnsOf(0, -30, -60)]) {
      const to = turnHold(holdPiece(aim, start), start, 1).turn;
      const clockwise = aim.turns[1]!.turn === 30;
      expect(to).toBe(clockwise ? 30 : aim.turns[2]!.turn);
    }
  });

  it("is counted from the first turn in the order in which they are listed", () => {
    expect(turnAngle(holdPiece(turnsOf(0, -30, -60), { x: null, turn: -60 }))).toBe(60);
    expect(turnAngle(holdPiece(turnsOf(0, 330, 300), { x: null, turn: 300 }))).toBe(60);
    expect(turnAngle(holdPiece(plank, { x: null, turn: 90 }))).toBe(90);
  });
});

describe("aims among choices", () => {
  it("wait for a second step, which does what is aimed at", () => {
    expect(choicesOf([plank, ball], { x: 112, turn: 0 })).toEqual([
      { action: 514, path: ["plank"], label, confirm: true },
      { action: 910, path: ["ball"], label, confirm: true },
    ]);
  });
});
