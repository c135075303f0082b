/** The connection comes back by itself, and neither events nor commands are lost or doubled. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ANSWER_TIMEOUT,
  BUSY_RETRY_DELAY,
  Connection,
  RESTART_SPREAD,
  type Health,
} from "../src/lib/connection";
import {
  MAX_RETRY_DELAY,
  OPEN_TIMEOUT,
  PING_INTERVAL,
  PONG_TIMEOUT,
  type Socket,
} from "../src/lib/reconnectingSocket";
import type { Changes } from "../src/lib/changes";
import type { Changed, Draft, FromClient, FromServer, LogEntry, Scene, TableInfo, View } from "../src/lib/protocol";

class Wire implements Socket {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  sent: FromClient[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.onclose?.({ code });
  }
}

let wires: Wire[];
let health: Health[];
let overdue: boolean[];
let problems: string[];
let views: number[];
let scenes: Scene[];
/** Whether layers were requested, by connection. */
let aided: boolean[];
let connection: Connection;

/** The newest connection. */
function wire(): Wire {
  return wires.at(-1)!;
}

function view(number: number, first: number, fresh = false): View {
  const entries: LogEntry[] = [];
  for (let n = first; n <= number; n += 1) entries.push({ number: n, seat: 0, phrases: [], at: 0 });
  const prompt = { key: "prompt", values: {} } as const;
  return {
    type: "view",
    number,
    entries,
    scene: { width: 1, height: 1, prompt },
    thinking: [],
    fresh,
    film: null,
    clock: null,
    former: null,
  };
}

