/** A device that several players share looks through the eyes of whoever is asked. */
import { describe, expect, it } from "vitest";
import {
  choice,
  mine,
  phrase,
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

describe("on one device", () => {
  const both = [seat(0, true), seat(1, true)];

  it("looks through the eyes of whoever is awaited", async () => {
    await says(table({ seats: both }), view(1, scene([1], [])));
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.device.veil).toBeNull();
  });

  it("covers secrets until the next player says to be alone", async () => {
    await says(table({ seats: both, secrets: true }));
    expect(session.device.veil).toBe(0);
    session.device.unveil();
    expect(session.device.veil).toBeNull();
    await says(view(1, scene([1], [])));
    expect(session.device.veil).toBe(1);
    expect(sent("look")).toBeUndefined();
    session.device.unveil();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    expect(session.device.veil).toBe(1);
    await says(table({ seats: both, secrets: true, looking: 1 }), view(1, scene([1], []), true));
    expect(session.device.veil).toBeNull();
  });

  it("lets whoever is asked for take the device before anybody else is asked for", async () => {
    await says(table({ seats: both, secrets: true }), view(1, scene([], [])));
    expect(session.device.veil).toBe(0);
    await says(view(2, scene([1], [])));
    expect(session.device.veil).toBe(0); // not turned into the other's at the very touch
    session.device.unveil();
    expect(sent("look")).toBeUndefined();
    expect(session.device.veil).toBe(1);
    session.device.unveil();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
  });

  it("lets another player interrupt, and then goes on with whoever is awaited", async () => {
    const seats = [...both, seat(2, false)];
    const interrupt = { buttons: [{ id: "stop", label: phrase("stop"), tone: "alarm" as const }] };
    const own = scene([0], [choice(1, "stop")], interrupt);
    await says(table({ seats, secrets: true }), view(1, own));
    session.device.unveil();
    expect(session.device.mayTakeOver(2)).toBe(false);
    session.device.takeOver(1);
    expect(session.device.veil).toBe(1);
    session.device.unveil();
    await says(table({ seats, secrets: true, looking: 1 }), view(1, own, true));
    expect(session.device.veil).toBeNull();
    session.pick("stop");
    expect(sent("act")).toMatchObject({ action: 1 });
    await says({ type: "accepted", id: sent("act")!.id, number: 2 }, view(2, own));
    expect(session.device.veil).toBe(0);
  });

  it("keeps who has taken the device over while others go on", async () => {
    const seats = [...both, seat(2, false)];
    await says(table({ seats, secrets: true }));
    session.device.unveil();
    session.device.takeOver(1);
    session.device.unveil();
    await says(table({ seats, secrets: true, looking: 1 }), view(0, mine, true));
    await says(view(1, scene([2], [])), view(2, mine));
    expect(session.device.veil).toBeNull();
    expect(session.seating.looking).toBe(1);
    session.device.takeOver(0);
    expect(session.device.veil).toBe(0);
  });

  it("lets another player take the device whatever is told of the table meanwhile", async () => {
    await says(table({ seats: both, secrets: true }), view(1, mine));
    session.device.unveil();
    session.device.takeOver(1);
    await says(table({ seats: both, secrets: true, warming_up: true }));
    session.device.unveil();
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    await says(table({ seats: both, secrets: true, looking: 1 }), view(1, mine, true));
    expect(session.device.veil).toBeNull();
    expect(session.seating.looking).toBe(1);
  });

  it("gives the device back unseen if it was taken by mistake", async () => {
    await says(table({ seats: both, secrets: true }));
    session.device.unveil();
    session.device.takeOver(1);
    expect(session.device.refusable).toBe(true);
    session.device.giveBack();
    expect(session.device.veil).toBe(0);
    session.device.unveil();
    expect(session.device.veil).toBeNull();
    expect(sent("look")).toBeUndefined();
  });

  it("stays where it is while somebody looks at the past, and then goes on", async () => {
    await says(table({ seats: both, secrets: true }), view(1, scene([1], [])));
    session.device.unveil();
    session.device.unveil();
    await says(table({ seats: both, secrets: true, looking: 1 }), view(1, scene([1], []), true));
    await session.replay.show(0); // then it was the turn of the other one
    await says(table({ seats: both, secrets: true, looking: 1 }));
    expect(session.device.veil).toBeNull();
    await says(view(2, scene([0], [])));
    expect(session.device.veil).toBeNull();
    await session.replay.leave();
    expect(session.device.veil).toBe(0);
  });

  it("shows nothing of the past to the next player that was seen through other eyes", async () => {
    await says(table({ seats: both, secrets: true }), view(1, scene([0], [])));
    session.device.unveil();
    const shown = session.replay.show(0);
    session.device.takeOver(1); // before the past has come
    await shown;
    expect(session.device.veil).toBe(1);
    expect(await session.replay.show(0)).toBe(false);
    session.device.unveil();
    expect(session.replay.on).toBe(false);
    expect(await session.replay.show(0)).toBe(false);
    const own = scene([0], [], { width: 7 });
    await says(table({ seats: both, secrets: true, looking: 1 }), view(1, own, true));
    expect(session.device.veil).toBeNull();
    expect(session.stage.shown!.width).toBe(7);
  });

  it("leaves nothing to the next player that was begun or told through other eyes", async () => {
    await says(table({ seats: both, secrets: true }), view(1, scene([0], [])));
    session.device.unveil();
    session.talking.draft = "My last card is";
    session.notes.tell(phrase("why-not"));
    session.device.takeOver(1);
    session.device.unveil();
    expect(session.talking.draft).toBe("");
    expect(session.notes.note).toBeNull();
  });

  it("offers no taking over where it would be of no use", async () => {
    await says(table({ seats: both }));
    expect(session.device.mayTakeOver(1)).toBe(false);
  });
});
