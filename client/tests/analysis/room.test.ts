/** The connection to others who analyse the same match. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AnalysisRoom } from "../../src/analysis/room.svelte";
import { MAX_RETRY_DELAY, OPEN_TIMEOUT } from "../../src/lib/connection";

/** A socket that says nothing by itself, and closes when it is told to. */
class SilentSocket {
  static opened: SilentSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;

  constructor() {
    SilentSocket.opened.push(this);
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  SilentSocket.opened = [];
  vi.stubGlobal("WebSocket", SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("is tried again where it does not open", () => {
  const leave = new AnalysisRoom("m", () => undefined).join();
  vi.advanceTimersByTime(OPEN_TIMEOUT + MAX_RETRY_DELAY);
  expect(SilentSocket.opened.map(({ closed }) => closed)).toEqual([true, false]);
  leave();
  expect(SilentSocket.opened.every(({ closed }) => closed)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("is kept once it is open", () => {
  const leave = new AnalysisRoom("m", () => undefined).join();
  SilentSocket.opened[0]!.onopen!();
  vi.advanceTimersByTime(10 * OPEN_TIMEOUT);
  expect(SilentSocket.opened).toHaveLength(1);
  leave();
});
