/** The result panel after an early end, and its actions. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Result, TableInfo } from "../../src/lib/protocol";
import { addTexts } from "../../src/lib/texts.svelte";
import ResultPanel from "../../src/table/ResultPanel.svelte";
import { Seating } from "../../src/table/seating.svelte";
import type { TableSession } from "../../src/table/session.svelte";
import { seat, table } from "./session";

beforeAll(() =>
  addTexts(
    "core",
    "en",
    `table-ended-resigned = { $count ->
    [one] { $names } has gone
   *[other] { $names } gave up
}
table-decided-resigned = { $names } gave up, and { $winners } { $won ->
    [one] wins
   *[other] win
}
table-decided-overdue = { $names } took too long, and { $winners } { $won ->
    [one] wins
   *[other] win
}
table-ended-agreed = All agreed
table-ended-rules = Other rules
table-rematch = Again
table-standing = Places
table-score = Score:{ " " }
table-total = Total
table-won = { $name } wins
table-shared = { $names } win
table-to-rematch = To the rematch
table-next = Something else
table-replay-match = Watch
analysis = Analysis
table-record = Record
keepsake-picture = Picture
keepsake-film = Film
from-record-note = Not hosted here.
from-record-keep = Keep the link.
problem-no-proof = Nothing proven.
late-result = { $name } since { $number }, before: { $level }`,
  ),
);
beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function shows(more: Partial<TableInfo>, result: Result | null = null): void {
  const seating = new Seating();
  seating.table = table({ status: "ended", ...more });
  const session = { seating, log: { result, entries: [], scored: true }, headline: "" };
  render(ResultPanel, { session: session as unknown as TableSession });
}
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent?.trim());
const links = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));

it("says who gave up, and leads on and back", () => {
  const gaveUp = [1, 2].map((number) => ({ ...seat(number, false), resigned: true }));
  const team = [seat(0, true), seat(3, false)];
  shows({ ending: "resigned", seats: [...team, ...gaveUp] });
  expect(screen.getByRole("heading").textContent).toBe("P1 and P2 gave up");
  expect(buttons()).toEqual(["Again", "Watch", "Picture", "Film"]);
  expect(links()).toEqual(["/new/g?after=m", "/analysis/m", "/api/matches/m/record"]);
  cleanup();
  shows({ ending: "resigned", seats: [...team, gaveUp[0]!] });
  expect(screen.getByRole("heading").textContent).toBe("P1 has gone");
});

it.each([
  ["resigned", [0], "P1 and P2 gave up, and P0 wins"],
  ["resigned", [0, 2], "P1 gave up, and P0 and P2 win"],
  ["overdue", [0], "P1 and P2 took too long, and P0 wins"],
  ["overdue", [0, 2], "P1 took too long, and P0 and P2 win"],
  ["agreed", [], "All agreed"],
] as const)("says who wins because all others are out (%s, %j)", (ending, winners, words) => {
  const out = [1, 2].map((number) => ({ ...seat(number, false), resigned: true }));
  shows({ ending, winners: [...winners], seats: [seat(0, true), ...out] });
  expect(screen.getByRole("heading").textContent).toBe(words);
});

it("says that nobody has seen a match from a record, and asks for no proof that there is not", () => {
  const record = { ending: "agreed", from_record: true } as const;
  const text = () => screen.getByRole("region").textContent;
  shows({ ...record, seats: [seat(0, false)], host: true });
  expect(text()).toContain("Not hosted here.");
  expect(text()).not.toContain("Keep the link.");
  expect(text()).toContain("Nothing proven.");
  cleanup();
  shows({ ...record, seats: [seat(0, false)], host: false });
  expect(text()).toContain("Not hosted here. Keep the link.");
  cleanup();
  shows({ ending: "agreed", seats: [seat(0, false)] });
  expect(text()).not.toContain("Not hosted here.");
});

it("shows nothing to look back at where the rules are others by now", () => {
  shows({ ending: "rules", seats: [seat(0, true), seat(1, false)] });
  expect(buttons()).toEqual(["Again"]);
  expect(links()).toEqual(["/new/g?after=m"]);
});

it("whoever sat there sits down at the rematch with one tap, whoever looked on is led there", () => {
  const ended = { ending: "agreed", rematch: "n" } as const;
  shows({ ...ended, seats: [seat(0, true), seat(1, false)] });
  expect(buttons()).toContain("To the rematch");
  cleanup();
  shows({ ...ended, seats: [seat(0, false), seat(1, false)] });
  expect(buttons()).not.toContain("To the rematch");
  expect(links()[0]).toBe("/match/n");
});

it("leads those who do not play alone to a table of another kind, as long as there is no next one", () => {
  const ended = { id: "m", game: "go", ending: "agreed" } as const;
  const other = "/new/go?after=m";
  shows({ ...ended, seats: [seat(0, true), seat(1, false)] });
  expect(links()[0]).toBe(other);
  cleanup();
  shows({ ...ended, seats: [seat(0, true), { ...seat(1, false), kind: "bot" }] });
  expect(links()).not.toContain(other);
  cleanup();
  shows({ ...ended, seats: [seat(0, false), seat(1, false)] });
  expect(links()).not.toContain(other);
  cleanup();
  shows({ ...ended, rematch: "n", seats: [seat(0, true), seat(1, false)] });
  expect(links()).not.toContain(other);
});

it("sits down at a rematch that another player has opened in the same moment", async () => {
  const asked: string[] = [];
  const kept = { ...seat(1, false), kind: "open", kept: true, kept_for_me: true } as const;
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    if (path.endsWith("/rematch"))
      return Response.json({ match: "n", commitment: "", seat_secrets: [] });
    if (path.endsWith("/join"))
      return Response.json({ match: "n", commitment: "", seat_secrets: ["n.mine"] });
    if (path === "/api/matches/n")
      return Response.json(table({ id: "n", status: "waiting", seats: [seat(0, false), kept] }));
    return new Response(null, { status: 404 });
  });
  shows({ ending: "agreed", seats: [seat(0, false), seat(1, true)] });
  await fireEvent.click(screen.getByRole("button", { name: "Again" }));
  await vi.waitFor(() => expect(location.pathname).toBe("/match/n"));
  expect(asked).toContain("POST /api/matches/n/join");
});

it("of many seats it tells by name who has come where, and of a few whose points are whose", () => {
  const seats = [0, 1, 2, 3].map((number) => seat(number, number === 0));
  const rows = [{ label: { key: "count", values: {} }, figures: [2, 9, 2, 9] }];
  shows({ seats }, { ranks: [2, 0, 2, 0], scores: [2, 9, 2, 9], rows });
  const standing = screen.getByRole("list", { name: "Places" });
  const told = within(standing)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim());
  expect(told).toEqual(["P1 P3 Score: 9", "P0 P2 Score: 2"]);
  expect(screen.queryByRole("table")).toBeNull(); // it would say no more
  cleanup();
  const two = { ranks: [1, 0], scores: [2, 9] };
  shows({ seats: seats.slice(0, 2) }, { ...two, rows: [{ ...rows[0]!, figures: [2, 9] }] });
  expect(screen.getByRole("rowheader").textContent).toBe("[count]"); // what the points are for
  cleanup();
  shows({ seats: seats.slice(0, 2) }, { ...two, rows: [] });
  expect(screen.getByRole("rowheader").textContent).toBe("Total");
  expect(screen.queryByRole("list", { name: "Places" })).toBeNull();
  expect(screen.getByRole("columnheader", { name: "P1" })).toBeVisible();
});

it("shows what adds up to the points before them, with signs, and what does not after them", () => {
  const seats = [seat(0, true), seat(1, false)];
  const rows = [
    { label: { key: "length", values: {} }, figures: [1, 5] },
    { label: { key: "rabbits", values: {} }, figures: [-2, 0] },
    { label: { key: "dingo", values: {} }, figures: ["✓", "–"] },
  ];
  shows({ seats }, { ranks: [0, 1], scores: [-1, 5], rows });
  const told = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()).join(" "));
  expect(told).toEqual(["[length] 1 5", "[rabbits] −2 0", "Total −1 5", "[dingo] ✓ –"]);
});

it("has signs before the points of many, too", () => {
  const seats = [0, 1, 2, 3].map((number) => seat(number, number === 0));
  shows({ seats }, { ranks: [0, 1, 2, 3], scores: [3, 2, 1, -1], rows: [] });
  const [last] = within(screen.getByRole("list", { name: "Places" })).getAllByRole("listitem").slice(-1);
  expect(last).toHaveTextContent("P3 Score: −1");
});

it("names everybody who came to a bot's seat, also several between two moves", () => {
  const came = [1, 2].map((number) => ({ seat: number, after: 4, level: "weak" }));
  shows({ ending: "agreed", seats: [seat(0, true), seat(1, false), seat(2, false)], taken_over: came });
  expect(screen.getAllByText(/since/).map(({ textContent }) => textContent?.trim())).toEqual([
    "P1 since 5, before: weak",
    "P2 since 5, before: weak",
  ]);
});
