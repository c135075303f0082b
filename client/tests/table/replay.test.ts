/** Past positions are shown step by step; jumps are not animated. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../src/lib/api.ts";
import type { Replay, Scene } from "../../src/lib/protocol.ts";
import { Log } from "../../src/table/log.svelte.ts";
import { type LoadPast, MatchReplay } from "../../src/table/replay.svelte.ts";
import type { BoardView } from "../../src/table/boardView.svelte.ts";
import { scene, view } from "./session";

const LAST = 5;
const past: Scene[] = Array.from({ length: LAST + 1 }, (_, width) => scene([0], [], { width }));

let replay: MatchReplay;
let load: ReturnType<typeof vi.fn<LoadPast>>;
/** The whole match, as it is fetched. */
const whole: Replay = {
  first: 0,
  scene: past[0]!,
  changes: past.slice(1).map(({ width }) => ({ width })),
  entries: [],
};
const onError = vi.fn();
const board = { animateTo: vi.fn(() => Promise.resolve()), jumpTo: vi.fn(() => Promise.resolve()) };

beforeEach(() => {
  vi.clearAllMocks();
  const log = new Log();
  for (let number = 1; number <= LAST; number += 1) log.addView(view(number, scene([0], [])));
  load = vi.fn<LoadPast>(() => Promise.resolve(whole));
  replay = new MatchReplay(load, log, board as unknown as BoardView, {
    looking: () => 0,
    isCovered: () => false,
    clearSelection: () => undefined,
    onError,
    showCurrent: () => Promise.resolve(),
  });
});

it("leaps to a position far away, with the marks of its last event", async () => {
  await replay.show(2);
  expect(board.jumpTo).toHaveBeenLastCalledWith(past[2], past[1]);
  await replay.show(0);
  expect(board.jumpTo).toHaveBeenLastCalledWith(past[0], null);
  expect(board.animateTo).not.toHaveBeenCalled();
});

it("shows a step in either direction as hands would do it", async () => {
  await replay.show(LAST - 1);
  await replay.show(LAST - 2);
  await replay.show(LAST - 1);
  expect(board.animateTo).toHaveBeenCalledTimes(3);
  expect(board.jumpTo).not.toHaveBeenCalled();
});

it("is called off while it is on its way", async () => {
  const shown = replay.show(2);
  await replay.leave();
  await shown;
  expect(replay.active).toBe(false);
  expect(board.jumpTo).not.toHaveBeenCalled();
});

it("says what cannot be fetched", async () => {
  load.mockRejectedValueOnce(new ApiError(0, { key: "problem-network", values: {} }));
  expect(await replay.show(2)).toBe(false);
  expect(replay.active).toBe(false);
  expect(await replay.show(2)).toBe(true);
});

it("fetches anew what followed an event after which all was taken back", async () => {
  await replay.show(LAST);
  replay.forget(2);
  await replay.show(2);
  expect(load).toHaveBeenCalledTimes(1);
  await replay.show(4);
  expect(load).toHaveBeenCalledTimes(2);
});

it("does not keep what was fetched before it was taken back", async () => {
  const shown = replay.show(4);
  replay.forget(2);
  await shown;
  await replay.show(4);
  expect(load).toHaveBeenCalledTimes(2);
});

describe("while it plays", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows every position, however long the first takes to be fetched", async () => {
    let arrive = (_past: Replay) => {};
    load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    replay.setPlaying(true, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(1);
    arrive(whole);
    const shown: number[] = [];
    for (let step = 0; step < LAST; step += 1) {
      await vi.advanceTimersByTimeAsync(step ? 1_400 : 0);
      shown.push(replay.at);
    }
    expect(shown).toEqual([1, 2, 3, 4, 5]);
    expect(replay.playing).toBe(false);
  });

  it("stops where a position cannot be fetched, and says so once", async () => {
    load.mockRejectedValue(new ApiError(0, { key: "problem-network", values: {} }));
    replay.setPlaying(true, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(replay.playing).toBe(false);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("does not go on if it was stopped before the position arrived", async () => {
    replay.setPlaying(true, 1);
    replay.setPlaying(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(replay.active).toBe(false);
  });
});
