/** How things of one size are laid in rows. */

/** Pixels between two of them. */
const GAP = 8;

/** How many of `count` stand in a row where there is room for `most`, in as few rows as need be and
 * as even as can be. */
export function evenRowLength(count: number, most: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / most)));
}

/** The same by the room for a row, and what each takes at least, in pixels; one always finds room. */
export function columnCount(count: number, width: number, least: number): number {
  const most = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  return Math.max(1, evenRowLength(count, most));
}
