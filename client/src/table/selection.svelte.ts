/** What is being chosen: the targets picked so far, and the choice that they come to. */
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

/** More targets than this are not gathered to be explained. */
const MAX_QUESTION_TARGETS = 3;

/** Whether pointing at something without touching it is impossible. */
const touchOnly = new MediaQuery("(hover: none)");

/** What comes of choosing, and what stands against it. */
export interface SelectionContext {
  /** Whether nothing may be chosen now, whatever the scene offers. */
  isBlocked(): boolean;
  /** Whether nothing can be done with what is looked at: a past position, or a paused match. */
  isReadOnly(): boolean;
  /** Whether a choice that is carried out is tried out first, and can be taken back. */
  usesDrafts(): boolean;
  /** Carry a choice out. */
  commit(choice: Choice): void;
  /** Say why nothing at all can be chosen. */
  explain(target: string): void;
  /** Ask why these targets are impossible, and say so; the answer is whether they are not. */
  explainTargets(path: string[]): Promise<boolean>;
  /** Say that nothing is done with a target now, alone or with what is picked. */
  reportIdle(target: string): void;
}

export class TargetSelection implements AimContext {
  picked = $state.raw<string[]>([]);
  /** The target under the pointer or the focus. */
  pointed = $state.raw<string | null>(null);
  /** The choice that is on its way to the server. */
  underway = $state.raw<Choice | null>(null);
  /** The piece in hand that is moved and turned before it is let go. */
  readonly aiming = new Aiming(this);

  #board: BoardView;
  #context: SelectionContext;

