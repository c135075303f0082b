/** A sitting turns clicks into commands and questions, and shows what the server says in order. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Choice,
  FromClient,
  FromServer,
  Phrase,
  Scene,
  SeatInfo,
  TableInfo,
  View,
} from "../src/lib/protocol";
import { TableSession } from "../src/table/session.svelte";

vi.hoisted(() => {
  // jsdom has no media queries; asked for reduced motion, nothing flies.
  window.matchMedia = () =>
    ({
      matches: true,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
});

class Wire {
  static last: Wire;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  sent: FromClient[] = [];
  constructor() {
    Wire.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
}

const phrase = (key: string): Phrase => ({ type: "phrase", key });

function seat(number: number, mine: boolean): SeatInfo {
  const level = "";
  return {
    seat: number,
    name: `P${number}`,
    kind: "person",
    level,
    present: true,
    stand_in: false,
    mine,
  };
}

function table(more: Partial<TableInfo> = {}): TableInfo {
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
    rematch: "",
    ...more,
  };
}

function choice(action: number, path: string, more: Partial<Choice> = {}): Choice {
  return { action, path: path.split(" "), ...more };
}

const chip = (id: string) => ({ id, kind: id, symbol: "chip", label: phrase(id) });
const place = (id: string, x: number) => ({ id, x, y: 0, w: 1, h: 1, label: phrase(id) });

function scene(awaited: number[], choices: Choice[], more: Partial<Scene> = {}): Scene {
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
    awaited: awaited.map((number) => ({ type: "seat", seat: number })),
    ...more,
  };
}

const mine = scene(
  [0],
  [choice(1, "one a"), choice(2, "one b"), choice(3, "two a"), choice(4, "two b")],
);

function view(number: number, shown: Scene, fresh = false): View {
  const entries = [{ number, seat: 0, phrases: [phrase(`said-${number}`)], at: 0 }];
  return {
    type: "view",
    number,
    entries: number ? entries : [],
    scene: shown,
    thinking: [],
    fresh,
    film: null,
  };
}

let session: TableSession;
let stop: () => void;

async function says(...messages: FromServer[]): Promise<void> {
  for (const message of messages) Wire.last.onmessage?.({ data: JSON.stringify(message) });
  await new Promise((later) => setTimeout(later, 5));
  flushSync();
}

/** The newest message of a kind that the sitting has sent. */
function sent<T extends FromClient["type"]>(type: T): Extract<FromClient, { type: T }> | undefined {
  return Wire.last.sent.findLast(
    (message): message is Extract<FromClient, { type: T }> => message.type === type,
  );
}

beforeEach(async () => {
  vi.stubGlobal("WebSocket", Wire);
  session = new TableSession("m", () =>
    Promise.resolve({ first: 0, scenes: [mine, mine], entries: [] }),
  );
  stop = session.start(document.createElement("div"), document.createElement("div"));
  Wire.last.onopen?.();
  await says(table(), view(0, mine, true));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe("choosing", () => {
  it("sends the action as soon as the picks leave one", () => {
    session.pick("b");
    session.pick("one");
    expect(sent("act")).toMatchObject({ action: 2, seen: 0 });
    expect(session.choices).toEqual([]);
  });

  it("takes another chip instead of the one picked", () => {
    session.pick("one");
    session.pick("two");
    expect(session.picked).toEqual(["two"]);
    expect(sent("act")).toBeUndefined();
  });

  it("takes a pick back, by picking it again or with Escape", () => {
    session.pick("one");
    session.pick("one");
    expect(session.picked).toEqual([]);
    session.pick("two");
    session.back();
    expect(session.picked).toEqual([]);
  });

  it("asks why where a target does not follow, and shows the reason there", async () => {
    session.pick("one");
    session.pick("c");
    const question = sent("why");
    expect(question?.path).toEqual(["one", "c"]);
    const reason = { rule: "R-1", phrase: phrase("R-1"), culprits: ["a"] };
    await says({ type: "refused", id: question!.id, ...reason });
    expect(session.note).toEqual({ target: "c", ...reason });
    expect([...session.lit]).toEqual(["a"]);
    expect(session.picked).toEqual(["one"]);
  });

  it("goes on with a target that means nothing alone, to ask about the next", async () => {
    session.pick("c");
    await says({ type: "allowed", id: sent("why")!.id });
    session.pick("one");
    expect(sent("why")?.path).toEqual(["c", "one"]);
  });

  it("shows the refusal of an action and lets choose again", async () => {
    session.pick("one");
    session.pick("a");
    await says({
      type: "refused",
      id: sent("act")!.id,
      rule: "R-2",
      phrase: phrase("R-2"),
      culprits: [],
    });
    expect(session.note).toMatchObject({ target: "a", rule: "R-2" });
    expect(session.choices).toEqual(mine.choices);
  });

  it("says whom it waits for where nothing can be chosen", async () => {
    await says(view(1, scene([1], [])));
    session.pick("one");
    expect(session.note).toMatchObject({ target: "one", phrase: phrase("prompt") });
    expect(sent("why")).toBeUndefined();
  });

  it("waits for a second step where a choice asks for one", async () => {
    await says(view(1, scene([0], [choice(7, "one a", { confirm: true }), choice(8, "two b")])));
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toBeUndefined();
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 7 });
  });
});

describe("the preview", () => {
  it("draws the picked piece on the place pointed at, if it may go there", () => {
    session.pick("one");
    session.pointed = "b";
    expect(session.ghost).toMatchObject({ piece: { id: "one" }, place: { id: "b" } });
    session.pointed = "c";
    expect(session.ghost).toBeNull();
  });
});

describe("what happens", () => {
  it("comes into the log with the position that it led to", async () => {
    await says(view(1, scene([1], [])), view(2, mine));
    expect(session.entries.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.shown?.awaited).toEqual([{ type: "seat", seat: 0 }]);
  });

  it("keeps a half-made choice that still leads somewhere, and drops one that does not", async () => {
    session.pick("one");
    await says(view(1, mine));
    expect(session.picked).toEqual(["one"]);
    await says(view(2, scene([0], [choice(9, "two a"), choice(8, "two b")])));
    expect(session.picked).toEqual([]);
  });

  it("does not disturb a replay", async () => {
    await says(view(1, scene([1], [])));
    await session.replayAt(0);
    expect(session.replaying).toBe(true);
    expect(session.choices).toEqual([]);
    await says(view(2, scene([0], [choice(5, "one c"), choice(6, "two c")])));
    expect(session.at).toBe(0);
    await session.goLive();
    expect(session.choices).toHaveLength(2);
  });
});

describe("on one device", () => {
  const both = [seat(0, true), seat(1, true)];

  it("looks through the eyes of whoever is awaited", async () => {
    await says(table({ seats: both }), view(1, scene([1], [])));
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.veil).toBeNull();
  });

  it("covers secrets until the next player says to be alone", async () => {
    await says(table({ seats: both, secrets: true }));
    expect(session.veil).toBe(0);
    session.unveil();
    expect(session.veil).toBeNull();
    await says(view(1, scene([1], [])));
    expect(session.veil).toBe(1);
    expect(sent("look")).toBeUndefined();
    session.unveil();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.veil).toBe(1);
    await says(table({ seats: both, secrets: true, looking: 1 }), view(1, scene([1], []), true));
    expect(session.veil).toBeNull();
  });
});
