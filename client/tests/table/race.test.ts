/** In a race the time counts from the painted question to the claim. */
import { describe, expect, it, vi } from "vitest";
import {
  chip,
  choice,
  mine,
  paintFrames,
  advanceClock,
  phrase,
  root,
  serverSends,
  scene,
  sent,
  session,
  useTableSession,
  view,
} from "./session";

useTableSession();

describe("a race", () => {
  const choices = [choice(1, "one a"), choice(2, "two b")];
  const question = scene([0, 1], choices, { race: "first" });

  it("is timed from the painted question to the claim", async () => {
    await serverSends(view(1, question));
    advanceClock(90);
    paintFrames();
    advanceClock(700.4);
    session.pick("one");
    advanceClock(300);
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(1000);
  });

  it("goes on being timed when a scene of the same race comes", async () => {
    await serverSends(view(1, question));
    paintFrames();
    advanceClock(500);
    await serverSends(view(2, { ...question, prompt: phrase("others have passed") }));
    paintFrames();
    advanceClock(500);
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(1000);
  });

  it("knows how much time is left to think, also for who comes later", async () => {
    await serverSends(view(1, question));
    expect(session.raceState.limit).toBeNull();
    advanceClock(1000);
    await serverSends({ ...view(2, question), clock: { left: 42_000, whole: 60_000 } });
    expect(session.raceState.limit).toEqual({ end: performance.now() + 42_000, whole: 60_000 });
    await serverSends(view(3, mine));
    expect(session.raceState.limit).toBeNull();
  });

  it("swallows a tap that was meant for it when it is over, but none for what is asked now", async () => {
    await serverSends(view(1, question));
    session.pick("one");
    const turning = scene([0], [choice(9, "turn")], { buttons: [{ id: "turn", label: phrase("turn") }] });
    await serverSends(view(2, turning));
    expect(session.selection.picked).toEqual([]);
    session.pick("a");
    expect(session.selection.picked).toEqual([]);
    expect(sent("why")).toBeUndefined();
    advanceClock(2000);
    session.pick("a");
    expect(sent("why")?.path).toEqual(["a"]);
    session.pick("turn");
    expect(sent("act")?.action).toBe(9);
  });

  it("is seen at once, whatever is still in motion", async () => {
    const token = document.createElement("i");
    token.dataset.piece = "three";
    root.append(token);
    const motion = { finished: new Promise(() => {}) } as unknown as Animation;
    token.animate = vi.fn(() => motion);
    await serverSends(view(1, { ...mine, pieces: [{ ...chip("three"), x: 1, y: 0 }] }));
    expect(token.animate).toHaveBeenCalled();
    await serverSends(view(2, mine));
    expect(session.board.scene?.pieces).toHaveLength(1);
    await serverSends(view(3, question));
    expect(session.board.scene).toEqual(question);
    expect(session.log.entries.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("takes one claim until it is answered, whatever others do meanwhile", async () => {
    await serverSends(view(1, question));
    paintFrames();
    session.pick("one");
    session.pick("a");
    await serverSends(view(2, { ...question, prompt: phrase("another was wrong") }));
    expect(session.selection.choices).toEqual([]);
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 3 });
    expect(session.selection.choices).toEqual(choices);
  });

  it("is timed anew for the next question", async () => {
    await serverSends(view(1, question));
    paintFrames();
    advanceClock(5000);
    await serverSends(view(2, { ...question, race: "second" }));
    paintFrames();
    advanceClock(800);
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBe(800);
  });

  it("leaves the time to the server where the question was not painted yet", async () => {
    await serverSends(view(1, question));
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBeNull();
  });

  it("leaves actions outside races without a time", async () => {
    await serverSends(view(1, question));
    paintFrames();
    await serverSends(view(2, mine));
    session.pick("one");
    session.pick("a");
    expect(sent("act")?.elapsed).toBeNull();
  });

  it("tells who was too late kindly, also after the race", async () => {
    await serverSends(view(1, question));
    session.pick("one");
    session.pick("a");
    const late = { ...phrase("problem-too-late"), values: { milliseconds: 120 } };
    const refused = { type: "refused" as const, rule: "", phrase: late, culprits: [] };
    await serverSends({ ...refused, id: sent("act")!.id }, view(2, scene([1], [])));
    expect(session.notes.note).toMatchObject({ phrase: late, transient: true, target: null });
  });
});

describe("a claim that comes when the race is over", () => {
  it("is told so, and by no rule", async () => {
    await serverSends(
      view(1, scene([0, 1], [choice(1, "one a"), choice(2, "two b")], { race: "r" })),
    );
    session.pick("one");
    session.pick("a");
    const id = sent("act")!.id;
    await serverSends(view(2, mine));
    await serverSends({ type: "refused", id, rule: "R-6", phrase: phrase("R-6"), culprits: [] });
    const over = phrase("table-race-over");
    expect(session.notes.note).toMatchObject({ phrase: over, rule: "", transient: true });
  });
});
