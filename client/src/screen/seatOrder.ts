/** The seats on a shared screen, in their order. */
import type { SeatInfo } from "../lib/protocol.ts";

/** The seats in their order, none of them one's own. */
export function spectatorSeats(seats: readonly SeatInfo[]): SeatInfo[] {
  return [...seats].sort((a, b) => a.seat - b.seat).map((seat) => ({ ...seat, mine: false }));
}
