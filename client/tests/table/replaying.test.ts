/** The past is shown step by step, and a leap in it is no journey of every piece. */
import { beforeEach, expect, it, vi } from "vitest";
import type { Replay, Scene } from "../../src/lib/protocol.ts";
import { Log } from "../../src/table/log.svelte.ts";
import { Replaying } from "../../src/table/replaying.svelte.ts";
import type { Stage } from "../../src/table/stage.svelte.ts";
import { scene, view } from "./sitting";

const LAST = 5;
const past: Scene[] = Array.from({ length: LAST + 1 }, (_, width) => scene([0], [], { width }));

let replaying: Replaying;
const stage = { draw: vi.fn(() => Promise.resolve()), leap: vi.fn(() => Promise.resolve()) };

beforeEach(() => {
  vi.clearAllMocks();
  const log = new Log();
  for (let number = 1; number <= LAST; number += 1) log.take(view(number, scene([0], [])));
  const changes = past.slice(1).map(({ width }) => ({ width }));
  const whole: Replay = { first: 0, scene: past[0]!, changes, entries: [] };
  replaying = new Replaying(() => Promise.resolve(whole), log, stage as unknown as Stage, {
    looking: () => 0,
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
