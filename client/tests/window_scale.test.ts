/** Text and hands are scaled up in very large windows only. */
import { expect, it } from "vitest";
import { windowScale } from "../src/lib/windowScale";

it("is one up to the size of a usual screen, also where one side is longer", () => {
  expect(windowScale(375, 553)).toBe(1);
  expect(windowScale(1920, 1080)).toBe(1);
  expect(windowScale(5120, 1080)).toBe(1);
  expect(windowScale(1200, 4000)).toBe(1);
});

it("grows with a larger window, and less than it", () => {
  expect(windowScale(3840, 2160)).toBe(1.75);
  expect(windowScale(3840, 1440)).toBe(windowScale(2560, 1440));
});

it("begins sooner on pages of words and boxes, which have room to spare", () => {
  expect(windowScale(1440, 900, false)).toBe(1);
  expect(windowScale(1280, 2000, false)).toBe(1);
  expect(windowScale(1920, 1080, false)).toBeCloseTo(1.15);
  expect(windowScale(3840, 2160, false)).toBeCloseTo(2.05);
});

it("makes words no smaller when the page is enlarged in the browser", () => {
  for (const table of [true, false]) {
    const zooms = [1, 1.1, 1.25, 1.5, 2, 3];
    const seen = zooms.map((zoom) => zoom * windowScale(3840 / zoom, 2160 / zoom, table));
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  }
});
