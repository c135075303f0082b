/** Filters for lists of matches: one's own, and open tables. */
import type { MatchSummary } from "../lib/protocol.ts";

/** Filters by state. */
export const STATES = ["all", "turn", "running", "finished"] as const;
export type State = (typeof STATES)[number];

/** Filters by time control. */
export const TIME_FILTERS = ["any", "none", "limited"] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

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

export const freeChairs = (match: MatchSummary) =>
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
