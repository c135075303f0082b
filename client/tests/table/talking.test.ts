/** Table talk comes quietly, is muted with a tap, and stays muted. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Remark } from "../../src/lib/protocol";
import { SEEN, Talking } from "../../src/talk/talking.svelte";
import { says, seat, session, sitsDown, table } from "./sitting";

beforeEach(() => localStorage.clear());
sitsDown();

const remark = (number: number, more: Partial<Remark> = {}): Remark => ({
  number,
  seat: 1,
  name: "P1",
  kind: "text",
  at: 0,
  text: `said ${number}`,
  ...more,
});
const heard = () => session.talking.remarks.map(({ number }) => number);

describe("what is said", () => {
  it("is counted as new until it is looked at, what one says oneself is not", async () => {
    await says({ type: "said", remarks: [remark(1)], fresh: true });
    expect(session.talking.unread).toBe(0);
    await says({ type: "said", remarks: [remark(2)], fresh: false });
    await says({ type: "said", remarks: [remark(3, { seat: 0, name: "P0" })], fresh: false });
    expect(session.talking.unread).toBe(1);
    expect(session.talking.latest?.number).toBe(2);
    session.talking.look();
    expect(session.talking.unread).toBe(0);
  });

  it("is new if it was said while the connection was lost, though nothing had been said before", async () => {
    session.talking.connects();
    session.talking.connects();
    await says({ type: "said", remarks: [remark(1)], fresh: true });
    expect(session.talking.unread).toBe(1);
  });

  it("is heard once, however often it is told", async () => {
    await says({ type: "said", remarks: [remark(1)], fresh: false });
    await says({ type: "said", remarks: [remark(1)], fresh: false });
    expect(heard()).toEqual([1]);
    await says({ type: "said", remarks: [remark(1), remark(2)], fresh: true });
    expect(heard()).toEqual([1, 2]);
  });

  it("shows at the seat for a moment where it is a reaction", async () => {
    await says({ type: "said", remarks: [remark(1)], fresh: false });
    expect(session.talking.bubbles.size).toBe(0);
    vi.useFakeTimers();
    session.talking.take({
      type: "said",
      remarks: [remark(2, { kind: "reaction", text: "wow" })],
      fresh: false,
    });
    expect(session.talking.bubbles.get(1)?.text).toBe("wow");
    vi.advanceTimersByTime(SEEN);
    expect(session.talking.bubbles.size).toBe(0);
    vi.useRealTimers();
  });

  it("is not heard from whom one has muted, here and later", async () => {
    session.talking.mute("P1", true);
    await says({ type: "said", remarks: [remark(1), remark(2, { name: "P2" })], fresh: false });
    expect(heard()).toEqual([2]);
    session.talking.hush(true);
    expect(heard()).toEqual([]);
    const again = new Talking("m", session.seating, () => undefined);
    expect(again.quiet).toBe(true);
    session.talking.hush(false);
    session.talking.mute("P1", false);
    expect(heard()).toEqual([1, 2]);
  });

  it("is always heard where the table itself tells of somebody", async () => {
    session.talking.hush(true);
    await says({ type: "said", remarks: [remark(1, { kind: "advice", text: "" })], fresh: false });
    expect(heard()).toEqual([1]);
  });
});

describe("what nothing comes of", () => {
  const ends = (kind: "refused" | "lapsed", mine: boolean) => {
    const more = mine ? { seat: 0, name: "P0" } : {};
    return says({
      type: "said",
      remarks: [remark(1, { kind, text: "back", ...more })],
      fresh: false,
    });
  };
  const mentioned = () => session.notes.note?.phrase;

  it("is told once to those who play, with the name of whoever refuses", async () => {
    await ends("refused", false);
    expect(mentioned()).toEqual({ key: "decision-refused", values: { name: "P1", what: "back" } });
    expect(session.notes.note?.mild).toBe(true);
    expect(session.talking.latest).toBeNull();
    session.notes.clear();
    await ends("refused", false);
    expect(session.notes.note).toBeNull();
  });

  it("is no news to whoever has refused, but to whose wish has lapsed", async () => {
    await ends("refused", true);
    expect(session.notes.note).toBeNull();
    await says({ type: "said", remarks: [], fresh: true });
    await ends("lapsed", true);
    expect(mentioned()?.key).toBe("decision-lapsed");
  });

  it("does not interrupt those who look on", async () => {
    await says(table({ seats: [seat(0, false), seat(1, false)], looking: null }));
    session.notes.close();
    await ends("refused", false);
    expect(session.notes.note).toBeNull();
    expect(heard()).toEqual([1]);
  });
});

describe("the place to talk", () => {
  const bot = { ...seat(1, false), kind: "bot" as const, level: "weak" };

  it("is there where somebody else sits, unless nobody talks", async () => {
    expect(session.talking.present).toBe(true);
    await says(table({ talk: "off", host: false }));
    expect(session.talking.present).toBe(false);
    expect(session.talking.speaks).toBe(false);
    await says(table({ talk: "off", host: true }));
    expect(session.talking.present).toBe(true);
    await says(table({ seats: [seat(0, true), bot] }));
    expect(session.talking.present).toBe(false);
  });

  it("is for those who watch where the host has opened it", async () => {
    const seats = [seat(0, false), seat(1, false)];
    await says(table({ seats, looking: null, host: false, talk: "friends" }));
    expect(session.talking.present).toBe(false);
    await says(table({ seats, looking: null, host: false, talk: "open" }));
    expect(session.talking.present).toBe(true);
    expect(session.talking.speaks).toBe(true);
  });
});

describe("those who look on", () => {
  const watching = (talk: "off" | "friends" | "open") =>
    table({ talk, seats: [seat(0, false), seat(1, false)], looking: null });

  it.each([
    ["off", false],
    ["friends", false],
    ["open", true],
  ] as const)("speak at a table that is %s: %s", async (rule, speaks) => {
    await says(watching(rule));
    expect(session.talking.speaks).toBe(speaks);
  });

  it("are muted by the name that they have given", async () => {
    await says(table({ talk: "open" }));
    await says({ type: "said", remarks: [remark(1, { seat: null, name: "Cleo" })], fresh: true });
    expect(session.talking.speakers).toEqual(["Cleo"]);
    session.talking.mute("Cleo", true);
    expect(heard()).toEqual([]);
  });
});
