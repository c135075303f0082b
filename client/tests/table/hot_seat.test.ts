/** A shared device views the seat of whoever is to act. */
import { beforeEach, describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/lib/protocol";
import { CHANCE } from "../../src/table/log.svelte";
import {
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

describe("on one device", () => {
  const both = [seat(0, true), seat(1, true)];

  it("looks through the eyes of whoever is awaited", async () => {
    await serverSends(table({ seats: both }), view(1, scene([1], [])));
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.hotSeat.coveredFor).toBeNull();
  });

  it("covers secrets until the next player says to be alone", async () => {
    await serverSends(table({ seats: both, secrets: true }));
    expect(session.hotSeat.coveredFor).toBe(0);
    session.hotSeat.reveal();
    expect(session.hotSeat.coveredFor).toBeNull();
    await serverSends(view(1, scene([1], [])));
    expect(session.hotSeat.coveredFor).toBe(1);
    expect(sent("look")).toBeUndefined();
    session.hotSeat.reveal();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.hotSeat.coveredFor).toBe(1);
    await serverSends(
      table({ seats: both, secrets: true, looking: 1 }),
      view(1, scene([1], []), true),
    );
    expect(session.hotSeat.coveredFor).toBeNull();
  });

  it("asks nobody to take the device once others have ended the match", async () => {
    await serverSends(table({ seats: [...both, seat(2, false)], secrets: true }));
    expect(session.hotSeat.coveredFor).toBe(0);
    await serverSends(table({ seats: both, secrets: true, status: "ended", ending: "resigned" }));
    expect(session.hotSeat.coveredFor).toBeNull();
    expect(session.sidePanel.expanded).toBe(true);
  });

  it("lets whoever is asked for take the device before anybody else is asked for", async () => {
    await serverSends(table({ seats: both, secrets: true }), view(1, scene([], [])));
    expect(session.hotSeat.coveredFor).toBe(0);
    await serverSends(view(2, scene([1], [])));
    expect(session.hotSeat.coveredFor).toBe(0); // not turned into the other's at the very touch
    session.hotSeat.reveal();
    expect(sent("look")).toBeUndefined();
    expect(session.hotSeat.coveredFor).toBe(1);
    session.hotSeat.reveal();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
  });

  it("lets another player interrupt, and then goes on with whoever is awaited", async () => {
    const seats = [...both, seat(2, false)];
    const interrupt = { buttons: [{ id: "stop", label: phrase("stop"), tone: "alarm" as const }] };
    const own = scene([0], [choice(1, "stop")], interrupt);
    await serverSends(table({ seats, secrets: true }), view(1, own));
    session.hotSeat.reveal();
    expect(session.hotSeat.canTakeOver(2)).toBe(false);
    session.hotSeat.takeOver(1);
    expect(session.hotSeat.coveredFor).toBe(1);
    session.hotSeat.reveal();
    await serverSends(table({ seats, secrets: true, looking: 1 }), view(1, own, true));
    expect(session.hotSeat.coveredFor).toBeNull();
    session.pick("stop");
    expect(sent("act")).toMatchObject({ action: 1 });
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 2 }, view(2, own));
    expect(session.hotSeat.coveredFor).toBe(0);
  });

  it("keeps who has taken the device over while others go on", async () => {
    const seats = [...both, seat(2, false)];
    await serverSends(table({ seats, secrets: true }));
    session.hotSeat.reveal();
    session.hotSeat.takeOver(1);
    session.hotSeat.reveal();
    await serverSends(table({ seats, secrets: true, looking: 1 }), view(0, mine, true));
    await serverSends(view(1, scene([2], [])), view(2, mine));
    expect(session.hotSeat.coveredFor).toBeNull();
    expect(session.seating.viewerSeat).toBe(1);
    session.hotSeat.takeOver(0);
    expect(session.hotSeat.coveredFor).toBe(0);
  });

  it("lets another player take the device whatever is told of the table meanwhile", async () => {
    await serverSends(table({ seats: both, secrets: true }), view(1, mine));
    session.hotSeat.reveal();
    session.hotSeat.takeOver(1);
    await serverSends(table({ seats: both, secrets: true, warming_up: true }));
    session.hotSeat.reveal();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    await serverSends(table({ seats: both, secrets: true, looking: 1 }), view(1, mine, true));
    expect(session.hotSeat.coveredFor).toBeNull();
    expect(session.seating.viewerSeat).toBe(1);
  });

  it("gives the device back unseen if it was taken by mistake", async () => {
    await serverSends(table({ seats: both, secrets: true }));
    session.hotSeat.reveal();
    session.hotSeat.takeOver(1);
    expect(session.hotSeat.canDecline).toBe(true);
    session.hotSeat.giveBack();
    expect(session.hotSeat.coveredFor).toBe(0);
    session.hotSeat.reveal();
    expect(session.hotSeat.coveredFor).toBeNull();
    expect(sent("look")).toBeUndefined();
  });

  it("stays where it is while somebody looks at the past, and then goes on", async () => {
    await serverSends(table({ seats: both, secrets: true }), view(1, scene([1], [])));
    session.hotSeat.reveal();
    session.hotSeat.reveal();
    await serverSends(
      table({ seats: both, secrets: true, looking: 1 }),
      view(1, scene([1], []), true),
    );
    await session.replay.show(0); // then it was the turn of the other one
    await serverSends(table({ seats: both, secrets: true, looking: 1 }));
    expect(session.hotSeat.coveredFor).toBeNull();
    await serverSends(view(2, scene([0], [])));
    expect(session.hotSeat.coveredFor).toBeNull();
    await session.replay.leave();
    expect(session.hotSeat.coveredFor).toBe(0);
  });

  it("shows nothing of the past to the next player that was seen through other eyes", async () => {
    await serverSends(table({ seats: both, secrets: true }), view(1, scene([0], [])));
    session.hotSeat.reveal();
    const shown = session.replay.show(0);
    session.hotSeat.takeOver(1); // before the past position was fetched
    await shown;
    expect(session.hotSeat.coveredFor).toBe(1);
    expect(await session.replay.show(0)).toBe(false);
    session.hotSeat.reveal();
    expect(session.replay.active).toBe(false);
    expect(await session.replay.show(0)).toBe(false);
    const own = scene([0], [], { width: 7 });
    await serverSends(table({ seats: both, secrets: true, looking: 1 }), view(1, own, true));
    expect(session.hotSeat.coveredFor).toBeNull();
    expect(session.board.scene!.width).toBe(7);
  });

  it("leaves nothing to the next player that was begun or told through other eyes", async () => {
    await serverSends(table({ seats: both, secrets: true }), view(1, scene([0], [])));
    session.hotSeat.reveal();
    session.chat.draft = "My last card is";
    session.notes.show(phrase("why-not"));
    session.hotSeat.takeOver(1);
    session.hotSeat.reveal();
    expect(session.chat.draft).toBe("");
    expect(session.notes.note).toBeNull();
  });

  describe("tells whoever gets it what happened meanwhile", () => {
    const entry = (number: number, of: number, said: string) => ({
      number,
      seat: of,
      phrases: [phrase(said)],
      at: 0,
    });
    const told = () => session.notes.note?.lines?.map(([line]) => line!.key);
    const asSeenBy = (looking: number, ...entries: LogEntry[]) =>
      serverSends(table({ seats: both, secrets: true, looking }), {
        ...view(entries.length, scene([looking], []), true),
        entries,
      });

    beforeEach(async () => {
      session.sidePanel.isOverlay = true; // on a phone
      await serverSends(table({ seats: both, secrets: true }));
      session.hotSeat.reveal();
      await serverSends(view(1, scene([1], [])));
    });

    it("as that player may know it, but for what that player did", async () => {
      expect(told()).toBeUndefined(); // between hands everybody looks
      session.hotSeat.reveal();
      await asSeenBy(1, entry(1, 0, "gives-me-a-2"));
      expect(told()).toEqual(["gives-me-a-2"]);
      await serverSends(view(2, scene([0], [])));
      expect(told()).toBeUndefined();
      session.hotSeat.reveal();
      await asSeenBy(0, entry(1, 0, "gives-a-2"), entry(2, 1, "draws"), entry(3, CHANCE, "six"));
      expect(told()).toEqual(["draws", "six"]);
    });

    it("but not where the log does, in view beside the board", async () => {
      session.sidePanel.isOverlay = false;
      session.hotSeat.reveal();
      await asSeenBy(1, entry(1, 0, "draws"));
      expect(told()).toBeUndefined();
    });

    it("but no preparations, and no more than fits", async () => {
      session.hotSeat.reveal();
      await asSeenBy(1, entry(1, CHANCE, "deal"), ...[2, 3, 4, 5].map((at) => entry(at, 0, `${at}`)));
      expect(told()).toEqual(["3", "4", "5"]);
    });

    it("until that player acts or puts it away", async () => {
      session.hotSeat.reveal();
      await asSeenBy(1, entry(1, 0, "draws"));
      session.pick("one");
      expect(told()).toBeUndefined();
    });

    it("nor again after a break of the connection", async () => {
      session.hotSeat.reveal();
      await asSeenBy(1, entry(1, 0, "draws"));
      session.back();
      await asSeenBy(1, entry(1, 0, "draws"));
      expect(told()).toBeUndefined();
    });
  });

  it("tells nothing anew of what all at the table have seen", async () => {
    await serverSends(table({ seats: both }), view(1, scene([1], [])));
    await serverSends(table({ seats: both, looking: 1 }), view(1, scene([1], []), true));
    expect(session.notes.note).toBeNull();
  });

  it("offers no taking over where it would be of no use", async () => {
    await serverSends(table({ seats: both }));
    expect(session.hotSeat.canTakeOver(1)).toBe(false);
  });
});
