/** The controls of a replay. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import ReplayBar from "../../src/table/ReplayBar.svelte";
import type { TableSession } from "../../src/table/session.svelte";

const LAST = 3;
const show = vi.fn<(number: number) => void>();
const setPlaying = vi.fn<(on: boolean) => void>();

/** Render the bar at a position of a finished match. */
function stands(at: number, leave?: () => void): void {
  const session = {
    replay: { active: true, at, playing: false, setPlaying },
    log: { last: LAST },
    seating: { finished: true },
  };
  render(ReplayBar, { session: session as unknown as TableSession, show, leave });
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
