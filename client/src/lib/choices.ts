/** How picked targets narrow the legal actions down to one.
 *
 * Independent of any game: a choice is a list of targets, and everything here is a pure function of
 * the scene's choices and the picks so far.
 */
import type { Choice, Scene } from "./protocol";

/** What the picks amount to. */
export type Outcome =
  /** Nothing is picked. */
  | { state: "idle" }
  /** Several choices are left. `whole` is the one that is complete already, if there is one. */
  | { state: "open"; whole: Choice | null }
  /** One choice is left, but it needs confirmation: it asks for that, or implies further targets.
   */
  | { state: "ready"; choice: Choice; implied: string[] }
  /** One choice is left and complete: carry it out. */
  | { state: "done"; choice: Choice }
  /** No choice matches; the server can say why. */
  | { state: "dead" };

/** The choices that are consistent with the picks. */
export function remainingChoices(choices: Choice[], picked: string[], anyOrder: boolean): Choice[] {
  return choices.filter((choice) => unpicked(choice, picked, anyOrder) !== null);
}

/** The targets that may be picked next, each with the choices it leads to. */
export function nextTargets(
  choices: Choice[],
  picked: string[],
  anyOrder: boolean,
): Map<string, Choice[]> {
  const next = new Map<string, Choice[]>();
  for (const choice of choices) {
    const left = unpicked(choice, picked, anyOrder);
    if (left === null) continue;
    for (const target of new Set(anyOrder && !choice.ordered ? left : left.slice(0, 1))) {
      const leads = next.get(target);
      if (leads) leads.push(choice);
      else next.set(target, [choice]);
    }
  }
  return next;
}

/** The targets that may be picked next in the order of the paths. */
export function targetsInOrder(choices: Choice[], picked: string[], anyOrder: boolean): string[] {
  const first = choices.flatMap((choice) => unpicked(choice, picked, anyOrder)?.slice(0, 1) ?? []);
  return [...new Set(first)];
}

/** What the picks amount to. A single pick never carries out more than itself without confirmation.
 */
export function outcome(choices: Choice[], picked: string[], anyOrder: boolean): Outcome {
  if (picked.length === 0) return { state: "idle" };
  const left = remainingChoices(choices, picked, anyOrder);
  const only = left.length === 1 ? left[0] : undefined;
  if (left.length === 0) return { state: "dead" };
  if (only === undefined) {
    const whole = left.find((choice) => choice.path.length === picked.length) ?? null;
    return { state: "open", whole };
  }
  const implied = unpicked(only, picked, anyOrder) ?? [];
  if (only.confirm || (implied.length > 0 && picked.length < 2)) {
    return { state: "ready", choice: only, implied };
  }
  return { state: "done", choice: only };
}

/** The choice that would be the only one left after picking a target, for its preview. */
export function choiceAfter(
  choices: Choice[],
  picked: string[],
  target: string,
  anyOrder: boolean,
): Choice | null {
  const left = remainingChoices(choices, [...picked, target], anyOrder);
  return left.length === 1 ? left[0]! : null;
}

/** The picks with `target` added, or removed from where it was picked. */
export function togglePick(picked: string[], target: string): string[] {
  const at = picked.lastIndexOf(target);
  return at >= 0 ? picked.slice(0, at) : [...picked, target];
}

/** The picks as far as they are still valid in a new scene. */
export function validPicks(scene: Scene, picked: string[]): string[] {
  const still = remainingChoices(scene.choices ?? [], picked, scene.any_order ?? false);
  const aimed = scene.aims?.some(({ piece }) => picked.length === 1 && piece === picked[0]);
  return still.length > 0 || aimed ? picked : [];
}

/** The targets of a path that are not picked yet, null if the picks do not match it. */
function unpicked(
  { path, ordered = false }: Choice,
  picked: string[],
  anyOrder: boolean,
): string[] | null {
  if (!anyOrder || ordered) {
    return picked.every((target, index) => path[index] === target)
      ? path.slice(picked.length)
      : null;
  }
  const left = [...path];
  for (const target of picked) {
    const at = left.indexOf(target);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}
