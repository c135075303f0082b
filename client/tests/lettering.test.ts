/** What is written on a board has its room, whatever its letters are. */
import { expect, it } from "vitest";
import { fitted, type Width } from "../src/lib/lettering";

/** Every letter as wide as it is high, but for the narrow ones. */
const width: Width = (text) => [...text].reduce((sum, one) => sum + (/[il.]/.test(one) ? 0.3 : 1), 0);

it("what has its room is written as large as it should be", () => {
  expect(fitted("Anna", 40, 10, 0, width)).toEqual({ text: "Anna", size: 10 });
  expect(fitted("Lilli", 25, 10, 0, width)).toEqual({ text: "Lilli", size: 10 });
  expect(fitted("Bartholomäus", 0, 10, 0, width).text).toBe("Bartholomäus");
});

it("what is a little too wide is written smaller", () => {
  const { text, size } = fitted("Momo", 36, 10, 0, width);
  expect(text).toBe("Momo");
  expect(size).toBeCloseTo(9);
});

it("and still smaller where that can be read", () => {
  expect(fitted("Momomo", 42, 10, 0, width).text).toBe("Momo…");
  expect(fitted("Momomo", 42, 10, 2, width)).toEqual({ text: "Momomo", size: 7 });
  // On a small screen no letter becomes smaller than on any.
  expect(fitted("Momomo", 42, 10, 1, width)).toEqual(fitted("Momomo", 42, 10, 0, width));
});

it("what is too wide for that keeps its beginning, and stays within its room", () => {
  for (const scale of [0, 1, 2, 9]) {
    const { text, size } = fitted("Oma Wilhelmine", 50, 10, scale, width);
    expect(text).toMatch(/^Oma.*[^ ]…$/);
    expect(size * width(text)).toBeLessThanOrEqual(50);
  }
});
