import type { SeatInfo } from "../lib/protocol.ts";

/** The seats that somebody can ask for, those of people who have gone first. */
export const offeredSeats = (seats: readonly SeatInfo[]): SeatInfo[] =>
  seats.filter(isOffered).sort((a, b) => Number(b.released) - Number(a.released));

/** Whether somebody who comes while the match is being played can ask for a seat: it is a bot's, or
 * its player has gone and lets others have it.
 */
export function isOffered({ kind, released, resigned }: SeatInfo): boolean {
  return kind === "bot" || (released && !resigned);
}
