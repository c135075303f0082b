/** A tap beside a small target is meant for it. */
import { describe, expect, it } from "vitest";
import { tapTarget } from "../src/lib/touch";

const cells = [
  { id: "a", x: 5, y: 5, w: 10, h: 10 },
  { id: "b", x: 25, y: 5, w: 10, h: 10 },
];

describe("a tap", () => {
  it("is meant for the nearest target that is as large as a finger then", () => {
    expect(tapTarget(cells, { x: 13, y: 6 }, 2.5)?.nearest).toBe("a");
    expect(tapTarget(cells, { x: 17, y: 6 }, 2.5)?.nearest).toBe("b");
  });

  it("is meant for nothing far from all of them, or where targets are large enough", () => {
    expect(tapTarget(cells, { x: 5, y: 20 }, 2.5)).toBeNull();
    expect(tapTarget(cells, { x: 13, y: 6 }, 5)).toBeNull();
  });

  it("between two small targets asks for a closer look, in which a finger tells them apart", () => {
    const tap = tapTarget(cells, { x: 14, y: 6 }, 1.5);
    expect(tap?.nearest).toBe("a");
    expect(tap?.zoomTo).toEqual({ x: 15, y: 5, scale: 4.4, between: ["a", "b"] });
    for (const x of [5, 25]) {
      expect(tapTarget(cells, { x, y: 5 }, 4.4)?.zoomTo).toBeNull();
      expect(tapTarget(cells, { x, y: 5 }, 1.5)?.zoomTo).toBeNull();
    }
  });

  it("is not looked at more closely where targets are large, or lie on each other", () => {
    const large = [
      { id: "a", x: 30, y: 30, w: 60, h: 60 },
      { id: "b", x: 90, y: 30, w: 60, h: 60 },
    ];
    expect(tapTarget(large, { x: 60, y: 30 }, 1)?.zoomTo).toBeNull();
    const upon = [cells[0]!, { id: "c", x: 6, y: 5, w: 8, h: 8 }];
    expect(tapTarget(upon, { x: 5.4, y: 5 }, 2)).toEqual({ nearest: "a", zoomTo: null });
  });
});
