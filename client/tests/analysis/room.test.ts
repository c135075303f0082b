/** The connection to others who analyse the same match. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AnalysisRoom } from "../../src/analysis/room.svelte";
import type { Company, Pong } from "../../src/lib/protocol";
import {
  MAX_RETRY_DELAY,
  OPEN_TIMEOUT,
  PING_INTERVAL,
  PONG_TIMEOUT,
} from "../../src/lib/reconnectingSocket";

/** A socket that says nothing by itself, and whose other side is gone once it is told to close. */
class SilentSocket {
  static opened: SilentSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  closed = false;
  sent: string[] = [];

  constructor() {
    SilentSocket.opened.push(this);
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: Company | Pong): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text).type);
  }

  close(): void {
    this.closed = true;
  }
}

const closings = () => SilentSocket.opened.map(({ closed }) => closed);
const led: Company = { type: "company", people: 2, leader: "Anna", leading: false, address: "" };

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
  expect(closings()).toEqual([true, false]);
  leave();
  expect(closings()).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

it("is kept once it is open, as long as something comes back", () => {
  const leave = new AnalysisRoom("m", () => undefined).join();
  const [socket] = SilentSocket.opened;
  socket!.opens();
  for (let passed = 0; passed < 10; passed += 1) {
    vi.advanceTimersByTime(PING_INTERVAL);
    socket!.says({ type: "pong" });
  }
  expect(socket!.sent).toEqual(Array(10).fill("ping"));
  expect(closings()).toEqual([false]);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});

it("is given up where nothing comes back any more, and tried again", () => {
  const room = new AnalysisRoom("m", () => undefined);
  const leave = room.join();
  const [socket] = SilentSocket.opened;
  socket!.opens();
  socket!.says(led);
  expect([room.people, room.leader]).toEqual([2, "Anna"]);
  vi.advanceTimersByTime(PING_INTERVAL + PONG_TIMEOUT);
  expect(closings()).toEqual([true]);
  expect([room.people, room.leader]).toEqual([1, null]);
  vi.advanceTimersByTime(MAX_RETRY_DELAY);
  expect(closings()).toEqual([true, false]);
  leave();
});

it("is looked at as soon as the network is back", () => {
  const leave = new AnalysisRoom("m", () => undefined).join();
  const [socket] = SilentSocket.opened;
  socket!.opens();
  dispatchEvent(new Event("online"));
  expect(socket!.sent).toEqual(["ping"]);
  vi.advanceTimersByTime(PONG_TIMEOUT);
  expect(closings()).toEqual([true]);
  leave();
});

it("is entered anew after it was left", () => {
  const room = new AnalysisRoom("m", () => undefined);
  room.join()();
  const leave = room.join();
  vi.advanceTimersByTime(OPEN_TIMEOUT + MAX_RETRY_DELAY);
  expect(closings()).toEqual([true, true, false]);
  leave();
});
