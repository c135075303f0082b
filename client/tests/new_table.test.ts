/** Setting up a table. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { GameInfo } from "../src/lib/protocol";
import { router } from "../src/lib/router.svelte";
import NewTable from "../src/shell/NewTable.svelte";
import { scene, seat, table } from "./table/session";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A game with one option. */
function game(key: string, option: string): GameInfo {
  const offer = { values: ["small", "large"], default: "small" };
  return {
    key,
    seats: [2],
    levels: ["weak", "strong"],
    cover: scene([], []),
    options: [{ name: option, kind: "choices", offers: [offer] }],
  } as unknown as GameInfo;
}

it("asks nothing of another game, and opens no table, until its options have come", async () => {
  vi.spyOn(window, "scrollTo").mockReturnValue(undefined);
  const asked: string[] = [];
  let programs: () => Promise<Response> = async () => Response.json([]);
  vi.stubGlobal("fetch", async (path: string) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    if (pathname === "/api/games") return Response.json([game("go", "size"), game("chess", "rule")]);
    if (pathname === "/api/programs") return programs();
    if (pathname === "/api/matches/m") {
      return Response.json(table({ id: "m", game: "go", seats: [seat(0, true), seat(1, false)] }));
    }
    if (pathname.endsWith("/options")) {
      asked.push(`${pathname} ${searchParams.get("chosen")}`);
      return Response.json({});
    }
    if (pathname === "/api/texts/core/en") {
      return new Response("filter-game = Game\nstart-match = Start\nopen-table = Open");
    }
    return new Response(pathname.startsWith("/api/art") ? "<svg></svg>" : "");
  });
  router.go("/new/go?after=m");
  render(NewTable, { key: "go" });
  const choice = await screen.findByLabelText("Game");
  const button = screen.getByRole("button", { name: /Start|Open/ });
  expect(button).toBeEnabled();

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let arrive = (): void => undefined;
  programs = () =>
    new Promise((answer) => {
      arrive = () => answer(Response.json([]));
    });
  asked.length = 0;
  await fireEvent.change(choice, { target: { value: "chess" } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
  expect(button).toBeDisabled();
  arrive();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(["/api/games/chess/options "]);
  expect(button).toBeEnabled();
});

it("a next table has the clocks of the last one, and the bot that plays on when time is up", async () => {
  vi.spyOn(window, "scrollTo").mockReturnValue(undefined);
  const control = { kind: "move" as const, seconds: 60, increment: 0, then: "bot" as const };
  const seats = [seat(0, true), seat(1, false)];
  const finished = table({ id: "m", game: "go", seats, time_control: { ...control, level: "weak" } });
  vi.stubGlobal("fetch", async (path: string) => {
    const { pathname } = new URL(path, "http://localhost");
    if (pathname === "/api/games") return Response.json([game("go", "size")]);
    if (pathname === "/api/programs") return Response.json([]);
    if (pathname === "/api/matches/m") return Response.json(finished);
    if (pathname.endsWith("/options")) return Response.json({});
    return new Response(pathname.startsWith("/api/art") ? "<svg></svg>" : "");
  });
  router.go("/new/go?after=m");
  render(NewTable, { key: "go" });
  expect(await screen.findByLabelText("[time-then]")).toHaveValue("weak");
});
