/** Advice highlights its suggestions, and disappears with its position. */
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import AdviceCard from "../../src/advice/AdviceCard.svelte";
import type { Advice } from "../../src/lib/protocol";
import {
  choice,
  mine,
  phrase,
  serverSends,
  scene,
  session,
  useTableSession,
  table,
  view,
} from "./session";

useTableSession();
afterEach(() => vi.unstubAllGlobals());

/** Answer the request with this. */
async function asks(advice: Partial<Advice>, status = 200): Promise<unknown> {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string));
    return Promise.resolve(new Response(JSON.stringify(advice), { status }));
  });
  await session.advisor.ask();
  return bodies[0];
}

describe("advice", () => {
  it("is asked for where the table allows it, by whoever is to move", async () => {
    expect(session.advisor.canAsk).toBe(false);
    await serverSends(table({ advice: true }));
    expect(session.advisor.canAsk).toBe(true);
    await serverSends(view(1, scene([1], [])));
    expect(session.advisor.canAsk).toBe(false);
  });

  it("points at the targets of what it names, best first, or at one alone", async () => {
    await serverSends(table({ advice: true }));
    const logs = [[{ key: "lays", values: {} }], []];
    expect(await asks({ number: 0, actions: [4, 1], shares: [0.7, 0.2], logs })).toEqual({
      seat: 0,
      after: [],
    });
    expect([...session.advisor.targets]).toEqual([
      ["two", 1],
      ["b", 1],
      ["one", 2],
      ["a", 2],
    ]);
    session.advisor.highlighted = 1;
    expect([...session.advisor.targets.keys()]).toEqual(["one", "a"]);
    expect(session.advisor.suggestions.map(({ share }) => share)).toEqual([0.7, 0.2]);
    expect(session.advisor.suggestions.map(({ phrases }) => phrases)).toEqual(logs);
  });

  it("shows where a piece is to be let go, best first, or one alone", async () => {
    await serverSends(table({ advice: true }));
    const label = { key: "drop", values: {} };
    const turns = [{ turn: 90, first: 2, last: 9, action: 40 }];
    const aim = { piece: "one", symbol: "chip", w: 1, h: 1, x: 10, y: 0, step: 2, floor: 50, turns, label };
    await serverSends(view(1, { ...mine, aims: [aim] }));
    await asks({ number: 1, actions: [43, 4, 41] });
    const shown = () =>
      session.advisor.aimedSuggestions.map(([rank, { x, turn }]) => [rank, x, turn.turn]);
    expect(shown()).toEqual([
      [1, 20, 90],
      [3, 16, 90],
    ]);
    expect(session.advisor.targets.get("one")).toBe(1);
    session.advisor.highlighted = 2;
    expect(shown()).toEqual([[3, 16, 90]]);
  });

  it("says in words where that is", async () => {
    await serverSends(table({ advice: true }));
    const label = { key: "drop", values: {} };
    const turns = [{ turn: 0, first: 2, last: 9, action: 40 }];
    const aim = { piece: "one", symbol: "chip", w: 1, h: 1, x: 10, y: 0, step: 2, floor: 50, turns, label };
    await serverSends(view(1, { ...mine, aims: [aim] }));
    await asks({ number: 1, actions: [43] });
    const { container } = render(AdviceCard, { session, wide: true });
    expect(container.querySelector(".what .unseen")?.textContent).toBe("[table-aim-at 4 8]");
  });

  it("names the piece of a hand where a button would only say what is done with it", async () => {
    await serverSends(table({ advice: true }));
    const { container } = render(AdviceCard, { session, wide: true });
    const words = async (target: string) => {
      const does = choice(7, target, { button_label: phrase("play this") });
      await serverSends(view(session.log.last + 1, { ...mine, choices: [does] }));
      await asks({ number: session.log.last, actions: [7] });
      flushSync();
      return container.querySelector(".what")?.textContent.trim();
    };
    expect(await words("one")).toBe("[label [play this] [one]]");
    expect(await words("a")).toBe("[play this]");
  });

  it("is gone with the position, and with a step back", async () => {
    await serverSends(table({ advice: true }));
    await asks({ number: 0, actions: [4] });
    expect(session.advisor.open).toBe(true);
    session.back();
    expect(session.advisor.open).toBe(false);
    await asks({ number: 0, actions: [4] });
    await serverSends(view(1, { ...mine }));
    expect(session.advisor.open).toBe(false);
    expect(session.advisor.targets.size).toBe(0);
  });

  it("says why there is none", async () => {
    await serverSends(table({ advice: true }));
    await asks({ phrase: { key: "problem-no-advice", values: {} } } as never, 403);
    expect(session.advisor.problem?.key).toBe("problem-no-advice");
  });

  it("tells others only where there are others", async () => {
    await serverSends(table({ advice: true }));
    expect(session.advisor.announced).toBe(true);
  });
});
