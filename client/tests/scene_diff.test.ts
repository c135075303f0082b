/** The difference between two scenes, as moves that a hand could have made. */
import { describe, expect, it } from "vitest";
import { diffScenes, isNudge, type Change } from "../src/lib/sceneDiff";
import type { Piece, Scene, Tray } from "../src/lib/protocol";

const label = { key: "thing", values: {} } as const;

function piece(id: string, kind: string, more: Partial<Piece> = {}): Piece {
  return { id, kind, symbol: kind, label, ...more };
}

function tray(id: string, ...pieces: Piece[]): Tray {
  return { id, label, role: "stock", pieces };
}

function scene(pieces: Piece[], ...trays: Tray[]): Scene {
  return { width: 10, height: 10, prompt: label, pieces, trays };
}

function told(changes: Change[]): string[] {
  return changes.map(({ from, to, turned }) => {
    const where = (spot: Change["from"]) =>
      spot ? `${spot.tray ? `${spot.tray.id}/` : ""}${spot.piece.id}` : "nowhere";
    return `${where(from)} > ${where(to)}${turned ? " turned" : ""}`;
  });
}

describe("one piece", () => {
  it("stays where nothing changed", () => {
    const same = scene([piece("p", "pawn", { x: 1 })]);
    expect(diffScenes(same, same)).toEqual([]);
  });

  it("moves by its id", () => {
    const before = scene([piece("p", "pawn", { x: 1 }), piece("q", "pawn", { x: 2 })]);
    const after = scene([piece("p", "pawn", { x: 3 }), piece("q", "pawn", { x: 2 })]);
    expect(told(diffScenes(before, after))).toEqual(["p > p"]);
  });

  it("is only nudged where it has hardly left its place", () => {
    const at = (x: number, more: Partial<Piece> = {}) => scene([piece("p", "pawn", { x, ...more })]);
    const only = (after: Scene) => diffScenes(at(1), after).map(isNudge);
    expect(only(at(1.4))).toEqual([true]);
    expect(only(at(1.6))).toEqual([false]);
    expect(only(at(1.4, { symbol: "other" }))).toEqual([false]);
    expect(only(scene([], tray("hand", piece("p", "pawn"))))).toEqual([false]);
  });

  it("is only nudged where others make room for it in the place that it lies in", () => {
    const at = (x: number, place?: string) => scene([piece("p", "pawn", { x, place })]);
    const only = (before: Scene, after: Scene) => diffScenes(before, after).map(isNudge);
    expect(only(at(1, "here"), at(3, "here"))).toEqual([true]);
    expect(only(at(1, "here"), at(3, "there"))).toEqual([false]);
    expect(only(at(1), at(3))).toEqual([false]);
  });

  it("turns over in place", () => {
    const before = scene([piece("c", "card", { symbol: "back" })]);
    const after = scene([piece("c", "card", { symbol: "face" })]);
    expect(told(diffScenes(before, after))).toEqual(["c > c turned"]);
  });

  it("turns over where it keeps its id but shows another kind, as a die does", () => {
    const before = scene([piece("die", "three")]);
    const after = scene([piece("die", "five")]);
    expect(told(diffScenes(before, after))).toEqual(["die > die turned"]);
  });

  it("appears and vanishes where nothing matches", () => {
    const before = scene([piece("a", "nut", { w: 1, h: 1 })]);
    const after = scene([piece("b", "plank", { w: 3, h: 1 })]);
    expect(told(diffScenes(before, after))).toEqual(["a > nowhere", "nowhere > b"]);
  });
});

describe("stacks", () => {
  it("give one piece of their kind to the board", () => {
    const before = scene([], tray("stock", piece("s", "five", { count: 2 })));
    const after = scene([piece("chip:3", "five")], tray("stock", piece("s", "five")));
    expect(told(diffScenes(before, after))).toEqual(["stock/s > chip:3"]);
  });

  it("give their last piece to the board and are gone", () => {
    const before = scene([], tray("stock", piece("s", "five")));
    const after = scene([piece("chip:3", "five")], tray("stock"));
    expect(told(diffScenes(before, after))).toEqual(["stock/s > chip:3"]);
  });

  it("take captured pieces of several kinds, each to its own stack", () => {
    const before = scene([piece("x", "one"), piece("y", "two")], tray("taken", piece("t2", "two")));
    const after = scene([], tray("taken", piece("t1", "one"), piece("t2", "two", { count: 2 })));
    expect(told(diffScenes(before, after)).sort()).toEqual(["x > taken/t1", "y > taken/t2"]);
  });

  it("send their piece to where another of its kind was captured in the same turn", () => {
    const before = scene([piece("chip:1", "B3")], tray("stock", piece("s", "A5")), tray("taken"));
    const after = scene([piece("chip:2", "A5")], tray("stock"), tray("taken", piece("t", "B3")));
    expect(told(diffScenes(before, after)).sort()).toEqual([
      "chip:1 > taken/t",
      "stock/s > chip:2",
    ]);
  });
});

describe("hidden cards", () => {
  const back = (id: string, count: number) => piece(id, "back", { count, w: 7, h: 10 });

  it("are drawn from the pile and turn over on the way to the hand", () => {
    const before = scene([], tray("pile", back("pile", 5)), tray("hand"));
    const card = piece("card:7", "7", { w: 7, h: 10 });
    const after = scene([], tray("pile", back("pile", 4)), tray("hand", card));
    expect(told(diffScenes(before, after))).toEqual(["pile/pile > hand/card:7 turned"]);
  });

  it("leave another seat's hand and turn over on the board", () => {
    const before = scene([], tray("theirs", back("backs", 3)));
    const after = scene([piece("laid", "12", { w: 7, h: 10 })], tray("theirs", back("backs", 2)));
    expect(told(diffScenes(before, after))).toEqual(["theirs/backs > laid turned"]);
  });

  it("stay hidden while they pass from one hand to another", () => {
    const before = scene([], tray("one", back("b1", 3)), tray("two", back("b2", 3)));
    const after = scene([], tray("one", back("b1", 2)), tray("two", back("b2", 4)));
    expect(told(diffScenes(before, after))).toEqual(["one/b1 > two/b2"]);
  });
});

it("takes the nearest of several alike", () => {
  const before = scene([piece("a", "floe", { x: 0 }), piece("b", "floe", { x: 8 })]);
  const after = scene([piece("c", "floe", { x: 9 }), piece("d", "floe", { x: 1 })]);
  expect(told(diffScenes(before, after))).toEqual(["a > d", "b > c"]);
});
