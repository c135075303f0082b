/** Filters for lists of matches: one's own, and open tables. */
import type { MatchSummary } from "../lib/protocol.ts";

/** Filters by state. */
export const STATES = ["all", "turn", "running", "finished"] as const;
type State = (typeof STATES)[number];

/** Filters by time control. */
export const TIME_FILTERS = ["any", "none", "limited"] as const;
type TimeFilter = (typeof TIME_FILTERS)[number];

/** Filters by the least number of free chairs. */
export const FREE_CHAIR_FILTERS = [1, 2, 3];

export interface OwnMatchFilter {
  state: State;
  /** A game's key, empty for all. */
  game: string;
}

export interface OpenTableFilter {
  game: string;
  /** The least number of free chairs. */
  free: number;
  times: TimeFilter;
}

const ALL_OWN_MATCHES: OwnMatchFilter = { state: "all", game: "" };
const ALL_OPEN_TABLES: OpenTableFilter = { game: "", free: 1, times: "any" };

/** The filter of one's own matches in the query of an address. */
export const ownMatchFilterFrom = (query: URLSearchParams): OwnMatchFilter => ({
  state: STATES.find((one) => one === query.get("state")) ?? ALL_OWN_MATCHES.state,
  game: query.get("game") ?? ALL_OWN_MATCHES.game,
});

/** The filter of open tables in the query of an address. */
export const openTableFilterFrom = (query: URLSearchParams): OpenTableFilter => ({
  game: query.get("game") ?? ALL_OPEN_TABLES.game,
  free: FREE_CHAIR_FILTERS.find((one) => `${one}` === query.get("free")) ?? ALL_OPEN_TABLES.free,
  times: TIME_FILTERS.find((one) => one === query.get("times")) ?? ALL_OPEN_TABLES.times,
});

/** A filter as the query of an address; what leaves out nothing is not in it. */
export function queryOf(filter: OwnMatchFilter | OpenTableFilter): string {
  const all: object = "state" in filter ? ALL_OWN_MATCHES : ALL_OPEN_TABLES;
  const defaults = new Map<string, unknown>(Object.entries(all));
  const chosen = Object.entries(filter).filter(([part, value]) => value !== defaults.get(part));
  return chosen.length ? `?${new URLSearchParams(chosen.map(([part, one]) => [part, `${one}`]))}` : "";
}

const isOngoing = ({ status }: MatchSummary) => status === "waiting" || status === "playing";

const isState: Record<State, (match: MatchSummary) => boolean> = {
  all: () => true,
  turn: (match) => match.your_turn,
  running: isOngoing,
  finished: (match) => !isOngoing(match),
};

/** Filter one's own matches. */
export const filterOwnMatches = (
  matches: readonly MatchSummary[],
  { state, game }: OwnMatchFilter,
) => matches.filter((match) => isState[state](match) && (!game || match.game === game));

const freeChairs = (match: MatchSummary) =>
  match.seats.filter(({ kind }) => kind === "open").length;

/** Filter open tables. */
export const filterOpenTables = (
  matches: readonly MatchSummary[],
  { game, free, times }: OpenTableFilter,
) =>
  matches.filter(
    (match) =>
      (!game || match.game === game) &&
      freeChairs(match) >= free &&
      (times === "any" || (match.time_control === null) === (times === "none")),
  );

/** The games of matches, each once, in order of appearance. */
export const gamesOf = (matches: readonly MatchSummary[]) => [
  ...new Set(matches.map(({ game }) => game)),
];
