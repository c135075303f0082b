/** Carries out choices: sends them to the server at once, or drafts them first. */
import type { Connection } from "../lib/connection.ts";
import type { Accepted, Choice, Phrase, Problem, Refused } from "../lib/protocol.ts";
import { cue } from "../lib/cues.ts";
import { settings } from "../lib/settings.svelte.ts";
import type { TargetSelection } from "./selection.svelte.ts";
import type { HotSeat } from "./hotSeat.svelte.ts";
import type { Draft, Step } from "./draft.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { RaceState } from "./race.svelte.ts";
import type { MatchReplay } from "./replay.svelte.ts";
import type { ViewQueue } from "./viewQueue.ts";
import type { Seating } from "./seating.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** The problem of a correct claim that was not the first one. */
const TOO_LATE = "problem-too-late";

/** What the dispatcher depends on. */
export interface ActionContext {
  readonly connection: Connection;
  readonly seating: Seating;
  readonly board: BoardView;
  readonly viewQueue: ViewQueue;
  readonly replay: MatchReplay;
  readonly selection: TargetSelection;
  readonly draft: Draft;
  readonly raceState: RaceState;
  readonly notes: Notes;
  readonly hotSeat: HotSeat;
  /** Show an error that no rule is about. */
  showError(phrase: Phrase): void;
}

export class ActionDispatcher {
  #context: ActionContext;

  constructor(around: ActionContext) {
    this.#context = around;
  }

  /** Carry out a choice, or draft it where that comes first. */
  async commit(choice: Choice): Promise<void> {
    const { selection, seating, board } = this.#context;
    const target = selection.picked.at(-1) ?? null;
    selection.pendingChoice = choice;
    if (seating.table?.drafts && !board.scene?.race) await this.#tryOut(choice, target);
    else await this.#send(choice, target);
  }

  /** Ask why these targets cannot be picked, and show the reason at the last one; false if so. */
  async explainTargets(path: string[]): Promise<boolean> {
    const { connection, draft, notes } = this.#context;
    const after = draft.actions;
    const answer = await connection.why(path, after);
    if (after !== draft.actions) return false;
    if (answer.type === "refused") {
      cue("refused");
      notes.showRefusal(answer, path.at(-1) ?? null);
    } else if (answer.type === "problem") {
      this.#context.showError(answer.phrase);
    }
    return answer.type === "allowed";
  }

  async #send(choice: Choice, target: string | null): Promise<void> {
    const { connection, raceState, board } = this.#context;
    const race = board.scene?.race ?? "";
    if (race)
      raceState.claimTime = raceState.buzzerPress
        ? raceState.buzzerPress.elapsed
        : raceState.elapsed();
    const answer = await connection.act(choice.action, race ? raceState.claimTime : null);
    this.#handleAnswer(answer, target, race);
  }

  /** Handle the answer to an action. Its view, which ends the waiting, comes before or after it. */
  #handleAnswer(answer: Accepted | Refused | Problem, target: string | null, race = ""): void {
    const { raceState, selection } = this.#context;
    raceState.buzzerPress = null;
    raceState.claimTime = null;
    if (answer.type === "accepted") {
      this.#onAccepted(answer);
      return;
    }
    selection.pendingChoice = null;
    selection.clear();
    if (answer.type === "problem") this.#context.showError(answer.phrase);
    else this.#onRefused(answer, target, race);
  }

  #onAccepted({ number }: Accepted): void {
    const { connection, selection, hotSeat } = this.#context;
    hotSeat.onAction();
    if (connection.number < number) return;
    selection.pendingChoice = null;
    hotSeat.handOver();
  }

  #onRefused(answer: Refused, target: string | null, race: string): void {
    const { notes, viewQueue } = this.#context;
    if (race && answer.phrase.key === TOO_LATE) {
      notes.showTransient(answer.phrase);
    } else if (race && race !== viewQueue.live?.scene.race) {
      notes.showTransient({ key: "table-race-over", values: {} });
    } else {
      notes.showRefusal(answer, target);
    }
  }

  // --- drafts ---

  /** Preview a choice; show it if the turn would go on, else send the whole draft. */
  async #tryOut(choice: Choice, target: string | null): Promise<void> {
    const { draft, connection, selection } = this.#context;
    const number = draft.steps.length ? draft.number : connection.number;
    const answer = await connection.draft([...draft.actions, choice.action]);
    if (selection.pendingChoice !== choice) return;
    if (answer.type !== "drafted") {
      this.#handleAnswer(answer, target);
    } else if (answer.number !== number || !answer.scene) {
      this.discardDraft();
      selection.pendingChoice = null;
    } else if (answer.open || settings.confirm) {
      draft.add({ action: choice.action, scene: answer.scene }, number, !answer.open);
      selection.pendingChoice = null;
      await this.showCurrent();
    } else {
      await this.#sendDraft(choice.action, number, target);
    }
  }

  /** Repeat the draft with other layers of aids; nothing has happened meanwhile. */
  async redraft(): Promise<void> {
    const { draft, connection, board } = this.#context;
    const { actions, number } = draft;
    const steps: Step[] = [];
    for (const [done, action] of actions.entries()) {
      const answer = await connection.draft(actions.slice(0, done + 1));
      if (draft.actions !== actions || draft.sending) return;
      if (answer.type !== "drafted" || answer.number !== number || !answer.scene) return;
      steps.push({ action, scene: answer.scene });
    }
    draft.steps = steps;
    if (draft.scene) await board.animateTo(draft.scene, 1);
  }

  /** Send a completed turn. */
  async send(): Promise<void> {
    const { draft, selection } = this.#context;
    if (!draft.complete || draft.sending || selection.pendingChoice) return;
    const last = draft.removeLast();
    if (last !== undefined) await this.#sendDraft(last, draft.number, null, true);
  }

  /** Send the draft and a last action; `seen` says whether its scene is on the board already. */
  async #sendDraft(
    last: number,
    number: number,
    target: string | null,
    seen = this.#context.draft.steps.length > 0,
  ): Promise<void> {
    const { draft, connection, selection, viewQueue } = this.#context;
    const sent = await draft.send(connection, last, number);
    if (sent.type === "dropped") return;
    draft.clear();
    if (sent.type === "overtaken") {
      selection.pendingChoice = null;
      this.discardDraft();
    } else {
      this.#handleAnswer(sent, target);
    }
    if (sent.type !== "accepted" && seen) {
      viewQueue.catchUp();
      await this.showCurrent();
    }
  }

  /** Undo the last drafted action. */
  async undo(): Promise<void> {
    if (this.#canUndo) await this.#takeBack(() => this.#context.draft.removeLast());
  }

  /** Undo the whole draft. */
  async startOver(): Promise<void> {
    if (this.#canUndo) await this.#takeBack(() => this.#context.draft.clear());
  }

  get #canUndo(): boolean {
    const { draft, selection, replay } = this.#context;
    return draft.steps.length > 0 && !selection.pendingChoice && !replay.active;
  }

  async #takeBack(steps: () => void): Promise<void> {
    steps();
    this.#context.notes.clear();
    await this.showCurrent();
  }

  /** An event has made the draft void. */
  discardDraft(): void {
    const { draft, selection, notes } = this.#context;
    draft.clear();
    selection.clear();
    notes.showTransient({ key: "table-draft-void", values: {} });
  }

  /** Show the current position with the draft. */
  async showCurrent(): Promise<void> {
    const { draft, viewQueue, selection, board } = this.#context;
    const scene = draft.scene ?? viewQueue.live?.scene;
    selection.clear();
    if (scene) await board.animateTo(scene, 1);
  }
}
