/** Facts and labels about games and matches for the pages. */
import { fullCatalogue, games, matches } from "../lib/api.ts";
import { provideArt, loadArt } from "../lib/art.svelte.ts";
import type {
  Chair,
  GameInfo,
  Matches,
  MatchSummary,
  Offer,
  OptionInfo,
  SeatInfo,
} from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { provideTexts, has, loadTexts, t } from "../lib/texts.svelte.ts";

/** How often lists of matches are polled, in milliseconds. */
export const REFRESH_INTERVAL = 10_000;

let loadedGames: Promise<GameInfo[]> | undefined;
/** The matches that arrived with the catalogue, until they are used. */
let prefetchedMatches: Matches | undefined;

/** The games, fetched once. */
export function loadGames(): Promise<GameInfo[]> {
  loadedGames ??= games().catch((error: unknown) => {
    loadedGames = undefined;
    throw error;
  });
  return loadedGames;
}

/** The games whose texts and drawings could be loaded. */
export async function loadGamesWithArt(): Promise<GameInfo[]> {
  const all = await loadCatalogue();
  // On other pages than the home page only the games were fetched.
  const loading = all.map(({ key }) => Promise.all([loadTexts(key), loadArt(key)]));
  const loaded = await Promise.allSettled(loading);
  const shown = all.filter((_, index) => loaded[index]?.status === "fulfilled");
  if (all.length && !shown.length) await loading[0];
  return shown;
}

/** The games with their texts and drawings, in one request if nothing was fetched yet. */
export function loadCatalogue(): Promise<GameInfo[]> {
  loadedGames ??= fetchCatalogue().catch((error: unknown) => {
    loadedGames = undefined;
    throw error;
  });
  return loadedGames;
}

/** The matches that arrived with the catalogue, else fetched. */
export async function loadMatches(): Promise<Matches> {
  const brought = prefetchedMatches;
  prefetchedMatches = undefined;
  return brought ?? (await matches());
}

/** Fetch everything that the home page shows in one request. */
async function fetchCatalogue(): Promise<GameInfo[]> {
  const { language } = settings;
  const { games, texts, art, matches } = await fullCatalogue(language);
  for (const [place, words] of Object.entries(texts)) provideTexts(place, language, words);
  for (const [place, drawings] of Object.entries(art)) provideArt(place, drawings);
  prefetchedMatches = matches ?? undefined;
  return games;
}

/** Chairs for the fewest players: one for the user, the others as given. */
export function minimalChairs(game: GameInfo, name: string, other: Chair): Chair[] {
  const count = Math.max(2, Math.min(...game.seats));
  return [{ kind: "me", name }, ...Array.from({ length: count - 1 }, () => other)];
}

/** The levels that all games with bots share; without any, the levels of some game. */
export function sharedLevels(games: readonly GameInfo[]): string[] {
  const offering = games.map(({ levels }) => levels).filter(({ length }) => length);
  const all = [...new Set(offering.flat())];
  const shared = all.filter((level) => offering.every((levels) => levels.includes(level)));
  return shared.length ? shared : all;
}

/** The level to play against: the last one chosen, else the game's middle one. */
export const preferredLevel = (game: GameInfo, chosen: string) =>
  game.levels.includes(chosen) ? chosen : (game.levels[game.levels.length >> 1] ?? "");

/** The number of players, in words. */
export function playerCountText(game: GameInfo): string {
  const low = Math.min(...game.seats);
  const high = Math.max(...game.seats);
  return low === high ? t("seats-exactly", { seats: low }) : t("seats-from-to", { low, high });
}

/** An option's value, in words where the game has any. */
export const optionValueText = (game: string, option: string, value: string) =>
  has(`option-${option}-${value}`, game) ? t(`option-${option}-${value}`, {}, game) : value;

/** The options of a match that differ from the defaults (`name=value` words), in words. */
export function optionTexts(game: string, options: string): string[] {
  return options
    .split(" ")
    .filter(Boolean)
    .map((word) => {
      const [name = "", ...value] = word.split("=");
      return t("label", {
        name: t(`option-${name}`, {}, game),
        what: optionValueText(game, name, value.join("=")),
      });
    });
}

/** What an option offers to a number of players. */
export const offerFor = (game: GameInfo, option: OptionInfo, seats: number): Offer =>
  option.offers[game.seats.indexOf(seats)] ?? option.offers[0]!;

/** The value of a team option for no teams. */
export const NO_TEAMS = "none";

/** The value of a team option for two teams that alternate. */
export const alternatingTeams = (seats: number) =>
  Array.from({ length: seats }, (_, seat) => (seat % 2) + 1).join("");

/** Whether an option may have a value; free text is checked by the game. */
export function isAllowed(option: OptionInfo, offer: Offer, value: string, seats: number): boolean {
  if (option.kind === "teams" && value !== NO_TEAMS) return value.length === seats;
  const free = option.kind === "written" || option.kind === "order";
  return free || !offer.values.length || offer.values.includes(value);
}

/** Whether an option has more than one possible value. */
export const isChoice = (option: OptionInfo, offer: Offer) =>
  offer.values.length !== 1 || ["written", "teams", "order"].includes(option.kind);

/** Whether the game has a name for a value, such as a plan called "barrel". */
export const hasValueName = (game: string, option: OptionInfo, value: string) =>
  has(`option-${option.name}-${value}`, game);

/** A player's name; for bots with the level, for programs with a hint. */
export function playerName(seat: SeatInfo): string {
  if (seat.program) return t("program-named", { name: seat.name });
  return seat.name || (seat.kind === "bot" ? t("bot-name", { level: seat.level }) : t("guest"));
}

const TIME_UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago something was, in words; `at` in milliseconds since 1970. */
export function relativeTime(at: number, language: string, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of TIME_UNITS) {
    if (now - at >= length) return format.format(-Math.floor((now - at) / length), unit);
  }
  return t("just-now");
}

/** Running matches (own turns first, then by urgency), and finished ones.
 *
 * Without time limits the newest come first.
 */
export function sortMatches(matches: MatchSummary[]): {
  going: MatchSummary[];
  done: MatchSummary[];
} {
  const newest = [...matches].sort((one, other) => other.changed - one.changed);
  const going = newest.filter(({ status }) => status === "waiting" || status === "playing");
  const left = (match: MatchSummary) => match.left ?? Infinity;
  const byTimeLeft = (some: MatchSummary[]) =>
    // Infinity minus Infinity is NaN; the sort is stable.
    some.sort((one, other) => (left(one) === left(other) ? 0 : left(one) - left(other)));
  return {
    going: [
      ...byTimeLeft(going.filter((match) => match.your_turn)),
      ...byTimeLeft(going.filter((match) => !match.your_turn)),
    ],
    done: newest.filter(({ status }) => status !== "waiting" && status !== "playing"),
  };
}
