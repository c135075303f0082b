/** Layout of equal items in rows. */

/** Pixels between two items. */
const GAP = 8;

/** How many of `count` items are in a row with room for `most`, in the fewest and evenest rows. */
export function evenRowLength(count: number, most: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / most)));
}

/** The same by the width of a row and the least width of an item, in pixels; at least one. */
export function columnCount(count: number, width: number, least: number): number {
  const most = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  return Math.max(1, evenRowLength(count, most));
}
