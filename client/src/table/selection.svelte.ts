/** The selection: the targets picked so far, and the choice that they lead to. */
import { MediaQuery } from "svelte/reactivity";
import {
  choiceAfter,
  targetsInOrder,
  validPicks,
  nextTargets,
  outcome,
  togglePick,
} from "../lib/choices.ts";
import { ghostAcross, ghostOn, type Ghost } from "../lib/ghosts.ts";
import type { Aim, Choice, Scene, Stretch } from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { Aiming, type AimContext } from "./aiming.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** More targets than this are not collected for an explanation. */
const MAX_QUESTION_TARGETS = 3;

/** Whether the device has no hover. */
const touchOnly = new MediaQuery("(hover: none)");

/** What the selection depends on. */
export interface SelectionContext {
  /** Whether nothing may be chosen now, whatever the scene offers. */
  isBlocked(): boolean;
  /** Whether the position is read-only: a past one, or a paused match. */
  isReadOnly(): boolean;
  /** Whether choices are drafted first, so that they can be undone. */
  usesDrafts(): boolean;
  /** Carry out a choice. */
  commit(choice: Choice): void;
  /** Explain why nothing at all can be chosen. */
  explain(target: string): void;
  /** Ask why these targets cannot be picked, and show the reason; resolves to whether they can. */
  explainTargets(path: string[]): Promise<boolean>;
  /** Say that a target has no effect now, alone or with the picks. */
  reportIdle(target: string): void;
}

export class TargetSelection implements AimContext {
  picked = $state.raw<string[]>([]);
  /** The target under the pointer or with the focus. */
  pointedTarget = $state.raw<string | null>(null);
  /** The choice that is being sent. */
  pendingChoice = $state.raw<Choice | null>(null);
  /** The aimed piece, which is moved and turned before its release. */
  readonly aiming = new Aiming(this);

  #board: BoardView;
  #context: SelectionContext;

