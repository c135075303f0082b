/** A tap beside a small target is meant for it. */
import { describe, expect, it } from "vitest";
import { meant } from "../src/lib/fingers";

const cells = [
  { id: "a", x: 5, y: 5, w: 10, h: 10 },
  { id: "b", x: 25, y: 5, w: 10, h: 10 },
];

describe("a tap", () => {
  it("is meant for the nearest target that is as large as a finger then", () => {
    expect(meant(cells, { x: 13, y: 6 }, 2.5)).toBe("a");
    expect(meant(cells, { x: 17, y: 6 }, 2.5)).toBe("b");
  });

  it("is meant for nothing far from all of them, or where targets are large enough", () => {
    expect(meant(cells, { x: 5, y: 20 }, 2.5)).toBeNull();
    expect(meant(cells, { x: 13, y: 6 }, 5)).toBeNull();
  });
});
