/** A sitting turns clicks into commands and questions, and shows what the server says in order. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Aim,
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
    clock: null,
  };
}

let session: TableSession;
let stop: () => void;
/** What the page draws in. */
let root: HTMLElement;

/** The page's clock, in milliseconds, and what waits for its next picture. */
let clock = 0;
let frames: (() => void)[] = [];

/** Let time pass on the page's clock. */
function passes(milliseconds: number): void {
  clock += milliseconds;
}

/** Let the browser paint what is in the page. */
function paints(): void {
  for (let picture = 0; picture < 2; picture += 1) {
    for (const frame of frames.splice(0)) frame();
  }
}

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
  clock = 1000;
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  session = new TableSession("m", () =>
    Promise.resolve({ first: 0, scenes: [mine, mine], entries: [] }),
  );
  root = document.createElement("div");
  stop = session.start(root, document.createElement("div"));
  Wire.last.onopen?.();
  await says(table(), view(0, mine, true));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

  it("is caught up with by a click, also if one's own event waits to be shown", async () => {
    void says(view(1, mine));
    session.pick("one");
    session.pick("a");
    void says({ type: "accepted", id: sent("act")!.id, number: 2 }, view(2, mine));
    session.pick("two");
    expect(session.picked).toEqual(["two"]);
    await says();
    session.pick("b");
    expect(sent("act")).toMatchObject({ action: 4, seen: 2 });
  });

  it("leaves nothing picked of what has been done, though it could be done again", async () => {
    session.pick("one");
    session.pick("a");
    await says({ type: "accepted", id: sent("act")!.id, number: 1 }, view(1, mine));
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

describe("trying out", () => {
  const one = scene([0], [choice(5, "one c"), choice(6, "two c")]);
  const two = scene([0], [choice(7, "one b"), choice(8, "two b")]);
  const end = scene([1], []);

  beforeEach(() => says(table({ drafts: true })));

  /** Pick a chip and a place, and let the server answer the draft. */
  async function tries(chip: string, place: string, shown: Scene): Promise<void> {
    session.pick(chip);
    session.pick(place);
    const id = sent("draft")!.id;
    const open = shown !== end;
    await says({ type: "drafted", id, number: session.connection.number, scene: shown, open });
  }

  const acts = () => Wire.last.sent.filter((message) => message.type === "act");
  const accept = (number: number) => says({ type: "accepted", id: sent("act")!.id, number });

  /** The connection breaks and comes back, with everything up to this event. */
  async function reconnects(number: number, shown: Scene): Promise<void> {
    Wire.last.onclose?.({ code: 1006 });
    session.connection.wake();
    Wire.last.onopen?.();
    await says(table({ drafts: true }), view(number, shown, true));
  }

  it("shows what would follow, and sends nothing", async () => {
    await tries("one", "a", one);
    await tries("two", "c", two);
    expect(sent("draft")?.actions).toEqual([1, 6]);
    expect(session.drafting.actions).toEqual([1, 6]);
    expect(session.shown).toEqual(two);
    expect(session.choices).toEqual(two.choices);
    expect(acts()).toEqual([]);
  });

  it("takes back one action after the other, or all", async () => {
    await tries("one", "a", one);
    await tries("two", "c", two);
    await session.undo();
    expect(session.shown).toEqual(one);
    await session.undo();
    expect(session.shown).toEqual(mine);
    await tries("one", "a", one);
    await tries("two", "c", two);
    await session.startOver();
    expect(session.shown).toEqual(mine);
    await tries("two", "b", one);
    expect(sent("draft")?.actions).toEqual([4]);
  });

  it("sends all in order once the turn would end, each action after the one before", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    expect(acts()).toMatchObject([{ action: 1, seen: 0 }]);
    expect(session.choices).toEqual([]);
    await says(view(1, mine));
    expect(session.shown).toEqual(one);
    await accept(1);
    expect(acts().map(({ action }) => action)).toEqual([1, 6]);
    expect(new Set(acts().map(({ id }) => id)).size).toBe(2);
    await accept(2);
    await says(view(2, end));
    expect(session.shown).toEqual(end);
    expect(session.entries.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.drafting.steps).toEqual([]);
    expect(session.underway).toBeNull();
  });

  it("sends a lone action that ends the turn at once", async () => {
    await tries("one", "a", end);
    expect(acts()).toMatchObject([{ action: 1 }]);
  });

  it("goes on sending when a lost connection is back", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    const first = sent("act")!;
    await reconnects(1, mine);
    expect(acts()).toEqual([first]);
    expect(session.shown).toEqual(one);
    await accept(1);
    expect(acts().map(({ action }) => action)).toEqual([1, 6]);
  });

  it("keeps what was tried out over a lost connection", async () => {
    await tries("one", "a", one);
    await reconnects(0, mine);
    expect(session.shown).toEqual(one);
    expect(session.drafting.actions).toEqual([1]);
  });

  it("stops at a refusal, drops the rest and shows the reason", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    const refusal = { rule: "R-3", phrase: phrase("R-3"), culprits: [] };
    await says({ type: "refused", id: sent("act")!.id, ...refusal });
    expect(acts()).toHaveLength(1);
    expect(session.note).toMatchObject(refusal);
    expect(session.drafting.steps).toEqual([]);
    expect(session.shown).toEqual(mine);
    expect(session.choices).toEqual(mine.choices);
  });

  it("stops sending when somebody else's event has come in between", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    const news = scene([0], [choice(6, "one a"), choice(3, "two b")]);
    await says(view(1, mine), view(2, news));
    await accept(1);
    expect(acts()).toHaveLength(1);
    expect(session.shown).toEqual(news);
    expect(session.note).toMatchObject({ phrase: phrase("table-draft-void") });
    expect(session.choices).toEqual(news.choices);
  });

  it("stops sending when the answer tells of an event that is not known yet", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    await accept(2);
    expect(acts()).toHaveLength(1);
    expect(session.note).toMatchObject({ phrase: phrase("table-draft-void") });
    const news = scene([0], [choice(6, "one a"), choice(3, "two b")]);
    await says(view(1, mine), view(2, news));
    expect(session.shown).toEqual(news);
  });

  it("is void once something has happened, and says so", async () => {
    await tries("one", "a", one);
    const news = scene([0], [choice(9, "one a"), choice(3, "two b")]);
    await says(view(1, news));
    expect(session.shown).toEqual(news);
    expect(session.drafting.steps).toEqual([]);
    expect(session.note).toMatchObject({ phrase: phrase("table-draft-void"), mild: true });
  });

  it("is void if the server has tried it out on a later position", async () => {
    session.pick("one");
    session.pick("a");
    const id = sent("draft")!.id;
    await says({ type: "drafted", id, number: 1, scene: one, open: true }, view(1, two));
    expect(session.drafting.steps).toEqual([]);
    expect(session.shown).toEqual(two);
    expect(session.choices).toEqual(two.choices);
  });

  it("keeps what was possible when the next action is not", async () => {
    await tries("one", "a", one);
    session.pick("two");
    session.pick("c");
    const refusal = { rule: "R-4", phrase: phrase("R-4"), culprits: [] };
    await says({ type: "refused", id: sent("draft")!.id, ...refusal });
    expect(session.note).toMatchObject({ rule: "R-4" });
    expect(session.drafting.actions).toEqual([1]);
    expect(session.shown).toEqual(one);
  });

  it("asks why something is not possible after what was tried out", async () => {
    await tries("one", "a", one);
    session.pick("b");
    expect(sent("why")).toMatchObject({ path: ["b"], after: [1] });
    const reason = { rule: "R-5", phrase: phrase("R-5"), culprits: [] };
    await says({ type: "refused", id: sent("why")!.id, ...reason });
    expect(session.note).toMatchObject({ target: "b", rule: "R-5" });
  });

  it("wants no reason any more once it was taken back", async () => {
    await tries("one", "a", one);
    session.pick("b");
    await session.undo();
    const reason = { rule: "R-5", phrase: phrase("R-5"), culprits: [] };
    await says({ type: "refused", id: sent("why")!.id, ...reason });
    expect(session.note).toBeNull();
  });

  it("comes back after a look at the replay", async () => {
    await says(view(1, mine));
    await tries("one", "a", one);
    await session.replayAt(0);
    await session.goLive();
    expect(session.shown).toEqual(one);
    expect(session.choices).toEqual(one.choices);
  });
});

