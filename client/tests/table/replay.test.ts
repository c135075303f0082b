/** The past is shown step by step, and a leap in it is no journey of every piece. */
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../src/lib/api.ts";
import type { Replay, Scene } from "../../src/lib/protocol.ts";
import { Log } from "../../src/table/log.svelte.ts";
import { type LoadPast, Replaying } from "../../src/table/replay.svelte.ts";
import type { Stage } from "../../src/table/boardView.svelte.ts";
import { scene, view } from "./session";

const LAST = 5;
const past: Scene[] = Array.from({ length: LAST + 1 }, (_, width) => scene([0], [], { width }));

let replaying: Replaying;
let load: ReturnType<typeof vi.fn<LoadPast>>;
const stage = { draw: vi.fn(() => Promise.resolve()), leap: vi.fn(() => Promise.resolve()) };

beforeEach(() => {
  vi.clearAllMocks();
  const log = new Log();
  for (let number = 1; number <= LAST; number += 1) log.take(view(number, scene([0], [])));
  const changes = past.slice(1).map(({ width }) => ({ width }));
  const whole: Replay = { first: 0, scene: past[0]!, changes, entries: [] };
  load = vi.fn<LoadPast>(() => Promise.resolve(whole));
  replaying = new Replaying(load, log, stage as unknown as Stage, {
    looking: () => 0,
    covered: () => false,
    letGo: () => undefined,
    failed: () => undefined,
    present: () => Promise.resolve(),
  });
});

it("leaps to a position far away, with the marks of its last event", async () => {
  await replaying.show(2);
  expect(stage.leap).toHaveBeenLastCalledWith(past[2], past[1]);
  await replaying.show(0);
  expect(stage.leap).toHaveBeenLastCalledWith(past[0], null);
  expect(stage.draw).not.toHaveBeenCalled();
});

it("shows a step in either direction as hands would do it", async () => {
  await replaying.show(LAST - 1);
  await replaying.show(LAST - 2);
  await replaying.show(LAST - 1);
  expect(stage.draw).toHaveBeenCalledTimes(3);
  expect(stage.leap).not.toHaveBeenCalled();
});

it("is called off while it is on its way", async () => {
  const shown = replaying.show(2);
  await replaying.leave();
  await shown;
  expect(replaying.on).toBe(false);
  expect(stage.leap).not.toHaveBeenCalled();
});

it("says what cannot be fetched", async () => {
  load.mockRejectedValueOnce(new ApiError(0, { key: "problem-network", values: {} }));
  expect(await replaying.show(2)).toBe(false);
  expect(replaying.on).toBe(false);
  expect(await replaying.show(2)).toBe(true);
});

it("fetches anew what followed an event after which all was taken back", async () => {
  await replaying.show(LAST);
  replaying.forget(2);
  await replaying.show(2);
  expect(load).toHaveBeenCalledTimes(1);
  await replaying.show(4);
  expect(load).toHaveBeenCalledTimes(2);
});

it("does not keep what was fetched before it was taken back", async () => {
  const shown = replaying.show(4);
  replaying.forget(2);
  await shown;
  await replaying.show(4);
  expect(load).toHaveBeenCalledTimes(2);
});
