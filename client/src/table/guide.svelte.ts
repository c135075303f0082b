/** Guides a learner through one choice by highlighting the next target. */
import type { TargetSelection } from "./selection.svelte.ts";

/** Highlighted when everything is picked and only has to be confirmed. */
export const CONFIRM = "confirm";

export class Guide {
  /** The targets to pick, in order; empty without guidance. */
  path = $state.raw<readonly string[]>([]);
  /** Whether nothing may be done now, whatever the rules allow. */
  resting = $state(false);

  #selection: TargetSelection;

  /** The next target, or `CONFIRM`; null if nothing is highlighted. */
  readonly next = $derived.by((): string | null => {
    const selection = this.#selection;
    if (!this.path.length || selection.pendingChoice) return null;
    if (selection.aiming.held && this.path.length === 1) return CONFIRM;
    const missing = missingTargets(this.path, selection.picked);
    return missing[0] ?? CONFIRM;
  });

  constructor(selection: TargetSelection) {
    this.#selection = selection;
  }
}

/** The targets of a path that are not picked yet, counting repeated ones. */
export function missingTargets(path: readonly string[], picked: readonly string[]): string[] {
  const taken = [...picked];
  return path.filter((target) => {
    const at = taken.indexOf(target);
    if (at >= 0) taken.splice(at, 1);
    return at < 0;
  });
}
