/** Scene diffs: what the server sends when the client knows the previous scene.
 *
 * The diff of an object has its changed fields, null for removed ones. The diff of a list is a walk
 * through the old one: a positive number keeps that many items, a negative one drops them; an array
 * patches the next item; an object is a new item. The remainder is kept. Choices are sent anew, as
 * rows: each begins with the length of the path prefix shared with the row before; choices that
 * differ in the last target only are one row with all their last targets (empty: those of the row
 * before); other fields are merged into those given last. Unchanged objects keep their identity, so
 * that nothing is rendered again for them.
 */
import type { Choice, Scene } from "./protocol";

export type Changes = Record<string, unknown>;

type Thing = Record<string, unknown>;
type Step = number | [Changes] | Thing;

/** Fields that are lists, whose items are diffed one by one. */
const LISTS = new Set([
  "places",
  "pieces",
  "pictures",
  "lines",
  "letterings",
  "trays",
  "buttons",
  "aims",
  "beneath",
  "descriptions",
  "layers",
  "panels",
]);

/** The scene after a diff, null if the diff is for another scene. */
export function applyChanges(before: Scene, changes: Changes): Scene | null {
  try {
    return patchThing(before as unknown as Thing, changes) as unknown as Scene;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function patchThing(before: Thing, changes: Changes): Thing {
  const after = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete after[name];
    else if (name === "choices") after[name] = decodeChoices(value as unknown[][]);
    else if (LISTS.has(name))
      after[name] = patchList((before[name] as Thing[]) ?? [], value as Step[]);
    else after[name] = value;
  }
  return after;
}

function patchList(old: Thing[], steps: Step[]): Thing[] {
  const now: Thing[] = [];
  let reached = 0;
  for (const step of steps) {
    if (typeof step === "number") {
      if (step > 0) now.push(...old.slice(reached, reached + step));
      reached += Math.abs(step);
    } else if (Array.isArray(step)) {
      const next = old[reached];
      if (!next) throw new RangeError("a thing that is not there is changed");
      now.push(patchThing(next, step[0]));
      reached += 1;
    } else {
      now.push(step);
    }
  }
  if (reached > old.length) throw new RangeError("more is taken over than there is");
  return now.concat(old.slice(reached));
}

function decodeChoices(rows: unknown[][]): Choice[] {
  let path: string[] = [];
  let ends: string[] = [];
  let fields: Thing = {};
  return rows.flatMap(([action, shared, ...rest]) => {
    const last = typeof rest.at(-1) === "object" ? rest.pop() : undefined;
    const begun = [...path.slice(0, shared as number), ...(rest as string[])];
    const first = action as number;
    if (Array.isArray(last)) {
      if (last.length) ends = last as string[];
      path = [...begun, ...ends.slice(-1)];
      return ends.map((end, number) => ({ action: first + number, path: [...begun, end] }));
    }
    path = begun;
    if (!last) return [{ action: first, path }];
    fields = mergePatch(fields, last) as Thing;
    return [{ action: first, path, ...fields }];
  });
}

/** A value with a merge patch applied (RFC 7396). */
function mergePatch(old: unknown, patch: unknown): unknown {
  if (!isThing(patch)) return patch;
  const now: Thing = isThing(old) ? { ...old } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete now[name];
    else now[name] = mergePatch(now[name], value);
  }
  return now;
}

const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
