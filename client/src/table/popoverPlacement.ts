/** Where a popover is placed: beside its target, covering nothing that is to be read or pressed. */

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

/** The distance to the target, and to the edge of the window. */
const GAP = 8;
/** The distance from the top of the window without a target. */
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

/** The upper left corner of a popover.
 *
 * It is placed above its target if there is room, else below; if the target is inside one of the
 * `free` boxes, above or below that box. Without a target it is at the top. If it would cover a
 * `free` box it moves to the nearest place beside one. Of these places it takes the first that
 * covers fewest of the choosable `targets`; places beside the `board` count, too.
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
