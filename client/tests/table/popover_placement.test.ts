/** Popovers do not cover what is to be read or pressed. */
import { describe, expect, it } from "vitest";
import { type Rect, placePopover } from "../../src/table/popoverPlacement";

const paper = { width: 300, height: 60 };
const box = (left: number, top: number, width: number, height: number): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("on a phone, where what is expected stands at the thumb", () => {
  const phone = { width: 360, height: 740 };
  const bar = box(0, 590, 360, 100);

  it("it lies above what it is about, and never off the page", () => {
    expect(placePopover(paper, box(300, 300, 40, 40), [bar], phone)).toEqual({
      left: 52,
      top: 232,
    });
    expect(placePopover(paper, box(10, 20, 40, 40), [bar], phone)).toEqual({ left: 8, top: 68 });
  });

  it("about a button it lies above the sentence beside that button", () => {
    expect(placePopover(paper, box(250, 640, 100, 44), [bar], phone).top).toBe(590 - 60 - 8);
  });

  it("it does not lie over the sentence below what it is about", () => {
    const high = { width: 300, height: 200 };
    const { top } = placePopover(high, box(100, 150, 60, 420), [bar], phone);
    expect(top + high.height).toBeLessThanOrEqual(bar.top - 8);
  });

  it("about nothing it lies at the top, below what is to be decided", () => {
    expect(placePopover(paper, null, [bar], phone)).toEqual({ left: 30, top: 72 });
    expect(placePopover(paper, null, [bar, box(8, 60, 344, 90)], phone).top).toBe(158);
  });
});

describe("where targets can be picked", () => {
  const phone = { width: 360, height: 740 };
  const bar = box(0, 590, 360, 100);
  const board = box(8, 170, 344, 330);
  const about = box(160, 300, 40, 40);
  const spot = (...targets: Rect[]) =>
    placePopover(paper, about, [bar], phone, targets, [board]).top;

  it("it lies where it covers none of them", () => {
    expect(spot()).toBe(232);
    expect(spot(box(100, 240, 40, 40))).toBe(348);
    // There are some above and below the board: it is placed beside it.
    expect(spot(box(100, 240, 40, 40), box(100, 350, 40, 40))).toBe(102);
  });

  it("it covers as few as it can where all places have some", () => {
    const everywhere = [70, 110, 240, 350, 530].map((top) => box(100, top, 40, 40));
    expect(spot(...everywhere)).toBe(232);
    expect(spot(...everywhere, box(200, 240, 40, 40))).toBe(348);
  });
});

describe("on a desk, where it stands above the board", () => {
  const desk = { width: 1280, height: 800 };
  const bar = box(270, 56, 660, 52);

  it("about nothing, or about a button, it lies below", () => {
    expect(placePopover(paper, null, [bar], desk).top).toBe(116);
    expect(placePopover(paper, box(830, 60, 90, 44), [bar], desk).top).toBe(116);
  });

  it("about something high on the board it lies below that", () => {
    expect(placePopover(paper, box(500, 150, 60, 60), [bar], desk).top).toBe(218);
  });
});

it("where there is no room that is free it stays on the page", () => {
  const low = { width: 600, height: 100 };
  const { top } = placePopover(paper, box(100, 40, 20, 20), [box(0, 0, 600, 100)], low);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(top + paper.height).toBeLessThanOrEqual(100);
});
