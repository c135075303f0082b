/** Drafts are shown before they are sent, and void once something else has happened. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Scene } from "../../src/lib/protocol";
import { changesTo } from "./changes";
import {
  FakeSocket,
  choice,
  mine,
  phrase,
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

describe("trying out", () => {
  const one = scene([0], [choice(5, "one c"), choice(6, "two c")]);
  const two = scene([0], [choice(7, "one b"), choice(8, "two b")]);
  const end = scene([1], []);

  beforeEach(() => serverSends(table({ drafts: true })));

  /** Pick a chip and a place, and answer the draft. */
  async function tries(chip: string, place: string, shown: Scene): Promise<void> {
    session.pick(chip);
    session.pick(place);
    const id = sent("draft")!.id;
    const open = shown !== end;
    const changes = changesTo(session.viewQueue.live!.scene, shown);
    await serverSends({ type: "drafted", id, number: session.connection.number, changes, open });
  }

  const acts = () => FakeSocket.last.sent.filter((message) => message.type === "act");
  const accept = (number: number) => serverSends({ type: "accepted", id: sent("act")!.id, number });

  /** The connection is lost and restored, with everything up to this event. */
  async function reconnects(number: number, shown: Scene): Promise<void> {
    FakeSocket.last.onclose?.({ code: 1006 });
    session.connection.reconnectNow();
    FakeSocket.last.onopen?.();
    await serverSends(table({ drafts: true }), view(number, shown, true));
  }

  it("shows what would follow, and sends nothing", async () => {
    await tries("one", "a", one);
    await tries("two", "c", two);
    expect(sent("draft")?.actions).toEqual([1, 6]);
    expect(session.draft.actions).toEqual([1, 6]);
    expect(session.board.scene).toEqual(two);
    expect(session.selection.choices).toEqual(two.choices);
    expect(acts()).toEqual([]);
  });

  it("is gone where the device is put out of its seat, which is told and stays told", async () => {
    await tries("one", "a", one);
    const seats = [seat(0, false), seat(1, false)];
    await serverSends(
      table({ drafts: true, seats, looking: null }),
      view(0, { ...mine, choices: [] }, true),
    );
    expect(session.draft.steps).toEqual([]);
    expect(session.board.scene?.choices).toEqual([]);
    const values = { names: ["P0"], count: 1 };
    expect(session.notes.note?.phrase).toEqual({ key: "table-put-out", values });
    await serverSends(view(1, end));
    expect(session.notes.note?.phrase.key).toBe("table-put-out");
    expect(acts()).toEqual([]);
  });

  it("is gone once the match has ended before its time", async () => {
    await tries("one", "a", one);
    session.pick("two");
    await serverSends(table({ drafts: true, status: "ended", ending: "resigned", winners: [0] }));
    expect(session.draft.steps).toEqual([]);
    expect(session.selection.picked).toEqual([]);
    expect(session.board.scene).toEqual(mine);
    expect(acts()).toEqual([]);
  });

  it("goes on at the seat that a device of two still holds", async () => {
    const both = { drafts: true, seats: [seat(0, true), seat(1, true)] };
    await serverSends(table(both));
    await tries("one", "a", one);
    await serverSends(table({ drafts: true }));
    expect(session.draft.actions).toEqual([1]);
    expect(session.notes.note?.phrase.values).toEqual({ names: ["P1"], count: 1 });
  });

  it("is tried once more when other aids are shown", async () => {
    await tries("one", "a", one);
    const live = session.viewQueue.live!;
    const changed = { base: live.number, number: live.number, entries: [], changes: { turns: true } };
    await serverSends({ type: "changed", ...changed, thinking: [], film: null, clock: null });
    expect(session.board.scene).toEqual(one);
    const again = sent("draft")!;
    expect(again.actions).toEqual([1]);
    const changes = changesTo(session.viewQueue.live!.scene, two);
    await serverSends({ type: "drafted", id: again.id, number: live.number, changes, open: true });
    expect(session.draft.actions).toEqual([1]);
    expect(session.board.scene).toEqual(two);
  });

  it("takes back one action after the other, or all", async () => {
    await tries("one", "a", one);
    await tries("two", "c", two);
    await session.dispatcher.undo();
    expect(session.board.scene).toEqual(one);
    await session.dispatcher.undo();
    expect(session.board.scene).toEqual(mine);
    await tries("one", "a", one);
    await tries("two", "c", two);
    await session.dispatcher.startOver();
    expect(session.board.scene).toEqual(mine);
    await tries("two", "b", one);
    expect(sent("draft")?.actions).toEqual([4]);
  });

  it("sends all in order once the turn would end, each action after the one before", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    expect(acts()).toMatchObject([{ action: 1, seen: 0 }]);
    expect(session.selection.choices).toEqual([]);
    await serverSends(view(1, mine));
    expect(session.board.scene).toEqual(one);
    await accept(1);
    expect(acts().map(({ action }) => action)).toEqual([1, 6]);
    expect(new Set(acts().map(({ id }) => id)).size).toBe(2);
    await accept(2);
    await serverSends(view(2, end));
    expect(session.board.scene).toEqual(end);
    expect(session.log.entries.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.draft.steps).toEqual([]);
    expect(session.selection.pendingChoice).toBeNull();
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
    expect(session.board.scene).toEqual(one);
    await accept(1);
    expect(acts().map(({ action }) => action)).toEqual([1, 6]);
  });

  it("keeps what was tried out over a lost connection", async () => {
    await tries("one", "a", one);
    await reconnects(0, mine);
    expect(session.board.scene).toEqual(one);
    expect(session.draft.actions).toEqual([1]);
  });

  it("stops at a refusal, drops the rest and shows the reason", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    const refusal = { rule: "R-3", phrase: phrase("R-3"), culprits: [] };
    await serverSends({ type: "refused", id: sent("act")!.id, ...refusal });
    expect(acts()).toHaveLength(1);
    expect(session.notes.note).toMatchObject(refusal);
    expect(session.draft.steps).toEqual([]);
    expect(session.board.scene).toEqual(mine);
    expect(session.selection.choices).toEqual(mine.choices);
  });

  it("stops sending when somebody else's event has come in between", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    const news = scene([0], [choice(6, "one a"), choice(3, "two b")]);
    await serverSends(view(1, mine), view(2, news));
    await accept(1);
    expect(acts()).toHaveLength(1);
    expect(session.board.scene).toEqual(news);
    expect(session.notes.note).toMatchObject({ phrase: phrase("table-draft-void") });
    expect(session.selection.choices).toEqual(news.choices);
  });

  it("stops sending when somebody else takes the device over", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    session.viewAs(1);
    await accept(1);
    expect(acts()).toHaveLength(1);
    expect(session.notes.note).toBeNull();
  });

  it("stops sending when the answer tells of an event that is not known yet", async () => {
    await tries("one", "a", one);
    await tries("two", "c", end);
    await accept(2);
    expect(acts()).toHaveLength(1);
    expect(session.notes.note).toMatchObject({ phrase: phrase("table-draft-void") });
    const news = scene([0], [choice(6, "one a"), choice(3, "two b")]);
    await serverSends(view(1, mine), view(2, news));
    expect(session.board.scene).toEqual(news);
  });

  it("is void once something has happened, and says so", async () => {
    await tries("one", "a", one);
    const news = scene([0], [choice(9, "one a"), choice(3, "two b")]);
    await serverSends(view(1, news));
    expect(session.board.scene).toEqual(news);
    expect(session.draft.steps).toEqual([]);
    expect(session.notes.note).toMatchObject({
      phrase: phrase("table-draft-void"),
      transient: true,
    });
  });

  it("is void if the server has tried it out on a later position", async () => {
    session.pick("one");
    session.pick("a");
    const id = sent("draft")!.id;
    const changes = changesTo(mine, one);
    await serverSends({ type: "drafted", id, number: 1, changes, open: true }, view(1, two));
    expect(session.draft.steps).toEqual([]);
    expect(session.board.scene).toEqual(two);
    expect(session.selection.choices).toEqual(two.choices);
  });

  it("keeps what was possible when the next action is not", async () => {
    await tries("one", "a", one);
    session.pick("two");
    session.pick("c");
    const refusal = { rule: "R-4", phrase: phrase("R-4"), culprits: [] };
    await serverSends({ type: "refused", id: sent("draft")!.id, ...refusal });
    expect(session.notes.note).toMatchObject({ rule: "R-4" });
    expect(session.draft.actions).toEqual([1]);
    expect(session.board.scene).toEqual(one);
  });

  it("asks why something is not possible after what was tried out", async () => {
    await tries("one", "a", one);
    session.pick("b");
    expect(sent("why")).toMatchObject({ path: ["b"], after: [1] });
    const reason = { rule: "R-5", phrase: phrase("R-5"), culprits: [] };
    await serverSends({ type: "refused", id: sent("why")!.id, ...reason });
    expect(session.notes.note).toMatchObject({ target: "b", rule: "R-5" });
  });

  it("wants no reason any more once it was taken back", async () => {
    await tries("one", "a", one);
    session.pick("b");
    await session.dispatcher.undo();
    const reason = { rule: "R-5", phrase: phrase("R-5"), culprits: [] };
    await serverSends({ type: "refused", id: sent("why")!.id, ...reason });
    expect(session.notes.note).toBeNull();
  });

  it("comes back after a look at the replay", async () => {
    await serverSends(view(1, mine));
    await tries("one", "a", one);
    await session.replay.show(0);
    await session.replay.leave();
    expect(session.board.scene).toEqual(one);
    expect(session.selection.choices).toEqual(one.choices);
  });
});
