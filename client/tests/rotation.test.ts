/** A wide board is rotated in a high window; upright pieces stay upright. */
import { describe, expect, it } from "vitest";
import type { Piece, Scene } from "../src/lib/protocol";
import { rotateScene, rotatePiece, fitsBetterRotated } from "../src/lib/rotation";

const label = { key: "game", values: {} };
const upright = { w: 370, h: 420 };

/** A wide board from (0, -5) to (150, 115). */
const board: Scene = {
  width: 150,
  height: 120,
  top: -5,
  turns: true,
  prompt: label,
  places: [{ id: "corner", x: 0, y: -5, w: 10, h: 10, label }],
  pictures: [{ symbol: "house", x: 40, y: 20, w: 10, h: 10, upright: true }],
  letterings: [
    { text: "5", x: 47, y: 28, size: 3 },
    { text: "a", x: 100, y: 110, size: 3 },
  ],
  pieces: [piece({ id: "road", x: 20, y: 5, w: 30, h: 10 })],
};

function piece(more: Partial<Piece>): Piece {
  return { id: "gang", kind: "gang", symbol: "gang", label, x: 0, y: 0, ...more };
}

describe("a board is turned", () => {
  it("where that shows it larger, if it may be", () => {
    expect(fitsBetterRotated(board, upright)).toBe(true);
    expect(fitsBetterRotated(board, { w: 420, h: 370 })).toBe(false);
    expect(fitsBetterRotated({ ...board, turns: false }, upright)).toBe(false);
  });

  it("not for next to nothing, nor without a stage", () => {
    expect(fitsBetterRotated({ ...board, width: 121 }, upright)).toBe(false);
    expect(fitsBetterRotated(board, { w: 0, h: 0 })).toBe(false);
  });

  it("so that its upper left corner comes to the upper right", () => {
    const { left = 0, top, width, height, places } = rotateScene(board);
    expect([left, top, width, height]).toEqual([-115, 0, 120, 150]);
    const corner = places![0]!;
    expect([corner.x + corner.w, corner.y]).toEqual([left + width, top]);
  });

  it("with what lies on it, while pieces that stand stay upright", () => {
    expect(rotateScene(board).pieces![0]).toMatchObject({ x: -5, y: 20, w: 30, h: 10, turn: 90 });
    expect(rotatePiece(piece({ x: 3, y: 4, turn: 180, upright: true }))).toMatchObject({
      x: -4,
      y: 3,
      turn: 180,
    });
  });

  it("and what is written on a house stays where it is on the house", () => {
    const { pictures, letterings } = rotateScene(board);
    const [house] = pictures!;
    expect(house).toMatchObject({ x: -30, y: 40, turn: 0 });
    expect(letterings![0]).toMatchObject({ x: house!.x + 7, y: house!.y + 8 });
    expect(letterings![1]).toMatchObject({ x: -110, y: 100 });
  });

  it("and what has not changed in a scene is the same thing in the next one", () => {
    const next = { ...board, prompt: { key: "other", values: {} } };
    expect(rotateScene(next).places![0]).toBe(rotateScene(board).places![0]);
  });
});
