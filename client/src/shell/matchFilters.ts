/** What somebody looks for among matches: one's own, and tables that anybody may join. */
import type { MatchSummary } from "../lib/protocol.ts";

/** Which of one's own matches. */
export const STATES = ["all", "turn", "running", "finished"] as const;
export type State = (typeof STATES)[number];

/** How much time people have at a table. */
export const TIME_FILTERS = ["any", "none", "limited"] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

export interface OwnMatchFilter {
  state: State;
  /** A game's key, empty for all. */
  game: string;
}

export interface OpenTableFilter {
  game: string;
  /** How many free chairs there are at least. */
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

/** One's own matches that are looked for. */
export const filterOwnMatches = (
  matches: readonly MatchSummary[],
  { state, game }: OwnMatchFilter,
) => matches.filter((match) => isState[state](match) && (!game || match.game === game));

export const freeChairs = (match: MatchSummary) =>
  match.seats.filter(({ kind }) => kind === "open").length;

/** The tables to join that are looked for. */
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

/** The games among matches, each once, in the order in which they come. */
export const gamesOf = (matches: readonly MatchSummary[]) => [
  ...new Set(matches.map(({ game }) => game)),
];
