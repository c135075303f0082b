/** What is looked at on the page, as the end of its address: a link holds all of it. */
import { seatLetter } from "../lib/texts.svelte.ts";

/** Another line: after which event it leaves the match, and what happens then. */
export interface Variation {
  at: number;
  line: string;
  /** The letters of the seats that bots play. */
  bots: string;
}

/** The address of a position of the match. */
export const moveAddress = (event: number): string => `#move-${event}`;

/** The address of another line. */
export function variationAddress({ at, line, bots }: Variation): string {
  const query = [`at=${at}`, ...(line ? [`line=${line}`] : []), ...(bots ? [`bots=${bots}`] : [])];
  return `?${query.join("&")}`;
}

/** The other line that an address holds, null for one of the match itself. */
export function variationFrom(query: URLSearchParams): Variation | null {
  const at = query.get("at");
  if (at === null || !/^\d{1,5}$/.test(at)) return null;
  return { at: Number(at), line: query.get("line") ?? "", bots: query.get("bots") ?? "" };
}

/** A line without what the last person did, and what followed by itself. */
export function undoMove({ at, line, bots }: Variation): Variation {
  const events = line.split(".");
  const byItself = (event: string) => event.startsWith("*") || bots.includes(event[0]!);
  let kept = events.length - 1;
  while (kept > 0 && byItself(events[kept]!)) kept -= 1;
  return { at, line: events.slice(0, kept).join("."), bots };
}

/** A line up to an event, counted from the beginning of the match. */
export const truncateAt = ({ at, line, bots }: Variation, event: number): Variation => ({
  at,
  line: line.split(".").slice(0, event - at).join("."),
  bots,
});

/** With a bot on a seat, or without. */
export function withBot(tried: Variation, seat: number, on: boolean): Variation {
  const letter = seatLetter(seat);
  const others = [...tried.bots].filter((other) => other !== letter);
  return { ...tried, bots: (on ? [...others, letter] : others).sort().join("") };
}

/** An address without what concerns this window alone. */
export function sharedAddress(address: string): string {
  return address.replace(/&bots=[A-H]*/, "");
}
