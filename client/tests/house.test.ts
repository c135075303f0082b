/** Words on the way: a match that waits on the shelf, a game that is prepared first. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MatchSummary } from "../src/lib/protocol";
import { router } from "../src/lib/router.svelte";
import { addTexts } from "../src/lib/texts.svelte";
import Connecting from "../src/shell/Connecting.svelte";
import Waits from "../src/shell/Waits.svelte";

beforeAll(() =>
  addTexts(
    "core",
    "en",
    `match-waits = It waits
match-back = Back to it
table-connecting = Connecting
preparing-game = Being prepared`,
  ),
);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollTo", vi.fn());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const going = (id: string, mine = true) =>
  [{ id, status: "playing", seats: [{ mine }] }] as unknown as MatchSummary[];

it("whoever leaves a match is told for a while that it waits, and finds back", async () => {
  router.go("/match/abc");
  router.go("/");
  render(Waits, { going: going("abc") });
  expect(screen.getByRole("status").textContent).toContain("It waits");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/match/abc");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByRole("status").textContent).toBe("");
});

it("whoever has only watched, or comes from elsewhere, is told nothing", () => {
  router.go("/match/abc");
  router.go("/");
  const { unmount } = render(Waits, { going: going("abc", false) });
  expect(screen.getByRole("status").textContent).toBe("");
  unmount();
  router.go("/rules/bauab");
  router.go("/");
  render(Waits, { going: going("abc") });
  expect(screen.getByRole("status").textContent).toBe("");
});

it.each([
  [false, true],
  [true, false],
])("on the way to a table whose server is ready: %s, preparing is told: %s", async (done, told) => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify({ ready: 1, games: 10, done }))),
  );
  render(Connecting);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByRole("status").textContent?.includes("Being prepared")).toBe(told);
});
