/** Players who race on one device press a buzzer before they claim. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  FakeSocket,
  choice,
  paintFrames,
  advanceClock,
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

describe("a race on one device", () => {
  const both = [seat(0, true), seat(1, true), seat(2, false)];
  const choices = [choice(1, "one a"), choice(2, "two b")];
  const question = scene([0, 1, 2], choices, { race: "first" });

  beforeEach(async () => {
    await serverSends(table({ seats: both }), view(1, question));
    paintFrames();
  });

  it("lets nobody claim before a buzzer is pressed", () => {
    expect(session.selection.choices).toEqual([]);
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    expect(session.notes.note).toMatchObject({
      phrase: phrase("table-buzz-first"),
      transient: true,
    });
  });

  it("takes the time of the buzzer, and the claim through the eyes of who pressed it", async () => {
    advanceClock(1500);
    session.buzzers.press(1);
    expect(FakeSocket.last.sent.slice(-2)).toEqual([
      { type: "look", seat: 1 },
      { type: "buzz", elapsed: 1500 },
    ]);
    expect(session.selection.choices).toEqual([]);
    await serverSends(table({ seats: both, looking: 1 }), view(1, question, true));
    expect(session.selection.choices).toEqual(choices);
    advanceClock(2000);
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 1, elapsed: 1500 });
  });

  it("hears the first buzzer only, until it is let go", () => {
    session.buzzers.press(0);
    session.buzzers.press(1);
    expect(session.raceState.buzzerPress?.seat).toBe(0);
    session.buzzers.release();
    expect(session.selection.choices).toEqual([]);
    session.buzzers.press(1);
    expect(session.raceState.buzzerPress?.seat).toBe(1);
  });

  it("is not let go by a click beside everything, but with Escape", () => {
    session.buzzers.press(0);
    session.clickOutside();
    expect(session.raceState.buzzerPress?.seat).toBe(0);
    session.back();
    expect(session.raceState.buzzerPress).toBeNull();
  });

  it("has no buzzers for others, nor for who is out", async () => {
    session.buzzers.press(2);
    expect(session.raceState.buzzerPress).toBeNull();
    await serverSends(view(2, { ...question, awaited: [0] }));
    session.buzzers.press(1);
    expect(session.raceState.buzzerPress).toBeNull();
  });

  it("gives the buzzers back after a claim that did not end the race", async () => {
    session.buzzers.press(0);
    session.pick("one");
    session.pick("a");
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 2 });
    await serverSends(view(2, { ...question, awaited: [1] }));
    expect(session.raceState.buzzerPress).toBeNull();
    expect(session.buzzers.canPress(1)).toBe(true);
    expect(session.buzzers.canPress(0)).toBe(false);
  });

  it("looks through the eyes of who may still claim once the other is out", async () => {
    session.buzzers.press(0);
    session.pick("one");
    session.pick("a");
    await serverSends(view(2, { ...question, awaited: [1] }));
    expect(sent("look")).toBeUndefined();
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 2 });
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    await serverSends(table({ seats: both, looking: 1 }), view(2, question, true));
    expect(session.buzzers.awaitsPress).toBe(true);
    session.buzzers.press(1);
    expect(session.selection.choices).toEqual(choices);
  });

  it("leaves the eyes to who has pressed the buzzer, even if somebody else is out", async () => {
    session.buzzers.press(1);
    await serverSends(table({ seats: both, looking: 1 }), view(1, question, true));
    await serverSends(view(2, { ...question, awaited: [1] }));
    expect(session.seating.viewerSeat).toBe(1);
    expect(session.raceState.buzzerPress?.seat).toBe(1);
  });

  it("hands the device to whoever is awaited once the race is over", async () => {
    await serverSends(view(2, scene([1], [])));
    expect(session.buzzers.active).toBe(false);
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
  });
});
