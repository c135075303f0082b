/** Arrow keys among things that lie anywhere: the next one in a direction, by geometry. */

export interface Box {
  id: string;
  /** Centre. */
  x: number;
  y: number;
}

export type Direction = "left" | "right" | "up" | "down";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The direction of an arrow key, null for any other key. */
export function directionOf(key: string): Direction | null {
  return ARROWS[key] ?? null;
}

/** The box to go to: the nearest in the direction, sideways steps counting double. */
export function neighbour(boxes: Box[], from: string, direction: Direction): string | null {
  const here = boxes.find(({ id }) => id === from);
  if (!here) return boxes[0]?.id ?? null;
  const vertical = direction === "up" || direction === "down";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best: string | null = null;
  let shortest = Infinity;
  for (const box of boxes) {
    const along = sign * (vertical ? box.y - here.y : box.x - here.x);
    const aside = Math.abs(vertical ? box.x - here.x : box.y - here.y);
    // What lies more to the side than ahead is in another direction.
    if (box.id === from || along <= 0 || aside > along * 1.5) continue;
    if (along + 2 * aside < shortest) {
      shortest = along + 2 * aside;
      best = box.id;
    }
  }
  return best;
}