  readonly choices: Choice[] = $derived.by(() => {
    if (this.underway || this.#context.isBlocked()) return [];
    const scene = this.#board.shown;
    const offered = scene?.choices ?? [];
    const asks =
      (scene?.explains && touchOnly.current) || (settings.confirm && !this.#context.usesDrafts());
    const read =
      asks && !scene?.race ? offered.map((choice) => ({ ...choice, confirm: true })) : offered;
    return [...read, ...this.aiming.choices];
  });
  readonly anyOrder = $derived.by(() => this.#board.shown?.any_order ?? false);
  readonly next = $derived(nextTargets(this.choices, this.picked, this.anyOrder));
  /** What follows the picks, where no other order is thought of. */
  readonly nextInOrder = $derived(targetsInOrder(this.choices, this.picked, this.anyOrder));
  /** What could be picked first; a target of these may be picked instead of another. */
  readonly starts = $derived(nextTargets(this.choices, [], this.anyOrder));
  /** What could be picked in place of the last pick. */
  readonly replacements = $derived(
    nextTargets(this.choices, this.picked.slice(0, -1), this.anyOrder),
  );
  readonly outcome = $derived(outcome(this.choices, this.picked, this.anyOrder));

  /** The one choice that is pointed at, waits for its confirmation or is on its way. */
  readonly preview = $derived.by((): Choice | null => {
    if (this.underway) return this.underway;
    if (this.outcome.state === "ready") return this.outcome.choice;
    if (this.pointed === null || !this.next.has(this.pointed)) return null;
    return choiceAfter(this.choices, this.picked, this.pointed, this.anyOrder);
  });

  /** All that can be done, where it takes one pick of no button and the game has words for it. */
  readonly soleChoice = $derived.by((): Choice | null => {
    const [choice, ...others] = this.picked.length ? [] : this.choices;
    if (!choice?.deed || others.length || choice.confirm || choice.path.length > 1) return null;
    return this.#groupOf(choice.path[0]!) === "button" ? null : choice;
  });

  /** The picked piece, drawn where it would go. */
  readonly ghost = $derived.by((): Ghost | null => {
    const { spots, places } = this.#board;
    const pointed = this.pointed !== null && this.next.has(this.pointed) ? [this.pointed] : [];
    const path = this.preview?.path ?? [...this.picked, ...pointed];
    const piece = path.map((target) => spots.get(target)?.piece).find(Boolean);
    const place = path.map((target) => places.get(target)).findLast(Boolean);
    const chosen = this.picked.length > 0 || this.underway !== null;
    if (!chosen || !piece || !place || piece.place === place.id) return null;
    if (!piece.laid || !this.preview) return ghostOn(piece, place);
    const marked = (this.preview.marks ?? []).flatMap(({ target }) => places.get(target) ?? []);
    return ghostAcross(piece, place, marked);
  });

  constructor(board: BoardView, consequences: SelectionContext) {
    this.#board = board;
    this.#context = consequences;
  }

  // --- the piece that is aimed with ---

  get beneath(): Stretch[] {
    return this.#board.shown?.beneath ?? [];
  }

  get aims(): Aim[] {
    return this.#context.isReadOnly() ? [] : (this.#board.shown?.aims ?? []);
  }

  get taken(): string | undefined {
    return this.picked[0];
  }

  get released(): boolean {
    return this.underway !== null;
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

  /** Carry out what is picked: the check mark, or Enter on it. */
  confirm(): void {
    const now = this.outcome;
    if (now.state === "ready") this.#context.commit(now.choice);
    else if (now.state === "open" && now.whole) this.#context.commit(now.whole);
  }

  /** Take the last pick back. */
  unpick(): void {
    this.#set(this.picked.slice(0, -1));
  }

  /** Let go of everything that is picked. */
  clear(): void {
    this.picked = [];
  }

  /** An event has led to this scene: what is picked stays if it still leads somewhere. */
  onEvent(scene: Scene): void {
    this.picked = this.underway ? [] : validPicks(scene, this.picked);
    this.underway = null;
  }

  #set(picked: string[]): void {
    this.picked = picked;
    const now = outcome(this.choices, picked, this.anyOrder);
    if (now.state === "done") this.#context.commit(now.choice);
  }

  /** Whether picking a target leads on from here: after the picks, in place of one, or anew. */
  canContinueWith(target: string): boolean {
    return (
      this.next.has(target) || this.starts.has(target) || this.#withReplacement(target) !== null
    );
  }

  /** The picks with a target in place of the first of its group, null if that leads nowhere. */
  #withReplacement(target: string): string[] | null {
    const same = this.picked.findIndex((other) => this.#groupOf(other) === this.#groupOf(target));
    const before = this.picked.slice(0, same);
    const fits = same >= 0 && nextTargets(this.choices, before, this.anyOrder).has(target);
    return fits ? [...before, target] : null;
  }

  /** A target that does not follow the picks: another of the same group, or an impossible one. */
  #replaceOrExplain(target: string): void {
    const swapped = this.#withReplacement(target);
    if (swapped) this.#set(swapped);
    else if (this.#groupOf(target) === "button" && this.starts.has(target)) this.#set([target]);
    else void this.#explainOrGoOn([...this.picked, target], target);
  }

  /** Targets of one group take each other's place: another chip of the hand, another plot. */
  #groupOf(target: string): string {
    const spot = this.#board.spots.get(target);
    if (spot) return spot.tray ? `tray ${spot.tray.id}` : "board";
    return this.#board.places.has(target) ? "place" : "button";
  }

  /** Learn why these targets, of which one is new, are impossible; or go on with them. */
  async #explainOrGoOn(path: string[], target: string): Promise<void> {
    const { picked, choices } = this;
    const possible = await this.#context.explainTargets(path);
    // What was picked meanwhile, or in another position, is not what the answer is about.
    if (!possible || this.picked !== picked || this.choices !== choices) return;
    if (this.starts.has(target)) {
      this.#set([target]);
      return;
    }
    this.#context.reportIdle(target);
    // It means nothing yet; perhaps the next target makes it something that can be explained.
    if (path.length <= MAX_QUESTION_TARGETS) this.picked = path;
  }
}

/** Whether picking a target is the second step: the implied one, or the last one once more. */
function isConfirmation(
  { choice, implied }: { choice: Choice; implied: string[] },
  target: string,
  last: string | undefined,
): boolean {
  return implied.length ? implied.includes(target) && !choice.confirm : target === last;
}
