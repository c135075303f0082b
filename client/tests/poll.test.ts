/** Asking again and again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { poll } from "../src/lib/poll";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("goes on until it is ended, each time a while after the answer", async () => {
  const ask = vi.fn(() => Promise.resolve());
  const stop = poll(ask, 1_000);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

it("asks nothing more while there is no answer, nor after that once it is ended", async () => {
  let answer!: () => void;
  const ask = vi.fn(() => new Promise<void>((done) => (answer = done)));
  const stop = poll(ask, 1_000, 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
