/** Parts of the page, and services of the browser, that do not arrive. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ARRIVAL_LIMIT, within } from "../src/lib/within";

const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("what arrives in time is passed on, and nothing is left to wait for", async () => {
  await expect(within(Promise.resolve("here"))).resolves.toBe("here");
  await expect(within(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(vi.getTimerCount()).toBe(0);
});

it("what does not is told of as what cannot be reached, or as the caller says", async () => {
  const outcomes = Promise.allSettled([within(never), within(never, () => new Error("late"))]);
  await vi.advanceTimersByTimeAsync(ARRIVAL_LIMIT);
  expect(await outcomes).toMatchObject([
    { reason: { phrase: { key: "trouble-unreachable" } } },
    { reason: { message: "late" } },
  ]);
});
