/** Settings: confirmation, automatic forced moves, and fast bots. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/settings.svelte";
import { ForcedMove, DELAY } from "../../src/table/forcedMove";
import { durationFactor } from "../../src/table/botPace";
import { FAST_FACTOR } from "../../src/table/viewQueue";
import { changesTo } from "./changes";
import {
  FakeSocket,
  choice,
  mine,
  serverSends,
  scene,
  seat,
  sent,
  session,
  useTableSession,
  table,
  view,
} from "./session";

useTableSession();
afterEach(() => {
  settings.confirm = false;
  settings.forced = false;
  settings.bots = "calm";
  vi.useRealTimers();
});

const bot = { ...seat(1, false), kind: "bot" as const, level: "weak" };
const acts = () => FakeSocket.last.sent.filter(({ type }) => type === "act");

describe("asking before a move is sent", () => {
  it("waits for a second step", () => {
    settings.confirm = true;
    session.pick("one");
    session.pick("a");
    expect(acts()).toEqual([]);
    session.selection.confirm();
    expect(sent("act")).toMatchObject({ action: 1 });
  });

  it("is left out where seconds count", async () => {
    settings.confirm = true;
    await serverSends(view(1, { ...mine, race: "r" }));
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 1 });
  });

  it("shows a whole turn that was tried out, and sends it when told to", async () => {
    settings.confirm = true;
    await serverSends(table({ drafts: true }));
    const end = scene([1], []);
    session.pick("one");
    session.pick("a");
    const changes = changesTo(session.viewQueue.live!.scene, end);
    await serverSends({ type: "drafted", id: sent("draft")!.id, number: 0, changes, open: false });
    expect(session.board.scene).toEqual(end);
    expect(session.draft.complete).toBe(true);
    expect(acts()).toEqual([]);
    await session.dispatcher.undo();
    expect(session.board.scene).toEqual(mine);
    expect(session.draft.complete).toBe(false);

    session.pick("one");
    session.pick("a");
    await serverSends({ type: "drafted", id: sent("draft")!.id, number: 0, changes, open: false });
    void session.dispatcher.send();
    expect(acts()).toMatchObject([{ action: 1, seen: 0 }]);
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 1 }, view(1, end));
    expect(session.draft.steps).toEqual([]);
    expect(session.board.scene).toEqual(end);
  });
});

describe("a forced move", () => {
  const forced = scene([0], [choice(7, "one c"), choice(7, "two c")]);

  it("is made after a glimpse, however it could be picked", async () => {
    settings.forced = true;
    await serverSends(view(1, forced));
    vi.useFakeTimers();
    new ForcedMove(session).follow();
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(DELAY);
    expect(sent("act")).toMatchObject({ action: 7, seen: 1 });
  });

  it("is one's own to make where there is a choice, or unless that is settled on", async () => {
    expect(new ForcedMove(session).follow()).toBeUndefined();
    settings.forced = true;
    expect(new ForcedMove(session).follow()).toBeUndefined();
  });

  it("is not made again where it was taken back", async () => {
    settings.forced = true;
    await serverSends(table({ drafts: true }), view(1, forced));
    vi.useFakeTimers();
    const follows = new ForcedMove(session);
    follows.follow();
    vi.advanceTimersByTime(DELAY);
    expect(sent("draft")).toMatchObject({ actions: [7] });
    session.selection.pendingChoice = null;
    expect(follows.follow()).toBeUndefined();
  });
});

describe("what bots do", () => {
  const seats = [seat(0, true), bot];
  const byBot = { ...view(1, mine), entries: [{ number: 1, seat: 1, phrases: [], at: 0 }] };

  it("is shown as fast as settled on, what people do always calmly", () => {
    expect(durationFactor(byBot, seats)).toBe(1);
    settings.bots = "fast";
    expect(durationFactor(byBot, seats)).toBe(FAST_FACTOR);
    settings.bots = "skip";
    expect(durationFactor(byBot, seats)).toBe(0);
    expect(durationFactor(view(1, mine), seats)).toBe(1);
    expect(durationFactor({ ...byBot, scene: { ...mine, race: "r" } }, seats)).toBe(1);
  });

  it("keeps nobody waiting who skips it", async () => {
    settings.bots = "skip";
    await serverSends(table({ seats }), view(1, mine));
    expect(sent("hurry")).toBeUndefined();
    await serverSends(view(2, scene([1], [])));
    expect(sent("hurry")).toBeDefined();
  });
});
