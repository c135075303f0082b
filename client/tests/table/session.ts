/** A table session with a fake server. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import type {
  Choice,
  FromClient,
  FromServer,
  Phrase,
  Scene,
  SeatInfo,
  TableInfo,
  View,
} from "../../src/lib/protocol";
import { TableSession } from "../../src/table/session.svelte";

export class FakeSocket {
  static last: FakeSocket;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  sent: FromClient[] = [];
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
}

export const phrase = (key: string): Phrase => ({ key, values: {} });

export function seat(number: number, mine: boolean): SeatInfo {
  const level = "";
  return {
    seat: number,
    name: `P${number}`,
    kind: "person",
    level,
    present: true,
    stand_in: false,
    released: false,
    patience: null,
    mine,
    resigned: false,
    kept: false,
    kept_for_me: false,
    program: false,
    time: null,
    chair: number,
  };
}

export function table(more: Partial<TableInfo> = {}): TableInfo {
  return {
    type: "table",
    id: "m",
    game: "g",
    options: "",
    status: "playing",
    seats: [seat(0, true), seat(1, false)],
    looking: 0,
    number: 0,
    host: true,
    secrets: false,
    drafts: false,
    commitment: "",
    parts: [],
    revealing: false,
    fixed: false,
    from_record: false,
    rematch: "",
    talk: "friends",
    watched: true,
    advice: false,
    programs: true,
    rated: false,
    paused: false,
    proposal: null,
    taken_over: [],
    ending: null,
    winners: [],
    time_control: null,
    gift: 0,
    starts_within: null,
    warming_up: false,
    unattended: false,
    ...more,
  };
}

export function choice(action: number, path: string, more: Partial<Choice> = {}): Choice {
  return { action, path: path.split(" "), ...more };
}

export const chip = (id: string) => ({ id, kind: id, symbol: "chip", label: phrase(id) });
const place = (id: string, x: number) => ({ id, x, y: 0, w: 1, h: 1, label: phrase(id) });

export function scene(awaited: number[], choices: Choice[], more: Partial<Scene> = {}): Scene {
  return {
    width: 3,
    height: 1,
    prompt: phrase("prompt"),
    places: [place("a", 0), place("b", 1), place("c", 2)],
    trays: [
      {
        id: "hand",
        label: phrase("hand"),
        role: "hand",
        seat: 0,
        pieces: ["one", "two"].map(chip),
      },
    ],
    choices,
    any_order: true,
    awaited,
    ...more,
  };
}

export const mine = scene(
  [0],
  [choice(1, "one a"), choice(2, "one b"), choice(3, "two a"), choice(4, "two b")],
);

export function view(number: number, shown: Scene, fresh = false): View {
  const entries = [{ number, seat: 0, phrases: [phrase(`said-${number}`)], at: 0 }];
  return {
    type: "view",
    number,
    entries: number ? entries : [],
    scene: shown,
    thinking: [],
    fresh,
    film: null,
    clock: null,
    former: null,
  };
}

export let session: TableSession;
let stop: () => void;
/** The element in which the table is rendered. */
export let root: HTMLElement;

/** The page's clock, in milliseconds, and pending animation frames. */
let clock = 0;
let frames: (() => void)[] = [];

/** Advance the page's clock. */
export function advanceClock(milliseconds: number): void {
  clock += milliseconds;
}

/** Run pending animation frames. */
export function paintFrames(): void {
  for (let picture = 0; picture < 2; picture += 1) {
    for (const frame of frames.splice(0)) frame();
  }
}

export async function serverSends(...messages: FromServer[]): Promise<void> {
  for (const message of messages) FakeSocket.last.onmessage?.({ data: JSON.stringify(message) });
  await new Promise((later) => setTimeout(later, 5));
  flushSync();
}

/** The newest message of a type that the session has sent. */
export function sent<T extends FromClient["type"]>(
  type: T,
): Extract<FromClient, { type: T }> | undefined {
  return FakeSocket.last.sent.findLast(
    (message): message is Extract<FromClient, { type: T }> => message.type === type,
  );
}

/** Start a new session before every test: it is seat 0's turn, on this device. */
export function useTableSession(): void {
  beforeEach(async () => {
    sessionStorage.clear();
    vi.stubGlobal("WebSocket", FakeSocket);
    clock = 1000;
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    session = new TableSession("m", () =>
      Promise.resolve({ first: 0, scene: mine, changes: [{}], entries: [] }),
    );
    root = document.createElement("div");
    stop = session.start(root, document.createElement("div"));
    FakeSocket.last.onopen?.();
    await serverSends(table(), view(0, mine, true));
  });

  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