function table(looking: number): TableInfo {
  return { type: "table", looking } as TableInfo;
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  health = [];
  overdue = [];
  problems = [];
  views = [];
  scenes = [];
  aided = [];
  connection = new Connection(
    {
      health: (state) => health.push(state),
      overdue: (on) => overdue.push(on),
      table: () => {},
      view: (shown) => {
        views.push(shown.number);
        scenes.push(shown.scene);
      },
      thinking: () => {},
      said: () => {},
      problem: ({ phrase }) => problems.push(phrase.key),
      line: () => {},
    },
    (wanted) => {
      aided.push(wanted);
      wires.push(new Wire());
      return wire();
    },
  );
  connection.start();
  wire().onopen?.();
  wire().says(view(3, 1, true));
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe("events", () => {
  it("are shown once each, in order", () => {
    wire().says(view(4, 4));
    wire().says(view(4, 4));
    wire().says(view(3, 3));
    wire().says(view(5, 5));
    expect(views).toEqual([3, 4, 5]);
  });

  it("that are missing are asked for, once", () => {
    wire().says(view(6, 6));
    wire().says(view(7, 7));
    expect(wire().sent).toEqual([{ type: "sync", have: 3 }]);
    wire().says(view(7, 4));
    expect(views).toEqual([3, 7]);
  });

  it("come anew with a fresh view, also of a lower number", () => {
    wire().says(view(2, 1, true));
    expect(views).toEqual([3, 2]);
    expect(connection.number).toBe(2);
  });
});

it("keeps what is done while a connection closes for the next one", () => {
  const before = wire().sent.length;
  wire().readyState = 2;
  void connection.act(7);
  expect(wire().sent).toHaveLength(before);
  wire().onclose?.({ code: 1012 });
  vi.advanceTimersByTime(2_000);
  wire().onopen?.();
  expect(wire().sent.filter(({ type }) => type === "act")).toHaveLength(1);
});

describe("attention", () => {
  const sent = () => wire().sent.filter(({ type }) => type === "attention");

  it("is told of when it changes, and again after a reconnection", () => {
    connection.setAttention(true);
    expect(sent()).toEqual([]);
    connection.setAttention(false);
    connection.setAttention(false);
    expect(sent()).toEqual([{ type: "attention", on: false }]);
    wire().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(2_000);
    wire().onopen?.();
    expect(sent()).toEqual([{ type: "attention", on: false }]);
    connection.setAttention(true);
    expect(sent()).toHaveLength(2);
  });
});

describe("changes", () => {
  const changed = (base: number, number: number, changes: Changes): Changed => {
    const { entries, thinking } = view(number, base + 1);
    return { type: "changed", base, number, entries, changes, thinking, film: null, clock: null };
  };

  it("come to what is known", () => {
    wire().says(changed(3, 4, { width: 2 }));
    wire().says(changed(4, 6, { height: 3 }));
    expect(views).toEqual([3, 4, 6]);
    expect(scenes.at(-1)).toMatchObject({ width: 2, height: 3 });
  });

  it("of another scene are not shown: all of it is asked for, once", () => {
    wire().says(changed(4, 5, { width: 2 }));
    wire().says(changed(5, 6, { width: 4 }));
    expect(wire().sent).toEqual([{ type: "sync", have: 3 }]);
    wire().says(view(6, 4));
    wire().says(changed(6, 7, { width: 5 }));
    expect(views).toEqual([3, 6, 7]);
    expect(scenes.at(-1)).toMatchObject({ width: 5 });
  });

  it("that do not fit have the present scene sent again", () => {
    wire().says(changed(3, 4, { pieces: [2] }));
    expect(wire().sent).toEqual([{ type: "sync", have: 3 }]);
    expect(views).toEqual([3]);
  });

  it("are shown once each", () => {
    wire().says(changed(3, 4, { width: 2 }));
    wire().says(changed(3, 4, { width: 2 }));
    expect(views).toEqual([3, 4]);
    expect(wire().sent).toEqual([]);
  });
});

describe("commands", () => {
  it("are answered by their id", async () => {
    const answer = connection.act(7);
    const [act] = wire().sent;
    expect(act).toMatchObject({ type: "act", action: 7, seen: 3 });
    wire().says({ type: "accepted", id: (act as { id: string }).id, number: 4 });
    await expect(answer).resolves.toMatchObject({ type: "accepted", number: 4 });
  });

  it("without an answer are sent again with the same id after a reconnection", async () => {
    const answer = connection.act(7);
    const first = wire().sent[0] as { id: string };
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    expect(wires).toHaveLength(2);
    expect(wire().sent).toEqual([first]);
    wire().says({ type: "accepted", id: first.id, number: 4 });
    await expect(answer).resolves.toMatchObject({ number: 4 });
  });

  it.each(["problem-storage", "problem-table-busy"])(
    "that cannot be carried out just now are tried again with the same id: %s",
    async (key) => {
      const answer = connection.act(7);
      const first = wire().sent[0] as { id: string };
      for (let tries = 1; tries < 4; tries += 1) {
        expect(wire().sent).toEqual(Array(tries).fill(first));
        wire().says({ type: "problem", phrase: { key, values: {} }, id: first.id, detail: "" });
        expect(overdue.at(-1)).toBe(true);
        vi.advanceTimersByTime(BUSY_RETRY_DELAY);
      }
      wire().says({ type: "accepted", id: first.id, number: 4 });
      await expect(answer).resolves.toMatchObject({ type: "accepted", number: 4 });
      expect(overdue.at(-1)).toBe(false);
      expect(problems).toEqual([]);
      vi.advanceTimersByTime(BUSY_RETRY_DELAY);
      expect(wire().sent.filter(({ type }) => type === "act")).toHaveLength(4);
    },
  );

  it("that cannot be carried out just now are tried once after a reconnection", () => {
    void connection.act(7);
    const first = wire().sent[0] as { id: string };
    const phrase = { key: "problem-storage", values: {} };
    wire().says({ type: "problem", phrase, id: first.id, detail: "" });
    wire().breaks(1012);
    vi.advanceTimersByTime(RESTART_SPREAD);
    wire().onopen?.();
    vi.advanceTimersByTime(BUSY_RETRY_DELAY);
    expect(wire().sent).toEqual([first]);
  });

  it("that are tried again are sent through the eyes that they were given through", () => {
    connection.viewAs(1);
    void connection.act(7);
    const { id } = wire().sent[1] as { id: string };
    connection.viewAs(0);
    const phrase = { key: "problem-storage", values: {} };
    wire().says({ type: "problem", phrase, id, detail: "" });
    wire().sent.length = 0;
    vi.advanceTimersByTime(BUSY_RETRY_DELAY);
    expect(wire().sent).toMatchObject([
      { type: "look", seat: 1 },
      { type: "act", id },
      { type: "look", seat: 0 },
    ]);
  });

  it("given while the connection is away are sent when it is back", () => {
    wire().breaks();
    void connection.act(9);
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    expect(wire().sent).toEqual([]);
    wire().onopen?.();
    expect(wire().sent).toMatchObject([{ type: "act", action: 9 }]);
  });

  it("that were answered are not sent again", () => {
    void connection.act(7);
    wire().says({ type: "accepted", id: (wire().sent[0] as { id: string }).id, number: 4 });
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    expect(wire().sent).toEqual([]);
  });
});

describe("a draft", () => {
  it("is asked about and answered, and nothing is carried out", async () => {
    const answer = connection.draft([4, 7]);
    const [draft] = wire().sent;
    expect(draft).toMatchObject({ type: "draft", actions: [4, 7] });
    const { id } = draft as Draft;
    wire().says({ type: "drafted", id, number: 3, changes: { width: 4 }, open: true });
    const scene = { ...view(3, 3).scene, width: 4 };
    await expect(answer).resolves.toMatchObject({ type: "drafted", number: 3, scene, open: true });
    expect(views).toEqual([3]);
  });
});

describe("a draft of another event", () => {
  it("shows nothing", async () => {
    const answer = connection.draft([4]);
    const { id } = wire().sent[0] as Draft;
    wire().says({ type: "drafted", id, number: 4, changes: { width: 4 }, open: true });
    await expect(answer).resolves.toMatchObject({ type: "drafted", number: 4, scene: null });
  });
});

describe("a race", () => {
  it("tells how long the seat has taken", () => {
    void connection.act(7, 1234);
    expect(wire().sent).toMatchObject([{ type: "act", action: 7, elapsed: 1234 }]);
  });

  it("has its probes sent back at once, so that the server knows the way of a message", () => {
    wire().says({ type: "probe", stamp: 17 });
    expect(wire().sent).toEqual([{ type: "echo", stamp: 17 }]);
  });
});

describe("a broken connection", () => {
  it("is tried again and again, with longer waits", () => {
    for (let tries = 0; tries < 6; tries += 1) {
      wire().breaks();
      vi.advanceTimersByTime(MAX_RETRY_DELAY * 2);
    }
    expect(wires).toHaveLength(7);
    expect(health.filter((state) => state === "reconnecting")).toHaveLength(6);
    wire().onopen?.();
    expect(health.at(-1)).toBe("live");
  });

  it("is given up where it does not open, and dialled anew", () => {
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(OPEN_TIMEOUT);
    expect(wires[1]!.closed).toBe(true);
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    expect(wires).toHaveLength(3);
    wire().onopen?.();
    vi.advanceTimersByTime(OPEN_TIMEOUT);
    expect(wire().closed).toBe(false);
  });

  it("comes back at once where the server sends it elsewhere, and more slowly after that", () => {
    wire().breaks(1012);
    vi.advanceTimersByTime(RESTART_SPREAD);
    expect(wires).toHaveLength(2);
    wire().breaks(1012);
    vi.advanceTimersByTime(RESTART_SPREAD);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    expect(wires).toHaveLength(3);
  });

  it("looks through the same eyes again", () => {
    connection.viewAs(1);
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    expect(wire().sent).toEqual([{ type: "look", seat: 1 }]);
  });

  it("has every command sent again through the eyes that it was given through", () => {
    wire().says(table(0));
    void connection.act(5);
    connection.viewAs(1);
    wire().says(table(1));
    void connection.act(6);
    connection.viewAs(2);
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    expect(wire().sent).toMatchObject([
      { type: "look", seat: 0 },
      { type: "act", action: 5 },
      { type: "look", seat: 1 },
      { type: "act", action: 6 },
      { type: "look", seat: 2 },
    ]);
  });

  it("keeps the eyes asked for when the match begins and gives it others", () => {
    connection.viewAs(null);
    wire().says({ ...table(0), looking: null, status: "waiting" } as TableInfo);
    wire().sent = [];
    wire().says({ ...table(0), status: "playing" } as TableInfo);
    expect(wire().sent).toEqual([{ type: "look", seat: null }]);
    wire().says(view(4, 1, true));
    expect(views).toEqual([3]);
  });

  it("gives up eyes that somebody else has now, and what was to be done through them", async () => {
    connection.viewAs(1);
    wire().says(table(1));
    wire().says(view(3, 1, true));
    const answer = connection.act(5);
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    wire().says(table(0));
    const phrase = { key: "problem-other-seat", values: {} } as const;
    wire().says({ type: "problem", phrase, id: "", detail: "" });
    expect(await answer).toMatchObject({ type: "problem", phrase });
    wire().onopen?.();
    expect(wire().sent).toEqual([]);
    views = [];
    wire().says(table(0));
    wire().says(view(4, 1, true));
    expect(views).toEqual([4]);
  });

  it("shows nothing through other eyes than those asked for", () => {
    connection.viewAs(1);
    wire().says(table(1));
    wire().says(view(3, 1, true));
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    views = [];
    wire().says(table(0));
    wire().says(view(4, 1, true));
    expect(views).toEqual([]);
    wire().says(table(1));
    wire().says(view(4, 1, true));
    expect(views).toEqual([4]);
  });

  it("is noticed by its silence", () => {
    vi.advanceTimersByTime(PING_INTERVAL);
    expect(wire().sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(PONG_TIMEOUT);
    expect(health.at(-1)).toBe("reconnecting");
    expect(wires[0]!.closed).toBe(true);
  });

  it("is noticed sooner by its silence after a command", () => {
    void connection.act(7);
    const act = wire().sent[0];
    vi.advanceTimersByTime(ANSWER_TIMEOUT);
    expect(wire().sent).toEqual([act, { type: "ping" }]);
    vi.advanceTimersByTime(PONG_TIMEOUT);
    expect(health.at(-1)).toBe("reconnecting");
  });

  it("is left alone after a command that is answered", () => {
    void connection.act(7);
    wire().says({ type: "accepted", id: (wire().sent[0] as { id: string }).id, number: 4 });
    vi.advanceTimersByTime(ANSWER_TIMEOUT);
    expect(wire().sent).toHaveLength(1);
    expect(overdue).toEqual([]);
  });

  it("is told of as long as a command has waited long, over reconnections, too", () => {
    void connection.act(7);
    void connection.why(["a"]);
    const [act, why] = wire().sent as { id: string }[];
    vi.advanceTimersByTime(ANSWER_TIMEOUT);
    expect(overdue.at(-1)).toBe(true);
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    wire().onopen?.();
    wire().says({ type: "accepted", id: act!.id, number: 4 });
    expect(overdue.at(-1)).toBe(true);
    wire().says({ type: "allowed", id: why!.id });
    expect(overdue.at(-1)).toBe(false);
  });

  it("is tried at once when the page wakes up", () => {
    wire().breaks();
    connection.reconnectNow();
    expect(wires).toHaveLength(2);
  });

  it("has as long to open when the page wakes up meanwhile", () => {
    wire().breaks();
    connection.reconnectNow();
    connection.reconnectNow();
    vi.advanceTimersByTime(OPEN_TIMEOUT - 1);
    expect(wires).toHaveLength(2);
    expect(wire().closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(wire().closed).toBe(true);
  });

  it("is not tried before a server that has too much to do wants it", () => {
    const phrase = { key: "problem-server-full", values: { seconds: 60 } };
    wire().says({ type: "problem", phrase, id: "", detail: "" });
    wire().breaks(4429);
    vi.advanceTimersByTime(59_000);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(wires).toHaveLength(2);
  });

  it("stays closed where there is no such match", () => {
    wire().breaks(4404);
    vi.advanceTimersByTime(MAX_RETRY_DELAY * 4);
    expect(wires).toHaveLength(1);
    expect(health.at(-1)).toBe("gone");
  });

  it("does not give a match up at once that was there before", () => {
    wire().says(table(0));
    wire().breaks(4404);
    vi.advanceTimersByTime(MAX_RETRY_DELAY * 2);
    expect(health.at(-1)).toBe("reconnecting");
    for (let tries = 0; tries < 2; tries += 1) {
      wire().onopen?.();
      wire().breaks(4404);
      vi.advanceTimersByTime(MAX_RETRY_DELAY * 2);
    }
    expect(health.at(-1)).toBe("gone");
  });
});

describe("aids", () => {
  const changed = (number: number, base: number): Changed => ({
    type: "changed",
    number,
    base,
    entries: [],
    changes: { turns: true },
    thinking: [],
    film: null,
    clock: null,
  });

  it("are shown when they come, though nothing has happened", () => {
    connection.setAids(true);
    connection.setAids(true);
    expect(wire().sent).toEqual([{ type: "aids", on: true }]);
    wire().says(changed(3, 3));
    expect(views).toEqual([3, 3]);
    expect(scenes.at(-1)?.turns).toBe(true);
  });

  it("are no reason to show once more what has come before", () => {
    wire().says(changed(3, 2));
    expect(views).toEqual([3]);
    expect(wire().sent).toEqual([]);
  });

  it("are asked for when the connection comes back, and when they were switched meanwhile", () => {
    connection.setAids(true);
    wire().breaks();
    vi.advanceTimersByTime(MAX_RETRY_DELAY);
    expect(aided).toEqual([false, true]);
    connection.setAids(false);
    wire().onopen?.();
    expect(wire().sent).toEqual([{ type: "aids", on: false }]);
  });
});
