/** The state of the analysis page as the end of its address, so that links contain all of it. */
import { seatLetter } from "../lib/texts.svelte.ts";

/** A variation: the event after which it leaves the match, and its moves. */
export interface Variation {
  at: number;
  line: string;
  /** The letters of the seats that bots play. */
  bots: string;
}

/** The address of a position of the match. */
export const moveAddress = (event: number): string => `#move-${event}`;

/** The address of a variation. */
export function variationAddress({ at, line, bots }: Variation): string {
  const query = [`at=${at}`, ...(line ? [`line=${line}`] : []), ...(bots ? [`bots=${bots}`] : [])];
  return `?${query.join("&")}`;
}

/** The variation in an address, null for the match itself. */
export function variationFrom(query: URLSearchParams): Variation | null {
  const at = query.get("at");
  if (at === null || !/^\d{1,5}$/.test(at)) return null;
  return { at: Number(at), line: query.get("line") ?? "", bots: query.get("bots") ?? "" };
}

/** A variation without the last move of a person and what followed automatically. */
export function undoMove({ at, line, bots }: Variation): Variation {
  const events = line.split(".");
  const byItself = (event: string) => event.startsWith("*") || bots.includes(event[0]!);
  let kept = events.length - 1;
  while (kept > 0 && byItself(events[kept]!)) kept -= 1;
  return { at, line: events.slice(0, kept).join("."), bots };
}

/** A variation up to an event, counted from the beginning of the match. */
export const truncateAt = ({ at, line, bots }: Variation, event: number): Variation => ({
  at,
  line: line.split(".").slice(0, event - at).join("."),
  bots,
});

/** A variation with a bot on a seat, or without. */
export function withBot(tried: Variation, seat: number, on: boolean): Variation {
  const letter = seatLetter(seat);
  const others = [...tried.bots].filter((other) => other !== letter);
  return { ...tried, bots: (on ? [...others, letter] : others).sort().join("") };
}

/** An address without what concerns this window alone. */
export function sharedAddress(address: string): string {
  return address.replace(/&bots=[A-H]*/, "");
}
