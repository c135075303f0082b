/** Text on a board fits into its room in any script. */
import { expect, it } from "vitest";
import { fitText, legibleSize, type MeasureWidth, wrapText } from "../src/lib/textFit";

/** A fake font: every letter is as wide as it is high, except the narrow ones. */
const width: MeasureWidth = (text) =>
  [...text].reduce((sum, one) => sum + (/[il.]/.test(one) ? 0.3 : 1), 0);

it("what has its room is written as large as it should be", () => {
  expect(fitText("Anna", 40, 10, 0, width)).toEqual({ text: "Anna", size: 10 });
  expect(fitText("Lilli", 25, 10, 0, width)).toEqual({ text: "Lilli", size: 10 });
  expect(fitText("Bartholomäus", 0, 10, 0, width).text).toBe("Bartholomäus");
});

it("what is a little too wide is written smaller", () => {
  const { text, size } = fitText("Momo", 36, 10, 0, width);
  expect(text).toBe("Momo");
  expect(size).toBeCloseTo(9);
});

it("and still smaller where that can be read", () => {
  expect(fitText("Momomo", 42, 10, 0, width).text).toBe("Momo…");
  expect(fitText("Momomo", 42, 10, 2, width)).toEqual({ text: "Momomo", size: 7 });
  // On a small screen no letter becomes smaller than on any.
  expect(fitText("Momomo", 42, 10, 1, width)).toEqual(fitText("Momomo", 42, 10, 0, width));
});

it("what is too wide for that keeps its beginning, and stays within its room", () => {
  for (const scale of [0, 1, 2, 9]) {
    const { text, size } = fitText("Oma Wilhelmine", 50, 10, scale, width);
    expect(text).toMatch(/^Oma.*[^ ]…$/);
    expect(size * width(text)).toBeLessThanOrEqual(50);
  }
});

it("what may stand in two lines does so rather than be cut or become too small to read", () => {
  const laid = (text: string, room: number, scale = 0) => wrapText(text, room, 10, scale, width);
  expect(laid("Anna", 40)).toEqual({ lines: ["Anna"], size: 10 });
  expect(laid("Momo", 36, 2)).toEqual({ lines: ["Momo"], size: 9 });
  expect(laid("Momo", 36, 1.4)).toEqual({ lines: ["Mo-", "mo"], size: 10 });
  expect(laid("Anne-Sophie Meyer", 120)).toEqual({ lines: ["Anne-Sophie", "Meyer"], size: 10 });
  expect(laid("Bartholomäusq", 80)).toEqual({ lines: ["Bartho-", "lomäusq"], size: 10 });
  // What writes no capitals is broken without a sign, and no mark is torn from its letter.
  expect(laid("山本山本山本", 40)).toEqual({ lines: ["山本山", "本山本"], size: 10 });
  expect(laid("aa\u0301aa", 35).lines).toEqual(["aa\u0301-", "aa"]);
});

it("two lines become smaller, then shorter, where they have no room", () => {
  const { lines, size } = wrapText("Wolframbert Haselmannson", 90, 10, 0, width);
  expect(lines).toEqual(["Wolframbert", "Haselmannson"]);
  expect(size).toBeLessThan(10);
  for (const line of wrapText("W".repeat(24), 60, 10, 0, width).lines) {
    expect(line).toMatch(/^W+…$/);
  }
});

it("what has to be read is written larger on a small screen alone", () => {
  expect(legibleSize("Momo", 0, 3, 2, width)).toBe(6);
  expect(legibleSize("Momo", 0, 3, 4, width)).toBe(3);
  expect(legibleSize("Momo", 0, 3, 9, width)).toBe(3);
  expect(legibleSize("Momo", 0, 3, 0, width)).toBe(3);
  // As on a board that is as small as a stamp.
  expect(legibleSize("Momo", 0, 3, 1, width)).toBe(6);
});

it("what has to be read is written no larger than its room allows", () => {
  expect(legibleSize("Momo", 20, 3, 2, width)).toBe(5);
  expect(legibleSize("Momo", 40, 3, 2, width)).toBe(6);
  expect(legibleSize("Momo", 8, 3, 2, width)).toBe(3);
});
