/** Choosing: how picked targets narrow the list of legal actions down to one.
 *
 * Knows no game: a choice is the list of targets that select it, and everything here is a pure
 * function of the scene's choices and of what has been picked so far.
 */
import type { Choice, Scene } from "./protocol";

/** What the picks amount to. */
export type Outcome =
  /** Nothing is picked. */
  | { state: "idle" }
  /** Several choices are left; pick on. `whole` is the one that would end here, if there is one. */
  | { state: "open"; whole: Choice | null }
  /** One choice is left, but it needs a second step: it asks for one, or more is implied. */
  | { state: "ready"; choice: Choice; implied: string[] }
  /** One choice is left: do it. */
  | { state: "done"; choice: Choice }
  /** No choice goes this way; the server knows why. */
  | { state: "dead" };

/** The choices that the picks have not ruled out. */
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

/** Of the targets that may be picked next, those whose turn it is in the order of their paths. */
export function targetsInOrder(choices: Choice[], picked: string[], anyOrder: boolean): string[] {
  const first = choices.flatMap((choice) => unpicked(choice, picked, anyOrder)?.slice(0, 1) ?? []);
  return [...new Set(first)];
}

/** What the picks amount to: one pick never carries out more than itself without a second step. */
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

/** The choice that picking one more target would leave as the only one, for its preview. */
export function choiceAfter(
  choices: Choice[],
  picked: string[],
  target: string,
  anyOrder: boolean,
): Choice | null {
  const left = remainingChoices(choices, [...picked, target], anyOrder);
  return left.length === 1 ? left[0]! : null;
}

/** The picks after `target`: added, or taken back if it was picked already. */
export function togglePick(picked: string[], target: string): string[] {
  const at = picked.lastIndexOf(target);
  return at >= 0 ? picked.slice(0, at) : [...picked, target];
}

/** The picks that a new scene leaves standing: those that still lead somewhere. */
export function validPicks(scene: Scene, picked: string[]): string[] {
  const still = remainingChoices(scene.choices ?? [], picked, scene.any_order ?? false);
  const aimed = scene.aims?.some(({ piece }) => picked.length === 1 && piece === picked[0]);
  return still.length > 0 || aimed ? picked : [];
}

/** The part of a path that the picks leave open, null if they lead elsewhere. */
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
