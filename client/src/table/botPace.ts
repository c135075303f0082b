/** How fast the moves of bots are animated, by the setting. */
import type { SeatInfo, View } from "../lib/protocol.ts";
import { settings, type Pace } from "../lib/settings.svelte.ts";
import { FAST_FACTOR } from "./viewQueue.ts";

const DURATION_FACTORS: Record<Pace, number> = { calm: 1, fast: FAST_FACTOR, skip: 0 };

/** The factor for a view's animations: 1 if a person has acted in it. */
export function durationFactor(view: View, seats: readonly SeatInfo[]): number {
  if (settings.bots === "calm" || view.scene.race) return 1;
  const bots = new Set(
    seats.filter(({ kind, stand_in }) => kind === "bot" || stand_in).map(({ seat }) => seat),
  );
  const doers = view.entries.map(({ seat }) => seat).filter((seat) => seat < seats.length);
  return doers.length > 0 && doers.every((seat) => bots.has(seat))
    ? DURATION_FACTORS[settings.bots]
    : 1;
}
