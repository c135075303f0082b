/** Chat messages, and muting people. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearPersonalData } from "../../src/lib/personalData";
import type { Remark } from "../../src/lib/protocol";
import { BUBBLE_DURATION, Chat } from "../../src/chat/chat.svelte";
import { serverSends, seat, session, useTableSession, table } from "./session";

beforeEach(() => localStorage.clear());
useTableSession();

const remark = (number: number, more: Partial<Remark> = {}): Remark => ({
  number,
  seat: 1,
  name: "P1",
  kind: "text",
  at: 0,
  text: `said ${number}`,
  ...more,
});
const heard = () => session.chat.remarks.map(({ number }) => number);

describe("what is said", () => {
  it("is counted as new until it is looked at, what one says oneself is not", async () => {
    await serverSends({ type: "said", remarks: [remark(1)], fresh: true });
    expect(session.chat.unread).toBe(0);
    await serverSends({ type: "said", remarks: [remark(2)], fresh: false });
    await serverSends({
      type: "said",
      remarks: [remark(3, { seat: 0, name: "P0" })],
      fresh: false,
    });
    expect(session.chat.unread).toBe(1);
    expect(session.chat.latest?.number).toBe(2);
    session.chat.markRead();
    expect(session.chat.unread).toBe(0);
  });

  it("stays new if all of it is told anew, as where somebody is called something else", async () => {
    await serverSends({ type: "said", remarks: [remark(1)], fresh: false });
    await serverSends({ type: "said", remarks: [remark(1, { name: "Max" })], fresh: true });
    expect(session.chat.unread).toBe(1);
  });

  it("is new if it was said while the connection was lost, though nothing had been said before", async () => {
    session.chat.onConnect();
    session.chat.onConnect();
    await serverSends({ type: "said", remarks: [remark(1)], fresh: true });
    expect(session.chat.unread).toBe(1);
  });

  it("is heard once, however often it is told", async () => {
    await serverSends({ type: "said", remarks: [remark(1)], fresh: false });
    await serverSends({ type: "said", remarks: [remark(1)], fresh: false });
    expect(heard()).toEqual([1]);
    await serverSends({ type: "said", remarks: [remark(1), remark(2)], fresh: true });
    expect(heard()).toEqual([1, 2]);
  });

  it("shows at the seat for a moment where it is a reaction", async () => {
    await serverSends({ type: "said", remarks: [remark(1)], fresh: false });
    expect(session.chat.bubbles.size).toBe(0);
    vi.useFakeTimers();
    session.chat.addMessages({
      type: "said",
      remarks: [remark(2, { kind: "reaction", text: "wow" })],
      fresh: false,
    });
    expect(session.chat.bubbles.get(1)?.text).toBe("wow");
    vi.advanceTimersByTime(BUBBLE_DURATION);
    expect(session.chat.bubbles.size).toBe(0);
    vi.useRealTimers();
  });

  it("is not heard from whom one has muted, here and later", async () => {
    const [ben] = session.chat.people;
    session.chat.mute(ben!, true);
    await serverSends({
      type: "said",
      remarks: [remark(1), remark(2, { seat: 0, name: "P0" })],
      fresh: false,
    });
    expect(heard()).toEqual([2]);
    session.chat.muteAll(true);
    expect(heard()).toEqual([]);
    const again = new Chat("m", session.seating, () => undefined);
    expect(again.allMuted).toBe(true);
    session.chat.muteAll(false);
    session.chat.mute(ben!, false);
    expect(heard()).toEqual([1, 2]);
  });

  it("is always heard where the table itself tells of somebody", async () => {
    session.chat.muteAll(true);
    await serverSends({
      type: "said",
      remarks: [remark(1, { kind: "advice", text: "" })],
      fresh: false,
    });
    expect(heard()).toEqual([1]);
  });
});

describe("what nothing comes of", () => {
  const ends = (kind: "refused" | "lapsed", mine: boolean) => {
    const more = mine ? { seat: 0, name: "P0" } : {};
    return serverSends({
      type: "said",
      remarks: [remark(1, { kind, text: "back", ...more })],
      fresh: false,
    });
  };
  const mentioned = () => session.notes.note?.phrase;

  it("is told once to those who play, with the name of whoever refuses", async () => {
    await ends("refused", false);
    expect(mentioned()).toEqual({ key: "decision-refused", values: { name: "P1", what: "back" } });
    expect(session.notes.note?.transient).toBe(true);
    expect(session.chat.latest).toBeNull();
    session.notes.clear();
    await ends("refused", false);
    expect(session.notes.note).toBeNull();
  });

  it("is no news to whoever has refused, but to whose wish has lapsed", async () => {
    await ends("refused", true);
    expect(session.notes.note).toBeNull();
    await serverSends({ type: "said", remarks: [], fresh: true });
    await ends("lapsed", true);
    expect(mentioned()?.key).toBe("decision-lapsed");
  });

  it("does not interrupt those who look on", async () => {
    await serverSends(table({ seats: [seat(0, false), seat(1, false)], looking: null }));
    session.notes.close();
    await ends("refused", false);
    expect(session.notes.note).toBeNull();
    expect(heard()).toEqual([1]);
  });
});

describe("a half-written message", () => {
  const loadedAnew = () => new Chat("m", session.seating, () => {}).draft;

  it("is there again when the page is loaded anew, until it is sent", () => {
    session.chat.draft = "Shall we";
    expect(loadedAnew()).toBe("Shall we");
    expect(new Chat("another", session.seating, () => {}).draft).toBe("");
    session.chat.draft = "";
    expect(loadedAnew()).toBe("");
  });

  it("is shown to nobody else at a device that several share", async () => {
    await serverSends(table({ seats: [seat(0, true), seat(1, true)] }));
    session.chat.draft = "My last card is";
    expect(loadedAnew()).toBe("");
  });

  it("goes when the device is signed out", () => {
    session.chat.draft = "Shall we";
    clearPersonalData();
    expect(loadedAnew()).toBe("");
  });

  it("lasts as long as the page where nothing may be stored", () => {
    const forbidden = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
    session.chat.draft = "Shall we";
    expect(session.chat.draft).toBe("Shall we");
  });
});

describe("the place to talk", () => {
  const bot = { ...seat(1, false), kind: "bot" as const, level: "weak" };

  it("is there where somebody else sits, unless nobody talks", async () => {
    expect(session.chat.available).toBe(true);
    await serverSends(table({ talk: "off", host: false }));
    expect(session.chat.available).toBe(false);
    expect(session.chat.canSpeak).toBe(false);
    await serverSends(table({ talk: "off", host: true }));
    expect(session.chat.available).toBe(true);
    await serverSends(table({ seats: [seat(0, true), bot] }));
    expect(session.chat.available).toBe(false);
  });

  it("is for those who watch where the host has opened it", async () => {
    const seats = [seat(0, false), seat(1, false)];
    await serverSends(table({ seats, looking: null, host: false, talk: "friends" }));
    expect(session.chat.available).toBe(false);
    await serverSends(table({ seats, looking: null, host: false, talk: "open" }));
    expect(session.chat.available).toBe(true);
    expect(session.chat.canSpeak).toBe(true);
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
    await serverSends(watching(rule));
    expect(session.chat.canSpeak).toBe(speaks);
  });

  const guest = (number: number, name: string, speaker?: string) =>
    remark(number, { seat: null, name, ...(speaker ? { speaker } : {}) });
  const names = () => session.chat.people.map(({ name }) => name);

  it("are muted by the name that they have given where nothing else is known of them", async () => {
    await serverSends(table({ talk: "open" }));
    await serverSends({ type: "said", remarks: [guest(1, "Cleo")], fresh: true });
    expect(names()).toEqual(["P1", "Cleo"]);
    session.chat.mute(session.chat.people[1]!, true);
    expect(heard()).toEqual([]);
  });

  it("are muted whatever they call themselves, and not with others of the same name", async () => {
    await serverSends(table({ talk: "open" }));
    const remarks = [guest(1, "Guest", "c1e0"), guest(2, "Guest", "d07a")];
    await serverSends({ type: "said", remarks, fresh: true });
    expect(names()).toEqual(["P1", "Guest", "Guest 2"]);
    expect(session.chat.remarks.map(({ name }) => name)).toEqual(["Guest", "Guest 2"]);
    session.chat.mute(session.chat.people[1]!, true);
    expect(heard()).toEqual([2]);
    await serverSends({ type: "said", remarks: [guest(3, "Cleo", "c1e0")], fresh: false });
    expect(heard()).toEqual([2]);
    expect(names()).toEqual(["P1", "Cleo", "Guest"]);
  });
});

describe("who is muted", () => {
  const sits = (number: number, chair: number, name: string) => ({
    ...seat(number, number === 0),
    chair,
    name,
  });
  const waiting = (...seats: ReturnType<typeof seat>[]) =>
    serverSends(table({ status: "waiting", seats }));
  const tells = (...remarks: Remark[]) => serverSends({ type: "said", remarks, fresh: true });
  const me = sits(0, 0, "P0");
  const open = { ...sits(1, 1, ""), kind: "open" as const };
  const mutes = () => session.chat.mute(session.chat.people[0]!, true);
  const muted = () => session.chat.people.filter((one) => session.chat.isMuted(one));

  it("stays so under another name, here and later, and on whatever seat the lot deals out", async () => {
    await waiting(me, sits(1, 1, "Ben"));
    await tells(remark(1, { name: "Ben" }));
    mutes();
    await waiting(me, sits(1, 1, "Max"));
    await tells(remark(1, { name: "Max" }));
    expect(heard()).toEqual([]);
    const again = new Chat("m", session.seating, () => undefined);
    again.addMessages({ type: "said", remarks: [remark(1, { name: "Max" })], fresh: true });
    expect(again.remarks).toEqual([]);
    await serverSends(table({ seats: [sits(0, 1, "Max"), { ...me, seat: 1 }] }));
    await tells(remark(1, { seat: 0, name: "Max" }), remark(2, { seat: 1, name: "P0" }));
    expect(heard()).toEqual([2]);
  });

  it("is nobody else who comes to the chair, and still who comes back", async () => {
    await waiting(me, sits(1, 1, "Ben"), sits(2, 2, "Max"));
    await tells(remark(1, { name: "Ben" }));
    mutes();
    await waiting(me, open, sits(2, 2, "Max"));
    await tells(remark(1, { seat: null, name: "Ben" }));
    expect(heard()).toEqual([]);
    await waiting(me, sits(1, 1, "Cleo"), sits(2, 2, "Max"));
    await tells(remark(1, { seat: null, name: "Ben" }), remark(2, { name: "Cleo" }));
    expect(heard()).toEqual([2]);
    expect(muted().map(({ name }) => name)).toEqual(["Ben"]);
    await waiting(me, sits(1, 1, "Cleo"), sits(2, 2, "Ben"));
    const past = remark(1, { seat: null, name: "Ben" });
    await tells(past, remark(2, { name: "Cleo" }), remark(3, { seat: 2, name: "Ben" }));
    expect(heard()).toEqual([2]);
    expect(muted().map(({ key: known }) => known)).toEqual(["chair 2", "name Ben"]);
    session.chat.mute(muted()[0]!, false);
    expect(heard()).toEqual([1, 2, 3]);
  });

  it("stays so under another name on another chair, and not those who share the device", async () => {
    const from = (number: number, seat: number, name: string, device = "de01") =>
      remark(number, { seat, name, device });
    const mia = sits(2, 2, "Mia");
    await waiting(me, sits(1, 1, "Ben"), mia);
    await tells(from(1, 1, "Ben"), from(2, 2, "Mia"));
    mutes();
    await waiting(me, open, mia);
    const looking = remark(3, { seat: null, name: "Zoe", speaker: "de01" });
    const past = [remark(1, { seat: null, name: "Ben" }), from(2, 2, "Mia"), looking];
    const later = () => new Chat("m", session.seating, () => undefined);
    for (const chat of [session.chat, later()]) {
      chat.addMessages({ type: "said", remarks: past, fresh: true });
      expect(chat.remarks.map(({ number }) => number)).toEqual([2]);
    }
    await waiting(me, sits(1, 1, "Zoe"), mia);
    for (const chat of [later(), session.chat]) {
      const remarks = [...past, from(4, 1, "Zoe"), from(5, 2, "Mia")];
      chat.addMessages({ type: "said", remarks, fresh: true });
      expect(chat.remarks.map(({ number }) => number)).toEqual([2, 5]);
    }
    await waiting(me, open, mia);
    await waiting(me, sits(1, 1, "Cleo"), mia);
    await tells(...past, from(6, 1, "Cleo", "0a3d"));
    expect(heard()).toEqual([2, 6]);
  });

  it("is heard again on the new chair where one wants it so", async () => {
    await waiting(me, sits(1, 1, "Ben"));
    await tells(remark(1, { name: "Ben", device: "de01" }));
    mutes();
    await waiting(me, open);
    await waiting(me, sits(1, 1, "Zoe"));
    const says = (number: number) => remark(number, { name: "Zoe", device: "de01" });
    await tells(says(2));
    expect(heard()).toEqual([]);
    session.chat.mute(muted()[0]!, false);
    await tells(says(2), says(3));
    expect(heard()).toEqual([2, 3]);
  });

  it("is whoever had the name, of those whom an earlier version has kept by their names", async () => {
    localStorage.setItem("tischlein.muted.m", JSON.stringify(["P1", "Cleo"]));
    const chat = new Chat("m", session.seating, () => undefined);
    chat.follow(session.seating.table!);
    const remarks = [remark(1), remark(2, { seat: null, name: "Cleo" }), remark(3, { seat: 0 })];
    chat.addMessages({ type: "said", remarks, fresh: true });
    expect(chat.remarks.map(({ number }) => number)).toEqual([3]);
    expect(JSON.parse(localStorage.getItem("tischlein.muted.m")!)).toEqual([
      ["name P1", "P1"],
      ["name Cleo", "Cleo"],
      ["chair 1", "P1"],
    ]);
  });
});
