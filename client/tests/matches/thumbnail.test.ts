/** The thumbnail of a match. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import MatchThumbnail from "../../src/matches/MatchThumbnail.svelte";
import type { MatchSummary } from "../../src/lib/protocol";
import { seat } from "../table/session";

const asked = vi.fn((_path: string) => Promise.resolve(new Response("", { status: 500 })));

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  // Every element intersects.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  asked.mockClear();
  vi.unstubAllGlobals();
});

function match(changed: number, more: Partial<MatchSummary> = {}): MatchSummary {
  return {
    id: "m",
    game: "g",
    status: "playing",
    seats: [seat(0, true), seat(1, false)],
    options: "",
    your_turn: true,
    changed,
    time_control: null,
    left: null,
    near: false,
    from_record: false,
    ...more,
  };
}

it("is fetched again only where something has happened", async () => {
  const { rerender } = render(MatchThumbnail, { match: match(1) });
  await rerender({ match: match(1, { left: 5000 }) });
  expect(asked).toHaveBeenCalledTimes(1);
  await rerender({ match: match(2) });
  expect(asked).toHaveBeenCalledTimes(2);
});

it("does not go back to an earlier position that arrives later", async () => {
  const deliver: ((width: number) => void)[] = [];
  const later = () =>
    new Promise<Response>((resolve) => {
      deliver.push((width) => {
        const scene = { width, height: 1, prompt: { key: "prompt", values: {} } };
        resolve(new Response(JSON.stringify({ scene })));
      });
    });
  asked.mockImplementationOnce(later).mockImplementationOnce(later);
  const { container, rerender } = render(MatchThumbnail, { match: match(1) });
  await rerender({ match: match(2) });
  const shown = () => container.querySelector("svg")?.getAttribute("viewBox");
  deliver[1]!(2);
  await expect.poll(shown).toBe("0 0 2 1");
  deliver[0]!(1);
  await new Promise((done) => setTimeout(done, 20));
  expect(shown()).toBe("0 0 2 1");
});

it("is nobody's where several people share the device", () => {
  render(MatchThumbnail, { match: match(1, { seats: [seat(0, true), seat(1, true)] }) });
  expect(asked.mock.calls[0]![0]).toBe("/api/matches/m/view?have=1000000&seat=9");
});

it("is not asked for before the match has begun", () => {
  render(MatchThumbnail, { match: match(1, { status: "waiting" }) });
  expect(asked).not.toHaveBeenCalled();
});
