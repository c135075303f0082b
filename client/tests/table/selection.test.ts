/** Clicks on targets lead to a choice, a request, or an explanation. */
import { describe, expect, it } from "vitest";
import { targetLabel } from "../../src/table/targetLabels";
import {
  choice,
  mine,
  phrase,
  serverSends,
  scene,
  sent,
  session,
  useTableSession,
  table,
  view,
} from "./session";

useTableSession();

describe("choosing", () => {
  it("sends the action as soon as the picks leave one", () => {
    session.pick("b");
    session.pick("one");
    expect(sent("act")).toMatchObject({ action: 2, seen: 0 });
    expect(session.selection.choices).toEqual([]);
  });

  it("offers nothing while the match is paused, and says why", async () => {
    session.pick("one");
    await serverSends(table({ paused: true }));
    expect(session.myTurn).toBe(false);
    expect(session.selection.choices).toEqual([]);
    session.pick("b");
    expect(sent("act")).toBeUndefined();
    expect(session.notes.note).toMatchObject({ target: "b", phrase: phrase("decision-paused") });
    await serverSends(table());
    expect(session.myTurn).toBe(true);
    session.pick("b");
    expect(sent("act")).toMatchObject({ action: 2 });
  });

  it("offers nothing where the match has ended early, opens the result and says how it came", async () => {
    await serverSends(table({ status: "ended", ending: "agreed" }));
    expect(session.myTurn).toBe(false);
    expect(session.selection.choices).toEqual([]);
    expect(session.sidePanel).toMatchObject({ tab: "result", expanded: true });
    session.pick("b");
    expect(sent("act")).toBeUndefined();
    expect(session.notes.note?.phrase.key).toBe("table-ended-agreed");
  });

  it("takes another chip instead of the one picked", () => {
    session.pick("one");
    session.pick("two");
    expect(session.selection.picked).toEqual(["two"]);
    expect(sent("act")).toBeUndefined();
  });

  it("takes a pick back, by picking it again or with Escape", () => {
    session.pick("one");
    session.pick("one");
    expect(session.selection.picked).toEqual([]);
    session.pick("two");
    session.back();
    expect(session.selection.picked).toEqual([]);
  });

  it("asks why where a target does not follow, and shows the reason there", async () => {
    session.pick("one");
    session.pick("c");
    const question = sent("why");
    expect(question?.path).toEqual(["one", "c"]);
    const reason = { rule: "R-1", phrase: phrase("R-1"), culprits: ["a"] };
    await serverSends({ type: "refused", id: question!.id, ...reason });
    expect(session.notes.note).toEqual({ target: "c", ...reason });
    expect([...session.notes.highlighted]).toEqual(["a"]);
    expect(session.selection.picked).toEqual(["one"]);
  });

  it("goes on with a target that means nothing alone, to ask about the next", async () => {
    session.pick("c");
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(session.notes.note).toMatchObject({ target: "c", phrase: phrase("table-idle-target") });
    expect(session.notes.note?.lines).toEqual([[mine.prompt]]);
    session.pick("one");
    expect(sent("why")?.path).toEqual(["c", "one"]);
  });

  it("says what is expected after what was picked, where a target has no effect then", async () => {
    const prompts = { one: phrase("where to?") };
    await serverSends(view(1, { ...mine, prompts }));
    session.pick("one");
    session.pick("c");
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(session.notes.note?.lines).toEqual([[phrase("where to?")]]);
  });

  it("says of what leads on in place of the picks that it does, where nothing follows them", async () => {
    session.pick("c");
    expect(session.selection.canContinueWith("a")).toBe(true);
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(session.selection.outcome.state).toBe("dead");
    expect(session.selection.canContinueWith("a")).toBe(true);
    expect(targetLabel(session, "a")).toMatch(/table-choosable/);
    session.pick("a");
    expect(session.selection.picked).toEqual(["a"]);
    expect(session.selection.canContinueWith("c")).toBe(false);
  });

  it("keeps what was picked while an answer was on its way, and commits nothing by it", async () => {
    session.pick("one");
    session.pick("c");
    session.back();
    session.pick("two");
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(session.selection.picked).toEqual(["two"]);
  });

  it("makes nothing of an answer about a position that is over", async () => {
    session.pick("one");
    session.pick("c");
    await serverSends(view(1, scene([0], [choice(9, "c"), choice(4, "two b")])));
    await serverSends({ type: "allowed", id: sent("why")!.id });
    expect(sent("act")).toBeUndefined();
  });

  it("shows the refusal of an action and lets choose again", async () => {
    session.pick("one");
    session.pick("a");
    await serverSends({
      type: "refused",
      id: sent("act")!.id,
      rule: "R-2",
      phrase: phrase("R-2"),
      culprits: [],
    });
    expect(session.notes.note).toMatchObject({ target: "a", rule: "R-2" });
    expect(session.selection.choices).toEqual(mine.choices);
  });

  it("says whom it waits for where nothing can be chosen", async () => {
    await serverSends(view(1, scene([1], [])));
    session.pick("one");
    expect(session.notes.note).toMatchObject({ target: "one", phrase: phrase("prompt") });
    expect(sent("why")).toBeUndefined();
  });

  it("waits for a second step where a choice asks for one", async () => {
    await serverSends(
      view(1, scene([0], [choice(7, "one a", { confirm: true }), choice(8, "two b")])),
    );
    session.pick("one");
    session.pick("a");
    expect(sent("act")).toBeUndefined();
    session.pick("a");
    expect(sent("act")).toMatchObject({ action: 7 });
  });
});

describe("the preview", () => {
  it("draws the picked piece on the place pointed at, if it may go there", () => {
    session.pick("one");
    session.selection.pointedTarget = "b";
    expect(session.selection.ghost).toMatchObject({ id: "one", x: 1.5, y: 0.5 });
    session.selection.pointedTarget = "c";
    expect(session.selection.ghost).toBeNull();
  });

  it("says first what a choice does where nothing hovers, if the game asks for it", async () => {
    await serverSends(
      view(1, scene([0], [choice(1, "one"), choice(2, "two")], { explains: true })),
    );
    session.pick("one");
    expect(sent("act")).toBeUndefined();
    expect(session.selection.preview?.action).toBe(1);
    session.pick("two");
    expect(sent("act")).toBeUndefined();
    session.pick("two");
    expect(sent("act")).toMatchObject({ action: 2 });
  });
});
