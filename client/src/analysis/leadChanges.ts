/** The sides of a match, and where the lead changed. */
import type { Analysis } from "../lib/protocol.ts";

/** A seat, or a team: seats whose values are always equal. */
export interface Side {
  seats: number[];
  /** By the steps of the analysis; null where unknown. */
  values: (number | null)[];
}

/** A step at which another side takes the lead. */
export interface LeadChange {
  step: number;
  side: Side;
}

/** The margin by which a side must be ahead: less is within the error of the estimates. */
const CLEAR_LEAD = 0.06;

/** The sides of a match. */
export function sidesOf({ values, done }: Analysis): Side[] {
  const known = values.filter((row) => row !== null);
  const seats = (known[0] ?? []).map((_, seat) => seat);
  const alike = (a: number, b: number) => known.every((row) => row[a] === row[b]);
  const sides: Side[] = [];
  for (const seat of seats) {
    const team = done ? sides.find((side) => alike(side.seats[0]!, seat)) : undefined;
    if (team) team.seats.push(seat);
    else sides.push({ seats: [seat], values: values.map((row) => row?.[seat] ?? null) });
  }
  // If all values are always equal there are no teams.
  if (sides.length > 1 || seats.length < 2) return sides;
  return seats.map((seat) => ({ seats: [seat], values: sides[0]!.values }));
}

/** The lead changes, in order. */
export function leadChanges({ steps, measure }: Analysis, sides: Side[]): LeadChange[] {
  const margin = measure === "win_probability" ? CLEAR_LEAD : 0;
  const found: LeadChange[] = [];
  let ahead: Side | null = null;
  for (const [index, step] of steps.entries()) {
    const ranked = sides
      .flatMap((side) => {
        const value = side.values[index];
        return typeof value === "number" ? [{ side, value }] : [];
      })
      .sort((a, b) => b.value - a.value);
    const [best, second] = ranked;
    if (!best || !second || best.value - second.value <= margin) continue;
    if (ahead && best.side !== ahead) found.push({ step, side: best.side });
    ahead = best.side;
  }
  return found;
}

/** The last step that is not after an event, whose value holds for it. */
export function stepAt(steps: readonly number[], event: number): number {
  return Math.max(0, steps.findLastIndex((step) => step <= event));
}

/** How far along the curve an event is, from 0 to 1.
 *
 * Steps are equally far apart, however many chance events lie between them; the first and the last
 * one are the ends, so that a deal takes no room. Until there are steps, all events (`last` is the
 * last one) are equally far apart.
 */
export function shareOf(steps: readonly number[], event: number, last: number): number {
  if (steps.length < 2) return last ? event / last : 0;
  const index = Math.min(stepAt(steps, event), steps.length - 2);
  const [from, to] = [steps[index]!, steps[index + 1]!];
  const between = Math.max(0, Math.min(1, (event - from) / (to - from)));
  return (index + between) / (steps.length - 1);
}

/** The event at a point of the curve, the inverse of `shareOf`. */
export function eventAt(steps: readonly number[], share: number, last: number): number {
  const within = Math.max(0, Math.min(1, share));
  if (steps.length < 2) return Math.round(within * last);
  const at = within * (steps.length - 1);
  const index = Math.min(Math.floor(at), steps.length - 2);
  const [from, to] = [steps[index]!, steps[index + 1]!];
  return Math.round(from + (at - index) * (to - from));
}
