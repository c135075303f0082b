/** Time controls in words, and countdowns by the page's own clock. */
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addTexts } from "../src/lib/texts.svelte.ts";
import {
  timeControlText,
  durationText,
  decodeTimeControl,
  countdownText,
  encodeTimeControl,
} from "../src/lib/time.ts";
import SeatClock from "../src/shell/SeatClock.svelte";

beforeAll(() => {
  const units = ["day", "hour", "minute", "second"].map(
    (unit) => `time-${unit}s = { $count ->\n    [one] one ${unit}\n   *[other] { $count } ${unit}s\n  }`,
  );
  addTexts(
    "core",
    "en",
    `${units.join("\n")}
time-short-days = { $days } d { $hours } h
time-short-hours = { $hours } h { $minutes } min
time-match = { $time }, and { $increment } more with every turn
time-of = { $name } has { $time } left`,
  );
});

describe("words", () => {
  it("says a time in its largest whole unit", () => {
    expect([0, 1, 60, 90, 7200, 86_400, 604_800].map(durationText)).toEqual([
      "0 seconds",
      "one second",
      "one minute",
      "90 seconds",
      "2 hours",
      "one day",
      "7 days",
    ]);
  });

  it("says what is left as short as can be, and rounds up", () => {
    const left = [-5, 0, 1, 59_001, 3_599_000, 3_600_000, 86_399_000, 190_000_000].map(
      countdownText,
    );
    expect(left.slice(0, 5)).toEqual(["0:00", "0:00", "0:01", "1:00", "59:59"]);
    expect(left.slice(5)).toEqual(["1 h 0 min", "23 h 59 min", "2 d 4 h"]);
  });

  it("writes a time control into a field and reads it again", () => {
    for (const control of [
      { kind: "move", seconds: 300, increment: 0 },
      { kind: "match", seconds: 600, increment: 10 },
    ] as const) {
      expect(decodeTimeControl(encodeTimeControl(control))).toEqual(control);
    }
    expect(decodeTimeControl("")).toBeNull();
    expect(timeControlText({ kind: "match", seconds: 600, increment: 10 })).toBe(
      "10 minutes, and 10 seconds more with every turn",
    );
  });
});

describe("a seat's time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
  });
  afterEach(() => void vi.useRealTimers());

  function shows(left: number, runs: boolean): HTMLElement {
    const { container } = render(SeatClock, { time: { left, runs, near: false }, name: "Anna" });
    return container;
  }

  function passes(milliseconds: number): void {
    vi.advanceTimersByTime(milliseconds);
    flushSync();
  }

  it("runs down whatever the time of day is here", () => {
    vi.setSystemTime(new Date("1999-12-31"));
    const tag = shows(65_000, true);
    expect(tag.textContent).toBe("1:05");
    passes(5000);
    vi.setSystemTime(new Date("2040-01-01"));
    passes(1000);
    expect(tag.textContent).toBe("0:59");
    passes(120_000);
    expect(tag.textContent).toBe("0:00");
    expect(tag.querySelector("[role=timer]")?.getAttribute("aria-label")).toBe("Anna has 0:00 left");
  });

  it("stands still while the seat is not waited for", () => {
    const tag = shows(65_000, false);
    passes(30_000);
    expect(tag.textContent).toBe("1:05");
  });
});
