/** Filters for lists of matches. */
import { describe, expect, it } from "vitest";
import type { MatchSummary } from "../src/lib/protocol";
import {
  gamesOf,
  filterOwnMatches,
  filterOpenTables,
  openTableFilterFrom,
  ownMatchFilterFrom,
  queryOf,
} from "../src/shell/matchFilters";

const match = (id: string, more: Partial<MatchSummary> = {}) =>
  ({
    id,
    game: "go",
    status: "playing",
    seats: [],
    your_turn: false,
    time_control: null,
    ...more,
  }) as unknown as MatchSummary;
const chairs = (...kinds: string[]) => kinds.map((kind) => ({ kind })) as MatchSummary["seats"];
const ids = (matches: MatchSummary[]) => matches.map(({ id }) => id).join("");

describe("one's own matches", () => {
  const mine = [
    match("a", { your_turn: true }),
    match("b", { status: "waiting", game: "chess" }),
    match("c", { status: "over" }),
    match("d", { status: "ended", game: "chess" }),
  ];

  it("are found by where they stand and by game", () => {
    expect(ids(filterOwnMatches(mine, { state: "all", game: "" }))).toBe("abcd");
    expect(ids(filterOwnMatches(mine, { state: "turn", game: "" }))).toBe("a");
    expect(ids(filterOwnMatches(mine, { state: "running", game: "" }))).toBe("ab");
    expect(ids(filterOwnMatches(mine, { state: "finished", game: "" }))).toBe("cd");
    expect(ids(filterOwnMatches(mine, { state: "finished", game: "chess" }))).toBe("d");
    expect(gamesOf(mine)).toEqual(["go", "chess"]);
  });
});

describe("tables to join", () => {
  const limited = { kind: "move", seconds: 60 } as MatchSummary["time_control"];
  const open = [
    match("a", { seats: chairs("person", "open") }),
    match("b", { seats: chairs("person", "open", "open"), time_control: limited }),
    match("c", { seats: chairs("person", "open"), game: "chess", time_control: limited }),
  ];

  it("are found by game, free chairs and time", () => {
    expect(ids(filterOpenTables(open, { game: "", free: 1, times: "any" }))).toBe("abc");
    expect(ids(filterOpenTables(open, { game: "chess", free: 1, times: "any" }))).toBe("c");
    expect(ids(filterOpenTables(open, { game: "", free: 2, times: "any" }))).toBe("b");
    expect(ids(filterOpenTables(open, { game: "", free: 1, times: "none" }))).toBe("a");
    expect(ids(filterOpenTables(open, { game: "", free: 1, times: "limited" }))).toBe("bc");
  });
});

describe("in an address", () => {
  it.each(["", "?state=turn", "?state=finished&game=chess"])("one's own: %s", (query) =>
    expect(queryOf(ownMatchFilterFrom(new URLSearchParams(query)))).toBe(query),
  );
  it.each(["", "?free=2", "?game=go&free=3&times=none"])("tables to join: %s", (query) =>
    expect(queryOf(openTableFilterFrom(new URLSearchParams(query)))).toBe(query),
  );
  it("nothing is left out by what no filter knows", () => {
    expect(queryOf(ownMatchFilterFrom(new URLSearchParams("?state=lost&device")))).toBe("");
    expect(queryOf(openTableFilterFrom(new URLSearchParams("?free=9&times=all")))).toBe("");
  });
});