  readonly choices: Choice[] = $derived.by(() => {
    if (this.pendingChoice || this.#context.isBlocked()) return [];
    const scene = this.#board.scene;
    const offered = scene?.choices ?? [];
    const asks =
      (scene?.explains && touchOnly.current) || (settings.confirm && !this.#context.usesDrafts());
    const read =
      asks && !scene?.race ? offered.map((choice) => ({ ...choice, confirm: true })) : offered;
    return [...read, ...this.aiming.choices];
  });
  readonly anyOrder = $derived.by(() => this.#board.scene?.any_order ?? false);
  readonly next = $derived(nextTargets(this.choices, this.picked, this.anyOrder));
  /** The next targets in the order of the paths. */
  readonly nextInOrder = $derived(targetsInOrder(this.choices, this.picked, this.anyOrder));
  /** The targets that could be picked first, and may replace others. */
  readonly starts = $derived(nextTargets(this.choices, [], this.anyOrder));
  /** The targets that could replace the last pick. */
  readonly replacements = $derived(
    nextTargets(this.choices, this.picked.slice(0, -1), this.anyOrder),
  );
  readonly outcome = $derived(outcome(this.choices, this.picked, this.anyOrder));

  /** The choice that is pointed at, awaits confirmation or is being sent. */
  readonly preview = $derived.by((): Choice | null => {
    if (this.pendingChoice) return this.pendingChoice;
    if (this.outcome.state === "ready") return this.outcome.choice;
    if (this.pointedTarget === null || !this.next.has(this.pointedTarget)) return null;
    return choiceAfter(this.choices, this.picked, this.pointedTarget, this.anyOrder);
  });

  /** The only choice, if it takes one pick of no button and the game has a text for it. */
  readonly soleChoice = $derived.by((): Choice | null => {
    const [choice, ...others] = this.picked.length ? [] : this.choices;
    if (!choice?.button_label || choice.confirm) return null;
    if (others.length || choice.path.length > 1) return null;
    return this.#groupOf(choice.path[0]!) === "button" ? null : choice;
  });

  /** The picked piece at its destination. */
  readonly ghost = $derived.by((): Ghost | null => {
    const { spots, places } = this.#board;
    const pointed =
      this.pointedTarget !== null && this.next.has(this.pointedTarget) ? [this.pointedTarget] : [];
    const path = this.preview?.path ?? [...this.picked, ...pointed];
    const piece = path.map((target) => spots.get(target)?.piece).find(Boolean);
    const place = path.map((target) => places.get(target)).findLast(Boolean);
    const chosen = this.picked.length > 0 || this.pendingChoice !== null;
    if (!chosen || !piece || !place || piece.place === place.id) return null;
    if (!piece.laid || !this.preview) return ghostOn(piece, place);
    const marked = (this.preview.marks ?? []).flatMap(({ target }) => places.get(target) ?? []);
    return ghostAcross(piece, place, marked);
  });

  constructor(board: BoardView, consequences: SelectionContext) {
    this.#board = board;
    this.#context = consequences;
  }

  // --- aiming ---

  get beneath(): Stretch[] {
    return this.#board.scene?.beneath ?? [];
  }

  get aims(): Aim[] {
    return this.#context.isReadOnly() ? [] : (this.#board.scene?.aims ?? []);
  }

  get taken(): string | undefined {
    return this.picked[0];
  }

  get released(): boolean {
    return this.pendingChoice !== null;
  }

  // --- picking ---

  /** A target was clicked, tapped, dropped on or chosen by key. */
  pick(target: string): void {
    const now = this.outcome;
    const last = this.picked.at(-1);
    if (this.aiming.held && target === last) {
      this.unpick();
    } else if (now.state === "ready" && isConfirmation(now, target, last)) {
      this.#context.commit(now.choice);
    } else if (now.state === "open" && now.whole && target === last) {
      this.#context.commit(now.whole);
    } else if (this.next.has(target)) {
      this.#set([...this.picked, target]);
    } else if (this.picked.includes(target)) {
      this.#set(togglePick(this.picked, target));
    } else if (this.choices.length === 0) {
      this.#context.explain(target);
    } else {
      this.#replaceOrExplain(target);
    }
  }

  /** Confirm what is picked: the check mark, or Enter on it. */
  confirm(): void {
    const now = this.outcome;
    if (now.state === "ready") this.#context.commit(now.choice);
    else if (now.state === "open" && now.whole) this.#context.commit(now.whole);
  }

  /** Remove the last pick. */
  unpick(): void {
    this.#set(this.picked.slice(0, -1));
  }

  /** Clear the picks. */
  clear(): void {
    this.picked = [];
  }

  /** An event has led to this scene: picks stay if they are still valid. */
  onEvent(scene: Scene): void {
    this.picked = this.pendingChoice ? [] : validPicks(scene, this.picked);
    this.pendingChoice = null;
  }

  #set(picked: string[]): void {
    this.picked = picked;
    const now = outcome(this.choices, picked, this.anyOrder);
    if (now.state === "done") this.#context.commit(now.choice);
  }

  /** Whether a target can be picked: after the picks, instead of one, or anew. */
  canContinueWith(target: string): boolean {
    return (
      this.next.has(target) || this.starts.has(target) || this.#withReplacement(target) !== null
    );
  }

  /** The picks with a target instead of the first of its group, null if that is not possible. */
  #withReplacement(target: string): string[] | null {
    const same = this.picked.findIndex((other) => this.#groupOf(other) === this.#groupOf(target));
    const before = this.picked.slice(0, same);
    const fits = same >= 0 && nextTargets(this.choices, before, this.anyOrder).has(target);
    return fits ? [...before, target] : null;
  }

  /** Pick a target that does not follow the picks: replace one of its group, else explain. */
  #replaceOrExplain(target: string): void {
    const swapped = this.#withReplacement(target);
    if (swapped) this.#set(swapped);
    else if (this.#groupOf(target) === "button" && this.starts.has(target)) this.#set([target]);
    else void this.#explainOrGoOn([...this.picked, target], target);
  }

  /** Targets of one group replace each other: another chip of the hand, another place. */
  #groupOf(target: string): string {
    const spot = this.#board.spots.get(target);
    if (spot) return spot.tray ? `tray ${spot.tray.id}` : "board";
    return this.#board.places.has(target) ? "place" : "button";
  }

  /** Ask why these targets, the last one new, cannot be picked; go on with them if they can. */
  async #explainOrGoOn(path: string[], target: string): Promise<void> {
    const { picked, choices } = this;
    const possible = await this.#context.explainTargets(path);
    // The answer is outdated if something else was picked or the position has changed.
    if (!possible || this.picked !== picked || this.choices !== choices) return;
    if (this.starts.has(target)) {
      this.#set([target]);
      return;
    }
    this.#context.reportIdle(target);
    // These targets have no effect yet; with the next one there may be an explanation.
    if (path.length <= MAX_QUESTION_TARGETS) this.picked = path;
  }
}

/** Whether picking a target confirms: an implied target, or the last one again. */
function isConfirmation(
  { choice, implied }: { choice: Choice; implied: string[] },
  target: string,
  last: string | undefined,
): boolean {
  return implied.length ? implied.includes(target) && !choice.confirm : target === last;
}
