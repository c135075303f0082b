/** The order and duration of animations: causes before effects. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  CAPTURE,
  CARD,
  durationOf,
  fly,
  STAGGER,
  STEP,
  scheduleChanges,
  takeSnapshots,
} from "../src/lib/flights";
import type { Change, PieceLocation } from "../src/lib/sceneDiff";
import type { Tray } from "../src/lib/protocol";
import { soundOf } from "../src/lib/sound";

const label = { key: "thing", values: {} } as const;

function spot(role: Tray["role"] | null): PieceLocation {
  const piece = { id: "p", kind: "p", symbol: "p", label };
  return { piece, tray: role && { id: role, label, role, pieces: [piece] } };
}

const laid: Change = { from: spot("hand"), to: spot(null), turned: false };
const captured: Change = { from: spot(null), to: spot("captured"), turned: false };
const stepped: Change = { from: spot(null), to: spot(null), turned: false };
const revealed: Change = { from: spot(null), to: spot(null), turned: true };
const gone: Change = { from: spot(null), to: null, turned: false };
const drawn: Change = { from: spot("table"), to: spot("hand"), turned: false };

describe("the pace", () => {
  it("is that of a hand", () => {
    expect([stepped, laid, captured, revealed].map(durationOf)).toEqual([
      STEP,
      CARD,
      CAPTURE,
      CAPTURE,
    ]);
  });

  it("staggers things that move at the same time", () => {
    expect(scheduleChanges([stepped, stepped, stepped]).map(({ start }) => start)).toEqual([
      0,
      STAGGER,
      2 * STAGGER,
    ]);
  });
});

describe("the order", () => {
  it("shows what is laid before what it captures, however the scene lists them", () => {
    const [first, second, third] = scheduleChanges([captured, laid, gone]);
    expect(first).toMatchObject({ change: laid, start: 0 });
    expect(second).toMatchObject({ change: captured, start: CARD });
    expect(third).toMatchObject({ change: gone, start: CARD + STAGGER });
  });

  it("does not wait for a cause that is not there", () => {
    expect(scheduleChanges([captured])[0]).toMatchObject({ start: 0 });
  });
});

describe("on the way", () => {
  afterEach(() => void Reflect.deleteProperty(Element.prototype, "animate"));

  /** A table with the piece of so many pixels, whose numeral is written in this size. */
  function tableWith(pixels: number, numeral: number): HTMLElement {
    const table = document.createElement("div");
    table.innerHTML = `<svg><g data-piece="p"><rect class="extent"/><text>${numeral}</text></g></svg>`;
    const extent = table.querySelector(".extent")!;
    extent.getBoundingClientRect = () => new DOMRect(0, 0, pixels, pixels);
    return table;
  }

  it.each([
    { from: { pixels: 80, numeral: 8 }, to: { pixels: 20, numeral: 12 }, seen: "8" },
    { from: { pixels: 20, numeral: 12 }, to: { pixels: 80, numeral: 8 }, seen: "8" },
  ])("a piece looks as it does where it is larger", ({ from, to, seen }) => {
    Element.prototype.animate = vi.fn(() => ({ finished: new Promise(() => {}) }) as never);
    const before = takeSnapshots(tableWith(from.pixels, from.numeral), [captured.from]);
    const sky = document.createElement("div");
    void fly(tableWith(to.pixels, to.numeral), sky, [captured], before, 1);
    expect(sky.textContent).toBe(seen);
  });
});

describe("the sound", () => {
  it("tells laying, taking, turning and moving apart", () => {
    expect([[laid], [laid, captured], [revealed], [drawn]].map(soundOf)).toEqual([
      "lay",
      "take",
      "turn",
      "slide",
    ]);
  });

  it("is silence where nothing changed", () => {
    expect(soundOf([])).toBeNull();
  });
});
