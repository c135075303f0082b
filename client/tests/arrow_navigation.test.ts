/** Arrow keys go where a person looking at the board expects, and reach everything. */
import { describe, expect, it } from "vitest";
import {
  ArrowNavigation,
  directionOf,
  stepOf,
  cyclicNeighbour,
  type Box,
} from "../src/lib/arrowNavigation";
import scenes from "./targets.json";

const DIRECTIONS = ["left", "right", "up", "down"] as const;

/** Boxes at the letters of a drawing. */
function drawn(...rows: string[]): Box[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((id, x) => (id === " " ? [] : [{ id, x: x * 10, y: y * 10 }])),
  );
}

/** Boxes that arrows cannot reach from the first one, or from which they cannot return. */
function apart(boxes: Box[]): string[] {
  const compass = new ArrowNavigation(boxes);
  const onward = new Map<string, string[]>(boxes.map(({ id }) => [id, []]));
  const back = new Map<string, string[]>(boxes.map(({ id }) => [id, []]));
  for (const { id } of boxes) {
    for (const direction of DIRECTIONS) {
      const next = compass.neighbour(id, direction);
      if (next === null) continue;
      onward.get(id)?.push(next);
      back.get(next)?.push(id);
    }
  }
  return [onward, back].flatMap((ways) => {
    const found = new Set([boxes[0]?.id ?? ""]);
    for (const id of found) for (const next of ways.get(id) ?? []) found.add(next);
    return boxes.map(({ id }) => id).filter((id) => !found.has(id));
  });
}

describe("on a grid with gaps", () => {
  const cross = new ArrowNavigation(drawn(" ab ", "cdef", "ghij", " kl "));

  it("goes to the next in line", () => {
    expect(cross.neighbour("d", "right")).toBe("e");
    expect(cross.neighbour("d", "up")).toBe("a");
    expect(cross.neighbour("h", "down")).toBe("k");
  });

  it("goes round the corner rather than nowhere", () => {
    expect(cross.neighbour("c", "up")).toBe("a");
  });

  it("stays at the edge", () => {
    expect(cross.neighbour("c", "left")).toBeNull();
  });
});

it("meets what lies on one spot one after the other", () => {
  const compass = new ArrowNavigation([
    ...drawn("a c"),
    { id: "b", x: 20, y: 0 },
    { id: "d", x: 40, y: 0 },
  ]);
  const right = ["a", "c", "b"].map((id) => compass.neighbour(id, "right"));
  const left = ["d", "b", "c"].map((id) => compass.neighbour(id, "left"));
  expect(right).toEqual(["c", "b", "d"]);
  expect(left).toEqual(["b", "c", "a"]);
});

it("does not pass over what lies beside something nearer", () => {
  // From both sides the way leads to m; s lies beside it and is nearest to nobody.
  const boxes = [...drawn("l", "m", "r"), { id: "s", x: 1, y: 10 }];
  expect(apart(boxes)).toEqual([]);
});

it.each(Object.entries(scenes))("reaches everything from everywhere in %s", (_game, found) => {
  for (const targets of found) {
    expect(apart(targets.map(([id, x, y]) => ({ id, x, y }) as Box))).toEqual([]);
  }
});

it("knows the arrow keys", () => {
  expect(directionOf("ArrowUp")).toBe("up");
  expect(directionOf("a")).toBeNull();
});

it("steps through what can be picked, round and round", () => {
  const ids = ["a", "b", "c"];
  expect(stepOf("PageDown")).toBe(1);
  expect(stepOf("PageUp")).toBe(-1);
  expect(stepOf("ArrowUp")).toBeNull();
  expect(cyclicNeighbour(ids, "c", 1)).toBe("a");
  expect(cyclicNeighbour(ids, "a", -1)).toBe("c");
  expect(cyclicNeighbour(ids, "elsewhere", 1)).toBe("a");
  expect(cyclicNeighbour(ids, "elsewhere", -1)).toBe("c");
  expect(cyclicNeighbour([], "a", 1)).toBeNull();
});
