/** Arrow keys go where a person looking at the board expects. */
import { describe, expect, it } from "vitest";
import { directionOf, neighbour, type Box } from "../src/lib/compass";

/** Boxes at the letters of a drawing. */
function drawn(...rows: string[]): Box[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((id, x) => (id === " " ? [] : [{ id, x: x * 10, y: y * 10 }])),
  );
}

const cross = drawn(" ab ", "cdef", "ghij", " kl ");

describe("on a grid with gaps", () => {
  it("goes to the next in line", () => {
    expect(neighbour(cross, "d", "right")).toBe("e");
    expect(neighbour(cross, "d", "up")).toBe("a");
    expect(neighbour(cross, "h", "down")).toBe("k");
  });

  it("goes round the corner rather than nowhere", () => {
    expect(neighbour(cross, "c", "up")).toBe("a");
  });

  it("stays at the edge", () => {
    expect(neighbour(cross, "c", "left")).toBeNull();
  });
});

it("reaches everything from anywhere", () => {
  const reached = new Set(["a"]);
  for (const from of reached) {
    for (const direction of ["left", "right", "up", "down"] as const) {
      const next = neighbour(cross, from, direction);
      if (next) reached.add(next);
    }
  }
  expect(reached.size).toBe(cross.length);
});

it("knows the arrow keys", () => {
  expect(directionOf("ArrowUp")).toBe("up");
  expect(directionOf("a")).toBeNull();
});
