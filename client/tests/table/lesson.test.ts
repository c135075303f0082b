/** Lessons: highlighted targets, steps that wait for the board, and progress. */
import { mine, phrase, scene, table, view, FakeSocket } from "./session.ts";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LessonSession } from "../../src/lesson/lesson.svelte.ts";
import { declineOffer, isDone, isFirstVisit, stepReached } from "../../src/lesson/progress.ts";
import type { FromServer, Lesson } from "../../src/lib/protocol.ts";

let lesson: LessonSession;
let wire: FakeSocket;
let address: string;
let stop: () => void;

function told(step: number, more: Partial<Lesson> = {}): Lesson {
  const sentence = phrase(`step-${step}`);
  const rules = ["G-1"];
  const targets = ["one", "a"];
  return { type: "lesson", step, steps: 2, sentence, rules, targets, done: false, ...more };
}

async function says(...messages: (FromServer | Lesson)[]): Promise<void> {
  for (const message of messages) wire.onmessage?.({ data: JSON.stringify(message) });
  await new Promise((later) => setTimeout(later, 5));
  flushSync();
}

function begin(): void {
  lesson = new LessonSession("g", (to) => {
    address = to;
    return (wire = new FakeSocket());
  });
  stop = lesson.session.start(document.createElement("div"), document.createElement("div"));
  wire.onopen?.();
}

beforeEach(() => {
  localStorage.clear();
  begin();
});

afterEach(() => stop());

describe("a first match", () => {
  it("tells what is to be done, with the position it is about", async () => {
    await says(table(), view(0, mine, true), told(1));
    expect(lesson.current?.sentence.key).toBe("step-1");
    expect(lesson.isInSync).toBe(true);
    expect(address).toContain("/api/games/g/lesson?step=1");
  });

  it("points out nothing while what was done is still to be seen", async () => {
    await says(table(), view(0, mine, true), told(1), view(1, scene([1], [])));
    expect(lesson.isInSync).toBe(false);
    await says(told(1, { done: true, targets: [] }));
    expect([lesson.isInSync, lesson.current?.done]).toEqual([true, true]);
  });

  it("goes on from step to step, and says when it is over", async () => {
    await says(table(), view(0, mine, true), told(1, { done: true }));
    lesson.next();
    expect(JSON.parse(JSON.stringify(wire.sent.at(-1)))).toEqual({ type: "go-to", step: 2 });
    await says(told(2, { done: true }));
    expect(stepReached("g")).toBe(2);
    expect(lesson.finished).toBe(false);
    lesson.next();
    expect([lesson.finished, isDone("g")]).toEqual([true, true]);
  });

  it("goes on where it was left, also when the connection comes back", async () => {
    await says(table(), view(0, mine, true), told(2));
    stop();
    begin();
    expect(address).toContain("step=2");
  });
});

describe("the offer", () => {
  it("is made to whoever has neither begun nor declined one", () => {
    localStorage.clear();
    expect(isFirstVisit()).toBe(true);
    declineOffer();
    expect(isFirstVisit()).toBe(false);
  });
});
