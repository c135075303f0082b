/** Hints about waiting: for a match just left, and for a game that is being compiled. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { MatchSummary } from "../src/lib/protocol";
import { router } from "../src/lib/router.svelte";
import { addTexts } from "../src/lib/texts.svelte";
import Connecting from "../src/shell/Connecting.svelte";
import WaitingMatchToast from "../src/shell/WaitingMatchToast.svelte";

beforeAll(() =>
  addTexts(
    "core",
    "en",
    `match-waits = It waits
match-bot-plays = A bot plays
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

const going = (id: string, mine = true, ...played: boolean[]) =>
  [
    {
      id,
      status: "playing",
      seats: (played.length ? played : [false]).map((stand_in) => ({ mine, stand_in })),
    },
  ] as unknown as MatchSummary[];

it("whoever leaves a match is told for a while that it waits, and finds back", async () => {
  router.go("/match/abc");
  router.go("/");
  render(WaitingMatchToast, { going: going("abc") });
  expect(screen.getByRole("status").textContent).toContain("It waits");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/match/abc");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByRole("status").textContent).toBe("");
});

it.each([
  [[true], "A bot plays"],
  [[true, true], "A bot plays"],
  [[true, false], "It waits"],
] as const)("whose seats bots play, %s, hears: %s", (played, told) => {
  router.go("/match/abc");
  router.go("/");
  render(WaitingMatchToast, { going: going("abc", true, ...played) });
  expect(screen.getByRole("status").textContent).toContain(told);
});

it("whoever has given up is told nothing", () => {
  router.go("/match/abc");
  router.go("/");
  const [match] = going("abc");
  const seats = match!.seats.map((seat) => ({ ...seat, resigned: true }));
  render(WaitingMatchToast, { going: [{ ...match!, seats }] });
  expect(screen.getByRole("status").textContent).toBe("");
});

it("whoever has only watched, or comes from elsewhere, is told nothing", () => {
  router.go("/match/abc");
  router.go("/");
  const { unmount } = render(WaitingMatchToast, { going: going("abc", false) });
  expect(screen.getByRole("status").textContent).toBe("");
  unmount();
  router.go("/rules/bauab");
  router.go("/");
  render(WaitingMatchToast, { going: going("abc") });
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
