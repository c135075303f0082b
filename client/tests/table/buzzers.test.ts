/** Players who race on one device press a buzzer before they claim. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  Wire,
  choice,
  paints,
  passes,
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

describe("a race on one device", () => {
  const both = [seat(0, true), seat(1, true), seat(2, false)];
  const choices = [choice(1, "one a"), choice(2, "two b")];
  const question = scene([0, 1, 2], choices, { race: "first" });

  beforeEach(async () => {
    await says(table({ seats: both }), view(1, question));
    paints();
  });

  it("lets nobody claim before a buzzer is pressed", () => {
    expect(session.choosing.choices).toEqual([]);
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    expect(session.notes.note).toMatchObject({ phrase: phrase("table-buzz-first"), mild: true });
  });

  it("takes the time of the buzzer, and the claim through the eyes of who pressed it", async () => {
    passes(1500);
    session.buzzing.press(1);
    expect(Wire.last.sent.slice(-2)).toEqual([
      { type: "look", seat: 1 },
      { type: "buzz", elapsed: 1500 },
    ]);
    expect(session.choosing.choices).toEqual([]);
    await says(table({ seats: both, looking: 1 }), view(1, question, true));
    expect(session.choosing.choices).toEqual(choices);
    passes(2000);
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 1, elapsed: 1500 });
  });

  it("hears the first buzzer only, until it is let go", () => {
    session.buzzing.press(0);
    session.buzzing.press(1);
    expect(session.racing.buzz?.seat).toBe(0);
    session.buzzing.release();
    expect(session.choosing.choices).toEqual([]);
    session.buzzing.press(1);
    expect(session.racing.buzz?.seat).toBe(1);
  });

  it("is not let go by a click beside everything, but with Escape", () => {
    session.buzzing.press(0);
    session.aside();
    expect(session.racing.buzz?.seat).toBe(0);
    session.back();
    expect(session.racing.buzz).toBeNull();
  });

  it("has no buzzers for others, nor for who is out", async () => {
    session.buzzing.press(2);
    expect(session.racing.buzz).toBeNull();
    await says(view(2, { ...question, awaited: [0] }));
    session.buzzing.press(1);
    expect(session.racing.buzz).toBeNull();
  });

  it("gives the buzzers back after a claim that did not end the race", async () => {
    session.buzzing.press(0);
    session.pick("one");
    session.pick("a");
    await says({ type: "accepted", id: sent("act")!.id, number: 2 });
    await says(view(2, { ...question, awaited: [1] }));
    expect(session.racing.buzz).toBeNull();
    expect(session.buzzing.mayPress(1)).toBe(true);
    expect(session.buzzing.mayPress(0)).toBe(false);
  });

  it("looks through the eyes of who may still claim once the other is out", async () => {
    session.buzzing.press(0);
    session.pick("one");
    session.pick("a");
    await says(view(2, { ...question, awaited: [1] }));
    expect(sent("look")).toBeUndefined();
    await says({ type: "accepted", id: sent("act")!.id, number: 2 });
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
    await says(table({ seats: both, looking: 1 }), view(2, question, true));
    expect(session.buzzing.unclaimed).toBe(true);
    session.buzzing.press(1);
    expect(session.choosing.choices).toEqual(choices);
  });

  it("leaves the eyes to who has pressed the buzzer, even if somebody else is out", async () => {
    session.buzzing.press(1);
    await says(table({ seats: both, looking: 1 }), view(1, question, true));
    await says(view(2, { ...question, awaited: [1] }));
    expect(session.seating.looking).toBe(1);
    expect(session.racing.buzz?.seat).toBe(1);
  });

  it("hands the device to whoever is awaited once the race is over", async () => {
    await says(view(2, scene([1], [])));
    expect(session.buzzing.on).toBe(false);
    expect(sent("look")).toEqual({ type: "look", seat: 1 });
  });
});
