/** Where a small paper lies: beside what it is about, and over nothing that is to be read or pressed. */

/** A rectangle of the window, in pixels. */
export interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** Between the paper and what is beside it, and to the edge of the window. */
const GAP = 8;
/** From the top of the window to a paper that is about nothing on the page. */
const DEFAULT_TOP = 72;

const overlap = (one: Rect, other: Rect) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

const contains = (one: Rect, other: Rect) =>
  one.left >= other.left &&
  one.right <= other.right &&
  one.top >= other.top &&
  one.bottom <= other.bottom;

/** The upper left corner of a paper in a window.
 *
 * It lies above what it is about if there is room, else below; where that is in one of what is to be
 * kept `free`, above or below all of that. About nothing it lies at the top. Where it would lie over
 * something that is kept free it moves to the nearest place beside that, if there is one; and of all
 * these places it takes the first that covers fewest of the `targets` that can be picked now, beside
 * the `board` too.
 */
export function placePopover(
  paper: Size,
  about: Rect | null,
  free: readonly Rect[],
  room: Size,
  targets: readonly Rect[] = [],
  board: readonly Rect[] = [],
): { left: number; top: number } {
  const anchor = about && (free.find((one) => contains(about, one)) ?? about);
  const middle = about ? (about.left + about.right) / 2 : room.width / 2;
  const rightmost = room.width - paper.width - GAP;
  const left = Math.max(GAP, Math.min(rightmost, middle - paper.width / 2));
  const lowest = room.height - paper.height - GAP;
  const above = (box: Rect) => box.top - paper.height - GAP;
  const below = (box: Rect) => box.bottom + GAP;
  const rectAt = (top: number): Rect => ({
    left,
    right: left + paper.width,
    top,
    bottom: top + paper.height,
  });
  const first = anchor ? [above(anchor), below(anchor)] : [DEFAULT_TOP];
  const distance = (top: number) => Math.abs(top - first[0]!);
  const next = [...free, ...board]
    .flatMap((box) => [above(box), below(box)])
    .toSorted((one, other) => distance(one) - distance(other));
  const fits = (top: number) => top >= GAP && top <= lowest;
  const covered = (top: number) => targets.filter((box) => overlap(rectAt(top), box)).length;
  const [top] = [...first, ...next]
    .filter((one) => fits(one) && !free.some((box) => overlap(rectAt(one), box)))
    .toSorted((one, other) => covered(one) - covered(other));
  return { left, top: top ?? Math.max(GAP, Math.min(lowest, first.find(fits) ?? first.at(-1)!)) };
}
