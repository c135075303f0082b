/** Touch: which small target a tap was meant for, and whether that is clear. */
import type { Box } from "./camera";

/** The size of a touch target, in pixels. */
const FINGER_PX = 44;
/** By how many pixels one target must be nearer than another to be clearly meant. */
const CLEAR_MARGIN_PX = 11;
/** Targets closer than this share of a touch target are not separated by zooming. */
const MIN_DISTANCE = 0.3;

interface Point {
  x: number;
  y: number;
}

/** A target by its centre. */
type Target = Box & { id: string };

/** What a tap was meant for. */
export interface Tap {
  /** The nearest target. */
  nearest: string;
  /** Where to zoom in for a tap between two small targets: the point between them, and the pixels
   * per unit that separate them.
   */
  zoomTo: (Point & { scale: number; between: string[] }) | null;
}

/** The nearest target whose surroundings, as large as a finger, contain the point; else null.
 *
 * `scale` is pixels per unit of the board.
 */
export function tapTarget(targets: Target[], point: Point, scale: number): Tap | null {
  const reach = FINGER_PX / scale;
  const hits = targets
    .filter(
      ({ x, y, w, h }) =>
        Math.abs(point.x - x) <= Math.max(w, reach) / 2 &&
        Math.abs(point.y - y) <= Math.max(h, reach) / 2,
    )
    .map((target) => ({ target, distance: Math.hypot(point.x - target.x, point.y - target.y) }))
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = hits;
  if (!first) return null;
  const nearest = first.target.id;
  if (!second || (second.distance - first.distance) * scale >= CLEAR_MARGIN_PX)
    return { nearest, zoomTo: null };
  const [one, other] = [first.target, second.target];
  const apart = Math.hypot(one.x - other.x, one.y - other.y);
  const small = [one, other].every(({ w, h }) => Math.min(w, h) < reach);
  if (!small || apart < MIN_DISTANCE * reach) return { nearest, zoomTo: null };
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const between = [one.id, other.id];
  return {
    nearest,
    zoomTo: { ...middle, scale: FINGER_PX / Math.min(apart, one.w, one.h), between },
  };
}
