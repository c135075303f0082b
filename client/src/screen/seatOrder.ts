/** Who is seen on a big screen: everybody, in the order of their seats. */
import type { SeatInfo } from "../lib/protocol.ts";

/** The seats in their order; none of them is anybody's own here. */
export function spectatorSeats(seats: readonly SeatInfo[]): SeatInfo[] {
  return [...seats].sort((a, b) => a.seat - b.seat).map((seat) => ({ ...seat, mine: false }));
}
