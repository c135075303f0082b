/** What a player has settled on: asking first, forced moves by themselves, haste with bots. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { Forced, GLIMPSE } from "../../src/table/forcedMove";
import { paceOf } from "../../src/table/botPace";
import { HASTE } from "../../src/table/viewQueue";
import { changesTo } from "./changes";
import {
  Wire,
  choice,
  mine,
  says,
  scene,
  seat,
  sent,
  session,
  sitsDown,
  table,
  view,
} from "./session";

sitsDown();
afterEach(() => {
  settings.confirm = false;
  settings.forced = false;
  settings.bots = "calm";
  vi.useRealTimers();
});

const bot = { ...seat(1, false), kind: "bot" as const, level: "weak" };
const acts = () => Wire.last.sent.filter(({ type }) => type === "act");

describe("asking before a move is sent", () => {
  it("waits for a second step", () => {
    settings.confirm = true;
    session.pick("one");
    session.pick("a");
    expect(acts()).toEqual([]);
    session.choosing.confirm();
    expect(sent("act")).toMatchObject({ action: 1 });
  });

  it("is left out where seconds count", async () => {
    settings.confirm = true;
    await says(view(1, { ...mine, race: "r" }));
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 1 });
  });

  it("shows a whole turn that was tried out, and sends it when told to", async () => {
    settings.confirm = true;
    await says(table({ drafts: true }));
    const end = scene([1], []);
    session.pick("one");
    session.pick("a");
    const changes = changesTo(session.screening.live!.scene, end);
    await says({ type: "drafted", id: sent("draft")!.id, number: 0, changes, open: false });
    expect(session.stage.shown).toEqual(end);
    expect(session.drafting.complete).toBe(true);
    expect(acts()).toEqual([]);
    await session.acting.undo();
    expect(session.stage.shown).toEqual(mine);
    expect(session.drafting.complete).toBe(false);

    session.pick("one");
    session.pick("a");
    await says({ type: "drafted", id: sent("draft")!.id, number: 0, changes, open: false });
    void session.acting.send();
    expect(acts()).toMatchObject([{ action: 1, seen: 0 }]);
    await says({ type: "accepted", id: sent("act")!.id, number: 1 }, view(1, end));
    expect(session.drafting.steps).toEqual([]);
    expect(session.stage.shown).toEqual(end);
  });
});

describe("a forced move", () => {
  const forced = scene([0], [choice(7, "one c"), choice(7, "two c")]);

  it("is made after a glimpse, however it could be picked", async () => {
    settings.forced = true;
    await says(view(1, forced));
    vi.useFakeTimers();
    new Forced(session).follow();
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(GLIMPSE);
    expect(sent("act")).toMatchObject({ action: 7, seen: 1 });
  });

  it("is one's own to make where there is a choice, or unless that is settled on", async () => {
    expect(new Forced(session).follow()).toBeUndefined();
    settings.forced = true;
    expect(new Forced(session).follow()).toBeUndefined();
  });

  it("is not made again where it was taken back", async () => {
    settings.forced = true;
    await says(table({ drafts: true }), view(1, forced));
    vi.useFakeTimers();
    const follows = new Forced(session);
    follows.follow();
    vi.advanceTimersByTime(GLIMPSE);
    expect(sent("draft")).toMatchObject({ actions: [7] });
    session.choosing.underway = null;
    expect(follows.follow()).toBeUndefined();
  });
});

describe("what bots do", () => {
  const seats = [seat(0, true), bot];
  const byBot = { ...view(1, mine), entries: [{ number: 1, seat: 1, phrases: [], at: 0 }] };

  it("is shown as fast as settled on, what people do always calmly", () => {
    expect(paceOf(byBot, seats)).toBe(1);
    settings.bots = "fast";
    expect(paceOf(byBot, seats)).toBe(HASTE);
    settings.bots = "skip";
    expect(paceOf(byBot, seats)).toBe(0);
    expect(paceOf(view(1, mine), seats)).toBe(1);
    expect(paceOf({ ...byBot, scene: { ...mine, race: "r" } }, seats)).toBe(1);
  });

  it("keeps nobody waiting who skips it", async () => {
    settings.bots = "skip";
    await says(table({ seats }), view(1, mine));
    expect(sent("hurry")).toBeUndefined();
    await says(view(2, scene([1], [])));
    expect(sent("hurry")).toBeDefined();
  });
});