describe("a race", () => {
  const choices = [choice(1, "one a"), choice(2, "two b")];
  const question = scene([0, 1], choices, { race: "first" });

  it("is timed from the painted question to the claim", async () => {
    await says(view(1, question));
    passes(90);
    paints();
    passes(700.4);
    session.pick("one");
    passes(300);
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(1000);
  });

  it("goes on being timed when a scene of the same race comes", async () => {
    await says(view(1, question));
    paints();
    passes(500);
    await says(view(2, { ...question, prompt: phrase("others have passed") }));
    paints();
    passes(500);
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(1000);
  });

  it("knows how much time is left to think, also for who comes later", async () => {
    await says(view(1, question));
    expect(session.racing.limit).toBeNull();
    passes(1000);
    await says({ ...view(2, question), clock: { left: 42_000, whole: 60_000 } });
    expect(session.racing.limit).toEqual({ end: performance.now() + 42_000, whole: 60_000 });
    await says(view(3, mine));
    expect(session.racing.limit).toBeNull();
  });

  it("is seen at once, whatever is still in motion", async () => {
    const token = document.createElement("i");
    token.dataset.piece = "three";
    root.append(token);
    const motion = { finished: new Promise(() => {}) } as unknown as Animation;
    token.animate = vi.fn(() => motion);
    await says(view(1, { ...mine, pieces: [{ ...chip("three"), x: 1, y: 0 }] }));
    expect(token.animate).toHaveBeenCalled();
    await says(view(2, mine));
    expect(session.shown?.pieces).toHaveLength(1);
    await says(view(3, question));
    expect(session.shown).toEqual(question);
    expect(session.entries.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("takes one claim until it is answered, whatever others do meanwhile", async () => {
    await says(view(1, question));
    paints();
    session.pick("one");
    session.pick("a");
    await says(view(2, { ...question, prompt: phrase("another was wrong") }));
    expect(session.choices).toEqual([]);
    await says({ type: "accepted", id: sent("act")!.id, number: 3 });
    expect(session.choices).toEqual(choices);
  });

  it("is timed anew for the next question", async () => {
    await says(view(1, question));
    paints();
    passes(5000);
    await says(view(2, { ...question, race: "second" }));
    paints();
    passes(800);
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(800);
  });

  it("leaves the time to the server where the question was not painted yet", async () => {
    await says(view(1, question));
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBeNull();
  });

  it("leaves actions outside races without a time", async () => {
    await says(view(1, question));
    paints();
    await says(view(2, mine));
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBeNull();
  });

  it("tells who was too late kindly, also after the race", async () => {
    await says(view(1, question));
    session.pick("one");
    session.pick("a");
    const late = { ...phrase("problem-too-late"), values: { milliseconds: 120 } };
    const refused = { type: "refused" as const, rule: "", phrase: late, culprits: [] };
    await says({ ...refused, id: sent("act")!.id }, view(2, scene([1], [])));
    expect(session.note).toMatchObject({ phrase: late, mild: true, target: null });
  });
});

describe("a claim that comes when the race is over", () => {
  it("is told so, and by no rule", async () => {
    await says(view(1, scene([0, 1], [choice(1, "one a"), choice(2, "two b")], { race: "r" })));
    session.pick("one");
    session.pick("a");
    const id = sent("act")!.id;
    await says(view(2, mine));
    await says({ type: "refused", id, rule: "R-6", phrase: phrase("R-6"), culprits: [] });
    expect(session.note).toMatchObject({ phrase: phrase("table-race-over"), rule: "", mild: true });
  });
});

describe("a race on one device", () => {
  const both = [seat(0, true), seat(1, true), seat(2, false)];
  const choices = [choice(1, "one a"), choice(2, "two b")];
  const question = scene([0, 1, 2], choices, { race: "first" });

  beforeEach(async () => {
    await says(table({ seats: both }), view(1, question));
    paints();
  });

  it("lets nobody claim before a buzzer is pressed", () => {
    expect(session.choices).toEqual([]);
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    expect(session.note).toMatchObject({ phrase: phrase("table-buzz-first"), mild: true });
  });

  it("takes the time of the buzzer, and the claim through the eyes of who pressed it", async () => {
    passes(1500);
    session.press(1);
    expect(Wire.last.sent.slice(-2)).toEqual([
      { type: "look", seat: 1 },
      { type: "buzz", elapsed: 1500 },
    ]);
    expect(session.choices).toEqual([]);
    await says(table({ seats: both, looking: 1 }), view(1, question, true));
    expect(session.choices).toEqual(choices);
    passes(2000);
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 1, elapsed: 1500 });
  });

  it("hears the first buzzer only, until it is let go", () => {
    session.press(0);
    session.press(1);
    expect(session.racing.buzz?.seat).toBe(0);
    session.release();
    expect(session.choices).toEqual([]);
    session.press(1);
    expect(session.racing.buzz?.seat).toBe(1);
  });

  it("is not let go by a click beside everything, but with Escape", () => {
    session.press(0);
    session.aside();
    expect(session.racing.buzz?.seat).toBe(0);
    session.back();
    expect(session.racing.buzz).toBeNull();
  });

  it("has no buzzers for others, nor for who is out", async () => {
    session.press(2);
    expect(session.racing.buzz).toBeNull();
    await says(view(2, { ...question, awaited: [{ type: "seat", seat: 0 }] }));
    session.press(1);
    expect(session.racing.buzz).toBeNull();
  });

  it("gives the buzzers back after a claim that did not end the race", async () => {
    session.press(0);
    session.pick("one");
    session.pick("a");
    await says({ type: "accepted", id: sent("act")!.id, number: 2 });
    await says(view(2, { ...question, awaited: [{ type: "seat", seat: 1 }] }));
    expect(session.racing.buzz).toBeNull();
    expect(session.mayPress(1)).toBe(true);
    expect(session.mayPress(0)).toBe(false);
  });

  it("looks through the eyes of who may still claim once the other is out", async () => {
    session.press(0);
    session.pick("one");
    session.pick("a");
    await says(view(2, { ...question, awaited: [{ type: "seat", seat: 1 }] }));
    expect(sent("look")).toBeUndefined();
    await says({ type: "accepted", id: sent("act")!.id, number: 2 });
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    await says(table({ seats: both, looking: 1 }), view(2, question, true));
    expect(session.unclaimed).toBe(true);
    session.press(1);
    expect(session.choices).toEqual(choices);
  });

  it("leaves the eyes to who has pressed the buzzer, even if somebody else is out", async () => {
    session.press(1);
    await says(table({ seats: both, looking: 1 }), view(1, question, true));
    await says(view(2, { ...question, awaited: [{ type: "seat", seat: 1 }] }));
    expect(session.looking).toBe(1);
    expect(session.racing.buzz?.seat).toBe(1);
  });

  it("hands the device to whoever is awaited once the race is over", async () => {
    await says(view(2, scene([1], [])));
    expect(session.buzzing).toBe(false);
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
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

  it("lets whoever is asked for take the device before anybody else is asked for", async () => {
    await says(table({ seats: both, secrets: true }), view(1, scene([], [])));
    expect(session.veil).toBe(0);
    await says(view(2, scene([1], [])));
    expect(session.veil).toBe(0); // not turned into the other's at the very touch
    session.unveil();
    expect(sent("look")).toBeUndefined();
    expect(session.veil).toBe(1);
    session.unveil();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
  });

  it("lets another player interrupt, and then goes on with whoever is awaited", async () => {
    const seats = [...both, seat(2, false)];
    const interrupt = { buttons: [{ id: "stop", label: phrase("stop"), tone: "alarm" as const }] };
    const own = scene([0], [choice(1, "stop")], interrupt);
    await says(table({ seats, secrets: true }), view(1, own));
    session.unveil();
    expect(session.mayTakeOver(2)).toBe(false);
    session.takeOver(1);
    expect(session.veil).toBe(1);
    session.unveil();
    await says(table({ seats, secrets: true, looking: 1 }), view(1, own, true));
    expect(session.veil).toBeNull();
    session.pick("stop");
    expect(sent("act")).toMatchObject({ action: 1 });
    await says({ type: "accepted", id: sent("act")!.id, number: 2 }, view(2, own));
    expect(session.veil).toBe(0);
  });

  it("keeps who has taken the device over while others go on", async () => {
    const seats = [...both, seat(2, false)];
    await says(table({ seats, secrets: true }));
    session.unveil();
    session.takeOver(1);
    session.unveil();
    await says(table({ seats, secrets: true, looking: 1 }), view(0, mine, true));
    await says(view(1, scene([2], [])), view(2, mine));
    expect(session.veil).toBeNull();
    expect(session.looking).toBe(1);
    session.takeOver(0);
    expect(session.veil).toBe(0);
  });

  it("gives the device back unseen if it was taken by mistake", async () => {
    await says(table({ seats: both, secrets: true }));
    session.unveil();
    session.takeOver(1);
    expect(session.refusable).toBe(true);
    session.giveBack();
    expect(session.veil).toBe(0);
    session.unveil();
    expect(session.veil).toBeNull();
    expect(sent("look")).toBeUndefined();
  });

  it("offers no taking over where it would be of no use", async () => {
    await says(table({ seats: both }));
    expect(session.mayTakeOver(1)).toBe(false);
  });
});

describe("aiming", () => {
  const aim = (piece: string, action: number): Aim => ({
    piece,
    symbol: "chip",
    w: 1,
    h: 1,
    x: 0,
    y: -1,
    step: 0.5,
    floor: 9,
    turns: [
      { turn: 0, first: 2, last: 10, action },
      { turn: 90, first: 4, last: 8, action: action + 9 },
    ],
    label: phrase("drop"),
  });
  const mayDrop = scene([0], [], { aims: [aim("one", 100), aim("two", 200)] });

  beforeEach(() => says(view(1, mayDrop)));

  it("begins with the piece picked, and ends where the hand lets go", () => {
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    session.aiming.step(2);
    session.aiming.turn(1);
    session.aiming.letGo();
    expect(sent("act")).toMatchObject({ action: 113 });
  });

  it("holds the piece where it was until the server answers", () => {
    session.pick("one");
    session.aiming.to(4.4);
    session.aiming.letGo();
    session.aiming.step(-3);
    expect(session.aiming.held).toMatchObject({ position: 9, x: 4.5 });
    expect(session.aiming.free).toBe(false);
  });

  it("goes on with another piece at the same place", () => {
    session.pick("one");
    session.aiming.step(3);
    session.pick("two");
    expect(session.aiming.held).toMatchObject({ action: 207 });
  });

  it("is not carried out but given up by picking the piece again", () => {
    session.pick("one");
    session.pick("one");
    expect(session.aiming.held).toBeNull();
    expect(sent("act")).toBeUndefined();
  });

  it("survives what others do, as long as the piece may still be dropped", async () => {
    session.pick("one");
    await says(view(2, mayDrop));
    expect(session.aiming.held?.aim.piece).toBe("one");
    await says(view(3, scene([1], [])));
    expect(session.aiming.held).toBeNull();
  });

  it("is not for those who only look at the past", async () => {
    session.pick("one");
    await session.replayAt(0);
    expect(session.aiming.held).toBeNull();
  });
});

describe("a film", () => {
  it("keeps nobody waiting who asked for reduced motion", async () => {
    const film = { rate: 60, frames: 6000, tracks: [] };
    await says({ ...view(1, scene([1], [], { width: 7 })), film });
    expect(session.shown?.width).toBe(7);
    expect(session.projector.poses).toBeNull();
  });
});
