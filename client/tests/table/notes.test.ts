/** Notes at the table: how long they are shown, and what is read out. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ProposalInfo, Remark, SeatInfo } from "../../src/lib/protocol";
import { addTexts } from "../../src/lib/texts.svelte";
import NotePopover from "../../src/table/NotePopover.svelte";
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

const shown = () => session.notes.note?.phrase.key;

describe("what is said in passing", () => {
  it("that a match rests ends with the rest", async () => {
    await serverSends(table({ paused: true }));
    session.pick("b");
    expect(shown()).toBe("decision-paused");
    await serverSends(table({ paused: true }));
    expect(shown()).toBe("decision-paused");
    await serverSends(table());
    expect(shown()).toBeUndefined();
  });

  it("that there is nothing to do at a target ends when there is", async () => {
    session.pick("c");
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(shown()).toBe("table-idle-target");
    await serverSends(view(1, scene([1], [])));
    expect(shown()).toBe("table-idle-target");
    await serverSends(view(2, scene([0], [choice(5, "c")])));
    expect(shown()).toBeUndefined();
  });

  it("that a learner is to go on ends when the learner does", () => {
    session.guide.resting = true;
    session.pick("one");
    flushSync();
    expect(shown()).toBe("lesson-go-on");
    session.guide.resting = false;
    flushSync();
    expect(shown()).toBeUndefined();
  });

  it("that a buzzer comes first ends with the race", async () => {
    const race = scene([0, 1], mine.choices!, { race: "first" });
    await serverSends(table({ seats: [seat(0, true), seat(1, true)] }), view(1, race));
    session.pick("one");
    flushSync();
    expect(shown()).toBe("table-buzz-first");
    await serverSends(view(2, scene([0, 1], mine.choices!)));
    expect(shown()).toBeUndefined();
  });

  describe("that a bot plays for somebody", () => {
    const sits = (number: number, own: boolean, more: Partial<SeatInfo> = {}) => ({
      ...seat(number, own),
      ...more,
    });
    const sitting = (one: Partial<SeatInfo>, two: Partial<SeatInfo> = {}, more = {}) =>
      table({ seats: [sits(0, true, one), sits(1, false, two)], ...more });
    const time = { left: 0, runs: false, near: false, overdue: true };

    it.each([
      ["resigned", { resigned: true }, "resigned"],
      ["is away", { stand_in: true }, "away"],
      ["has run out of time", { stand_in: true, time }, "time"],
    ])("who %s is told as long as one does", async (_, how, why) => {
      await serverSends(sitting({}), sitting({}, how));
      expect(session.notes.note?.phrase).toEqual({
        key: "table-bot-takes-over",
        values: { name: "P1", why },
      });
      await serverSends(sitting({}));
      expect(shown()).toBeUndefined();
    });

    it("is told once, to nobody of what they have done, and not where the match is over", async () => {
      await serverSends(sitting({}), sitting({}, { resigned: true }));
      session.notes.clear();
      await serverSends(sitting({}, { resigned: true, present: false }));
      expect(shown()).toBeUndefined();
      await serverSends(sitting({ resigned: true }, { resigned: true }));
      expect(shown()).toBeUndefined();
      await serverSends(sitting({}), sitting({}, { resigned: true }, { status: "abandoned" }));
      expect(shown()).toBeUndefined();
    });
  });

  const wish: ProposalInfo = { what: "pause", seat: 1, about: null, asked: [0], at: 1 };
  const refused: Remark = { number: 1, seat: 1, name: "P1", kind: "refused", at: 0, text: "pause" };

  it.each([
    ["it is made again", { proposal: { ...wish, at: 2 } }],
    ["the match rests all the same", { paused: true }],
  ])("what came of a wish ends when %s", async (_, more) => {
    await serverSends(table({ proposal: wish }));
    await serverSends(
      { type: "said", remarks: [refused], fresh: false },
      table({ proposal: wish }),
      table(),
    );
    await serverSends(table({ proposal: { ...wish, what: "end", at: 2 } }));
    expect(shown()).toBe("decision-refused");
    await serverSends(table(more));
    expect(shown()).toBeUndefined();
  });
});

describe("what must not be missed", () => {
  const both = { seats: [seat(0, true), seat(1, true)] };
  const putOut = table({ seats: [seat(0, false), seat(1, true)], looking: 1 });

  it("comes back after all else that is said, until it is closed", async () => {
    await serverSends(table(both), putOut);
    expect(shown()).toBe("table-put-out");
    session.notes.show(phrase("offline"));
    expect(shown()).toBe("offline");
    await serverSends(view(1, mine));
    expect(shown()).toBe("table-put-out");
    session.notes.showTransient(phrase("by the way"));
    session.back();
    expect(shown()).toBe("table-put-out");
    session.pick("one");
    expect(shown()).toBe("table-put-out");
    session.back();
    expect(shown()).toBeUndefined();
  });

  const none = table({ seats: [seat(0, false), seat(1, false)], looking: null });
  const values = () => session.notes.note?.phrase.values;

  it("is told of one seat after the other in one note", async () => {
    await serverSends(table(both), putOut);
    expect(values()).toEqual({ names: ["P0"], count: 1 });
    await serverSends(none);
    expect(values()).toEqual({ names: ["P0", "P1"], count: 2 });
    session.back();
    expect(shown()).toBeUndefined();
  });

  it("is not told again of whom it has been closed for", async () => {
    await serverSends(table(both), putOut);
    session.back();
    await serverSends(none);
    expect(values()).toEqual({ names: ["P1"], count: 1 });
  });

  describe("to those who hear the page", () => {
    beforeAll(() => addTexts("core", "en", "put-out = Put out\nno = No\ntable-close = Close"));
    afterEach(cleanup);

    const shows = () => {
      const page = render(NotePopover, { session, note: session.notes.note!, wide: true });
      const alert = screen.queryByRole("alert")?.textContent?.trim();
      page.unmount();
      return alert;
    };

    it("is read out once", () => {
      vi.stubGlobal("ResizeObserver", class {
        observe(): void {}
        disconnect(): void {}
      });
      session.notes.showPersistent("put-out", ["Anna"]);
      expect(shows()).toBe("Put out");
      session.notes.show(phrase("no"));
      expect(shows()).toBe("No");
      session.notes.close();
      expect(shown()).toBe("put-out");
      expect(shows()).toBeUndefined();
    });
  });
});
