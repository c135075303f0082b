/** Fingers: what a tap beside small targets was meant for. */
import type { Box } from "./camera";

/** Pixels either way that a finger needs. */
export const FINGER = 44;

/** A target by its middle. */
type Target = Box & { id: string };

/** The nearest of some targets whose surroundings, as large as a finger, hold a point; else null.
 *
 * `scale` is how many pixels a unit of the board has.
 */
export function meant(
  targets: Target[],
  point: { x: number; y: number },
  scale: number,
): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const { id, x, y, w, h } of targets) {
    const across = Math.abs(point.x - x);
    const down = Math.abs(point.y - y);
    const reach = FINGER / scale;
    const held = across <= Math.max(w, reach) / 2 && down <= Math.max(h, reach) / 2;
    const distance = Math.hypot(across, down);
    if (held && distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}
