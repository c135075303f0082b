/** An aimed piece can be moved until its release, and stays there until the server has answered. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Aim } from "../../src/lib/protocol";
import { phrase, serverSends, scene, sent, session, useTableSession, view } from "./session";

useTableSession();

describe("aiming", () => {
  const aim = (piece: string, action: number): Aim => ({
    piece,
    symbol: "chip",
    w: 1,
    h: 1,
    x: 0,
    y: -1,
    step: 0.5,
    floor: 9,
    turns: [
      { turn: 0, first: 2, last: 10, action },
      { turn: 90, first: 4, last: 8, action: action + 9 },
    ],
    label: phrase("drop"),
  });
  /** A floor as wide as the hand reaches to either side of a piece of width 2. */
  const beneath = [0, 2, 4].map((x) => ({ x, w: 2, label: phrase(`ground ${x}`) }));
  const mayDrop = scene([0], [], { aims: [aim("one", 100), aim("two", 200)], beneath });

  beforeEach(() => serverSends(view(1, mayDrop)));

  it("begins with the piece picked, and ends where the hand lets go", () => {
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    session.selection.aiming.step(2);
    session.selection.aiming.turn(1);
    session.selection.aiming.release();
    expect(sent("act")).toMatchObject({ action: 113 });
  });

  it("tells what lies below the whole width of the piece", () => {
    session.pick("one");
    const told = (steps: number) => {
      session.selection.aiming.step(steps);
      return [...session.selection.aiming.description.matchAll(/ground \d/g)].map(
        ([thing]) => thing,
      );
    };
    expect(told(-Infinity)).toEqual(["ground 0"]);
    expect(told(1)).toEqual(["ground 0", "ground 2"]);
    expect(told(Infinity)).toEqual(["ground 4"]);
  });

  it("holds the piece where it was until the server answers", () => {
    session.pick("one");
    session.selection.aiming.moveTo(4.4);
    session.selection.aiming.release();
    session.selection.aiming.step(-3);
    expect(session.selection.aiming.held).toMatchObject({ position: 9, x: 4.5 });
    expect(session.selection.aiming.canMove).toBe(false);
  });

  it("goes on with another piece at the same place", () => {
    session.pick("one");
    session.selection.aiming.step(3);
    session.pick("two");
    expect(session.selection.aiming.held).toMatchObject({ action: 207 });
  });

  it("is not carried out but given up by picking the piece again", () => {
    session.pick("one");
    session.pick("one");
    expect(session.selection.aiming.held).toBeNull();
    expect(sent("act")).toBeUndefined();
  });

  it("survives what others do, as long as the piece may still be dropped", async () => {
    session.pick("one");
    await serverSends(view(2, mayDrop));
    expect(session.selection.aiming.held?.aim.piece).toBe("one");
    await serverSends(view(3, scene([1], [])));
    expect(session.selection.aiming.held).toBeNull();
  });

  it("is not for those who only look at the past", async () => {
    session.pick("one");
    await session.replay.show(0);
    expect(session.selection.aiming.held).toBeNull();
  });
});
