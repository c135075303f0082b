/** The controls of a replay. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../../src/lib/protocol";
import ReplayBar from "../../src/table/ReplayBar.svelte";
import type { TableSession } from "../../src/table/session.svelte";
import { phrase } from "./session";

const LAST = 3;
const show = vi.fn<(number: number) => void>();
const setPlaying = vi.fn<(on: boolean) => void>();

/** Render the bar at a position of a finished match. */
function stands(at: number, leave?: () => void, tells = false): void {
  const session = {
    replay: { active: true, at, playing: false, setPlaying },
    log: { last: LAST, entries: [entry(1, "one"), entry(2), entry(LAST, "three", "four")] },
    seating: { finished: true, names: {} },
  };
  render(ReplayBar, { session: session as unknown as TableSession, show, leave, tells });
}

/** What the log says of an event. */
function entry(number: number, ...keys: string[]): LogEntry {
  return { number, seat: 0, at: 0, phrases: keys.map(phrase) };
}

const button = (key: string) => screen.getByRole("button", { name: `[${key}]` });
const [back, forward, end] = ["table-replay-back", "table-replay-forward", "table-replay-end"];
const leadsNowhere = () =>
  [back!, forward!, end!].filter((key) => button(key).getAttribute("aria-disabled") === "true");

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe("where there is nothing but the past", () => {
  it.each([
    [0, [back]],
    [1, []],
    [LAST, [forward, end]],
  ])("at %i the buttons say which of them lead nowhere", (at, expected) => {
    stands(at);
    expect(leadsNowhere()).toEqual(expected);
  });

  it("the last position is a press away, once", () => {
    stands(1);
    button(end!).click();
    expect(show.mock.calls).toEqual([[LAST]]);
    cleanup();
    stands(LAST);
    button(end!).click();
    expect(show).toHaveBeenCalledOnce();
  });

  it("a button that leads nowhere keeps the keyboard", () => {
    stands(LAST);
    button(forward!).focus();
    expect(button(forward!)).toHaveFocus();
    button(forward!).click();
    expect(show).not.toHaveBeenCalled();
  });
});

it("the match as it is can be come back to from its last position too", () => {
  const leave = vi.fn();
  stands(LAST, leave);
  expect(leadsNowhere()).toEqual([forward]);
  button(end!).click();
  expect(leave).toHaveBeenCalledOnce();
});

describe("what led to the position", () => {
  it.each([
    [0, ""],
    [1, "[one]"],
    [2, "[one]"], // of its own event nothing is told
    [LAST, "[three] [four]"],
  ])("is told at %i", (at, expected) => {
    stands(at, undefined, true);
    expect(document.querySelector(".told")?.textContent).toBe(expected);
  });

  it("is only heard where the log is in view", () => {
    stands(1);
    expect(document.querySelector(".told")).toBeNull();
    expect(screen.getByText("[one]")).toHaveClass("unseen");
    expect(screen.getByText("[one]")).toHaveAttribute("aria-live", "polite");
  });
});
