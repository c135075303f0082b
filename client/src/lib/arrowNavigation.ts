/** Spatial navigation by arrow keys among targets that lie anywhere. */

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
const DIRECTIONS = Object.values(ARROWS);

/** The direction of an arrow key, null for any other key. */
export function directionOf(key: string): Direction | null {
  return ARROWS[key] ?? null;
}

/** How far the page keys step through the choosable targets, null for any other key. */
export function stepOf(key: string): 1 | -1 | null {
  if (key === "PageDown") return 1;
  return key === "PageUp" ? -1 : null;
}

/** The id `step` places on, cyclically; from an unknown id the first or the last one. */
export function cyclicNeighbour(ids: string[], from: string, step: 1 | -1): string | null {
  const at = ids.indexOf(from);
  if (at < 0) return ids.at(step > 0 ? 0 : -1) ?? null;
  return ids[(at + step + ids.length) % ids.length] ?? null;
}

/** Boxes that are visited one after the other: right and down go forward, left and up back.
 *
 * The first one's position counts when arrows come from elsewhere.
 */
type Stack = [Box, ...Box[]];

/** Where arrow keys lead from box to box, so that each can be reached from every other. */
export class ArrowNavigation {
  #stacks: Stack[];

  constructor(boxes: Box[]) {
    this.#stacks = groupByCentre(boxes);
    for (;;) {
      const found = largestConnected(this.#stacks);
      const lost = this.#stacks.find((stack) => !found.has(stack));
      if (!lost) return;
      this.#stacks = mergeStacks(this.#stacks, lost, found);
    }
  }

  /** The box next to another one, null at the edge. */
  neighbour(from: string, direction: Direction): string | null {
    const current = this.#stacks.find((stack) => stack.some(({ id }) => id === from));
    if (!current) return this.#stacks[0]?.[0].id ?? null;
    const onward = direction === "right" || direction === "down";
    const ordered = inReadingOrder(current);
    const sibling = ordered[ordered.findIndex(({ id }) => id === from) + (onward ? 1 : -1)];
    if (sibling) return sibling.id;
    const next = nearestInDirection(this.#stacks, current, direction);
    return next ? (inReadingOrder(next).at(onward ? 0 : -1)?.id ?? null) : null;
  }
}

/** Group boxes that share a centre. */
function groupByCentre(boxes: Box[]): Stack[] {
  const spots = new Map<string, Stack>();
  for (const box of boxes) {
    const spot = `${box.x.toFixed(2)} ${box.y.toFixed(2)}`;
    const stack = spots.get(spot);
    if (stack) stack.push(box);
    else spots.set(spot, [box]);
  }
  return [...spots.values()];
}

/** The boxes of a stack in the order of visiting: from the upper left to the lower right. */
function inReadingOrder(stack: Stack): Box[] {
  return stack.toSorted((one, other) => one.x + one.y - (other.x + other.y));
}

/** The nearest stack in a direction; sideways distance counts double. */
function nearestInDirection(stacks: Stack[], from: Stack, direction: Direction): Stack | null {
  const [here] = from;
  const vertical = direction === "up" || direction === "down";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best: Stack | null = null;
  let shortest = Infinity;
  for (const stack of stacks) {
    const [box] = stack;
    const along = sign * (vertical ? box.y - here.y : box.x - here.x);
    const sideways = Math.abs(vertical ? box.x - here.x : box.y - here.y);
    // What lies more to the side than ahead is in another direction.
    if (stack === from || along <= 0 || sideways > along * 1.5) continue;
    if (along + 2 * sideways < shortest) {
      shortest = along + 2 * sideways;
      best = stack;
    }
  }
  return best;
}

/** The largest strongly connected set of stacks. */
function largestConnected(stacks: Stack[]): Set<Stack> {
  const onward = new Map<Stack, Stack[]>(stacks.map((stack) => [stack, []]));
  const back = new Map<Stack, Stack[]>(stacks.map((stack) => [stack, []]));
  for (const from of stacks) {
    for (const direction of DIRECTIONS) {
      const to = nearestInDirection(stacks, from, direction);
      if (!to) continue;
      onward.get(from)?.push(to);
      back.get(to)?.push(from);
    }
  }
  let most = new Set<Stack>();
  let left = stacks;
  while (left[0]) {
    const home = reachableFrom(left[0], back);
    const both = new Set([...reachableFrom(left[0], onward)].filter((stack) => home.has(stack)));
    if (both.size > most.size) most = both;
    left = left.filter((stack) => !both.has(stack));
  }
  return most;
}

/** All stacks that can be reached from one. */
function reachableFrom(start: Stack, ways: Map<Stack, Stack[]>): Set<Stack> {
  const seen = new Set([start]);
  for (const stack of seen) {
    for (const next of ways.get(stack) ?? []) seen.add(next);
  }
  return seen;
}

/** Merge an unreachable stack into the nearest reachable one. */
function mergeStacks(stacks: Stack[], lost: Stack, found: Set<Stack>): Stack[] {
  const distance = ([box]: Stack) => Math.hypot(box.x - lost[0].x, box.y - lost[0].y);
  const host = [...found].reduce((best, stack) => (distance(stack) < distance(best) ? stack : best));
  return stacks
    .filter((stack) => stack !== lost)
    .map((stack) => (stack === host ? [...host, ...lost] : stack));
}
