/** Advice points at what it names, and goes with the position that it was asked about. */
import { render } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import AdviceCard from "../../src/advice/AdviceCard.svelte";
import type { Advice } from "../../src/lib/protocol";
import { mine, says, scene, session, sitsDown, table, view } from "./session";

sitsDown();
afterEach(() => vi.unstubAllGlobals());

/** Let the server answer with this. */
async function asks(advice: Partial<Advice>, status = 200): Promise<unknown> {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string));
    return Promise.resolve(new Response(JSON.stringify(advice), { status }));
  });
  await session.advising.ask();
  return bodies[0];
}

describe("advice", () => {
  it("is asked for where the table allows it, by whoever is to move", async () => {
    expect(session.advising.canAsk).toBe(false);
    await says(table({ advice: true }));
    expect(session.advising.canAsk).toBe(true);
    await says(view(1, scene([1], [])));
    expect(session.advising.canAsk).toBe(false);
  });

  it("points at the targets of what it names, best first, or at one alone", async () => {
    await says(table({ advice: true }));
    const deeds = [[{ key: "lays", values: {} }], []];
    expect(await asks({ number: 0, actions: [4, 1], shares: [0.7, 0.2], deeds })).toEqual({
      seat: 0,
      after: [],
    });
    expect([...session.advising.targets]).toEqual([
      ["two", 1],
      ["b", 1],
      ["one", 2],
      ["a", 2],
    ]);
    session.advising.highlighted = 1;
    expect([...session.advising.targets.keys()]).toEqual(["one", "a"]);
    expect(session.advising.suggestions.map(({ share }) => share)).toEqual([0.7, 0.2]);
    expect(session.advising.suggestions.map(({ phrases: deed }) => deed)).toEqual(deeds);
  });

  it("shows where a piece is to be let go, best first, or one alone", async () => {
    await says(table({ advice: true }));
    const label = { key: "drop", values: {} };
    const turns = [{ turn: 90, first: 2, last: 9, action: 40 }];
    const aim = { piece: "one", symbol: "chip", w: 1, h: 1, x: 10, y: 0, step: 2, floor: 50, turns, label };
    await says(view(1, { ...mine, aims: [aim] }));
    await asks({ number: 1, actions: [43, 4, 41] });
    const shown = () =>
      session.advising.aimedSuggestions.map(([rank, { x, turn }]) => [rank, x, turn.turn]);
    expect(shown()).toEqual([
      [1, 20, 90],
      [3, 16, 90],
    ]);
    expect(session.advising.targets.get("one")).toBe(1);
    session.advising.highlighted = 2;
    expect(shown()).toEqual([[3, 16, 90]]);
  });

  it("says in words where that is", async () => {
    await says(table({ advice: true }));
    const label = { key: "drop", values: {} };
    const turns = [{ turn: 0, first: 2, last: 9, action: 40 }];
    const aim = { piece: "one", symbol: "chip", w: 1, h: 1, x: 10, y: 0, step: 2, floor: 50, turns, label };
    await says(view(1, { ...mine, aims: [aim] }));
    await asks({ number: 1, actions: [43] });
    const { container } = render(AdviceCard, { session, wide: true });
    expect(container.querySelector(".what .unseen")?.textContent).toBe("[table-aim-at 4 8]");
  });

  it("is gone with the position, and with a step back", async () => {
    await says(table({ advice: true }));
    await asks({ number: 0, actions: [4] });
    expect(session.advising.open).toBe(true);
    session.back();
    expect(session.advising.open).toBe(false);
    await asks({ number: 0, actions: [4] });
    await says(view(1, { ...mine }));
    expect(session.advising.open).toBe(false);
    expect(session.advising.targets.size).toBe(0);
  });

  it("says why there is none", async () => {
    await says(table({ advice: true }));
    await asks({ phrase: { key: "problem-no-advice", values: {} } } as never, 403);
    expect(session.advising.trouble?.key).toBe("problem-no-advice");
  });

  it("tells others only where there are others", async () => {
    await says(table({ advice: true }));
    expect(session.advising.announced).toBe(true);
  });
});
