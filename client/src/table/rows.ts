/** How things of one size are laid in rows. */

/** Pixels between two of them. */
const GAP = 8;

/** How many stand side by side so that they take no more rows than need be, as even as can be.
 *
 * `width` is the room for a row and `least` what each takes at least, in pixels; one always finds
 * room.
 */
export function abreast(count: number, width: number, least: number): number {
  const most = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  const rows = Math.max(1, Math.ceil(count / most));
  return Math.max(1, Math.ceil(count / rows));
}
