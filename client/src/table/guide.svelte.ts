/** A guide through one choice: the target that a learner is to pick next, which is pointed out. */
import type { TargetSelection } from "./selection.svelte.ts";

/** What is pointed out when everything is picked and one more step carries it out. */
export const CONFIRM = "confirm";

export class Guide {
  /** What is to be picked, in its order; empty where nobody is guided. */
  path = $state.raw<readonly string[]>([]);
  /** Whether nothing is to be done now, whatever the rules allow. */
  resting = $state(false);

  #selection: TargetSelection;

  /** The next of them, or `CONFIRM`; null where nothing is pointed out. */
  readonly next = $derived.by((): string | null => {
    const selection = this.#selection;
    if (!this.path.length || selection.underway) return null;
    if (selection.aiming.held && this.path.length === 1) return CONFIRM;
    const missing = missingTargets(this.path, selection.picked);
    return missing[0] ?? CONFIRM;
  });

  constructor(selection: TargetSelection) {
    this.#selection = selection;
  }
}

/** What of a path is not picked yet; a target that it has twice is to be picked twice. */
export function missingTargets(path: readonly string[], picked: readonly string[]): string[] {
  const taken = [...picked];
  return path.filter((target) => {
    const at = taken.indexOf(target);
    if (at >= 0) taken.splice(at, 1);
    return at < 0;
  });
}
