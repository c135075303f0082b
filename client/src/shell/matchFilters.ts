/** What somebody looks for among matches: one's own, and tables that anybody may join. */
import type { MatchSummary } from "../lib/protocol.ts";

/** Which of one's own matches. */
export const STATES = ["all", "turn", "running", "finished"] as const;
export type State = (typeof STATES)[number];

/** How much time people have at a table. */
export const TIMES = ["any", "none", "limited"] as const;
export type Times = (typeof TIMES)[number];

export interface MineFilter {
  state: State;
  /** A game's key, empty for all. */
  game: string;
}

export interface OpenFilter {
  game: string;
  /** How many free chairs there are at least. */
  free: number;
  times: Times;
}

const goesOn = ({ status }: MatchSummary) => status === "waiting" || status === "playing";

const isState: Record<State, (match: MatchSummary) => boolean> = {
  all: () => true,
  turn: (match) => match.your_turn,
  running: goesOn,
  finished: (match) => !goesOn(match),
};

/** One's own matches that are looked for. */
export const ofMine = (matches: readonly MatchSummary[], { state, game }: MineFilter) =>
  matches.filter((match) => isState[state](match) && (!game || match.game === game));

export const freeChairs = (match: MatchSummary) =>
  match.seats.filter(({ kind }) => kind === "open").length;

/** The tables to join that are looked for. */
export const ofOpen = (matches: readonly MatchSummary[], { game, free, times }: OpenFilter) =>
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
