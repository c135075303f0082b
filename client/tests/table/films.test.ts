/** With motion, a film comes before the position, the words and the result that it leads to. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Film, FromServer, Phrase, Piece, Scene, View } from "../../src/lib/protocol";
import { TableSession } from "../../src/table/session.svelte";

vi.hoisted(() => {
  window.matchMedia = () =>
    ({
      matches: false,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
});

class Wire {
  static last: Wire;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Wire.last = this;
  }
  send(): void {}
  close(): void {}
}

const phrase = (key: string): Phrase => ({ key, values: {} });
const stone = (y: number): Piece => ({
  id: "stone",
  kind: "stone",
  symbol: "stone",
  label: phrase("stone"),
  x: 1,
  y,
});
const scene = (y: number, choices = 0): Scene => ({
  width: 9,
  height: 9,
  prompt: phrase(`at-${y}`),
  pieces: [stone(y)],
  choices: Array.from({ length: choices }, (_, action) => ({ action, path: [`go-${action}`] })),
  awaited: [0],
});
const film: Film = {
  rate: 60,
  frames: 60,
  tracks: [
    {
      piece: "stone",
      rows: [
        [0, 1, 0, 0],
        [60, 1, 8, 0],
      ],
    },
  ],
};

function view(number: number, more: Partial<View> = {}): View {
  const entries = number ? [{ number, seat: 0, phrases: [phrase("fell")], at: 0 }] : [];
  const rest = { thinking: [], fresh: number === 0, film: null, clock: null, former: null };
  return { type: "view", number, entries, scene: scene(number ? 8 : 0), ...rest, ...more };
}

let session: TableSession;
let stop: () => void;

async function says(...messages: FromServer[]): Promise<void> {
  for (const message of messages) Wire.last.onmessage?.({ data: JSON.stringify(message) });
  await vi.advanceTimersByTimeAsync(50);
  flushSync();
}

const numbers = () => session.log.entries.map(({ number }) => number);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  // jsdom animates nothing.
  Element.prototype.animate = () => ({ finished: Promise.resolve() }) as unknown as Animation;
  session = new TableSession("m", () => Promise.reject(new Error("nothing is replayed here")));
  stop = session.start(document.createElement("div"), document.createElement("div"));
  Wire.last.onopen?.();
  await says(view(0));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("is seen before its end is known", async () => {
  await says(view(1, { film, scene: scene(8, 1) }));
  expect(session.board.filmPlayer.poses?.get("stone")?.y).toBeLessThan(4);
  expect(session.board.scene?.prompt.key).toBe("at-0");
  expect(numbers()).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(session.board.filmPlayer.poses).toBeNull();
  expect(session.board.scene?.prompt.key).toBe("at-8");
  expect(numbers()).toEqual([1]);
  expect([...session.board.recent]).toEqual(["stone"]);
});

it("is cut short by somebody who goes on", async () => {
  await says(view(1, { film, scene: scene(8, 2) }));
  session.pick("go-1");
  expect(session.board.scene?.prompt.key).toBe("at-8");
  expect(session.selection.pendingChoice?.action).toBe(1);
  expect(numbers()).toEqual([1]);
  await says();
  expect(session.board.filmPlayer.poses).toBeNull();
  expect(numbers()).toEqual([1]);
});

it("is told of once, and in order, if more has happened when it is cut short", async () => {
  await says(view(1, { film }), view(2));
  expect(numbers()).toEqual([]);
  session.pick("anything");
  await vi.advanceTimersByTimeAsync(3000);
  expect(numbers()).toEqual([1, 2]);
});

it("is not shown to its end when too much has happened since", async () => {
  await says(view(1, { film }), view(2), view(3), view(4));
  expect(numbers()).toEqual([1, 2, 3, 4]);
  expect(session.board.filmPlayer.poses).toBeNull();
});

it("is not shown to somebody who comes later", async () => {
  await says(view(1, { film, fresh: true }));
  expect(session.board.scene?.prompt.key).toBe("at-8");
});
