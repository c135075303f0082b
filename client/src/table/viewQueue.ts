/** What the server sends is shown event by event in its order, unless it is too much. */
import { applyChanges } from "../lib/changes.ts";
import { cue } from "../lib/cues.ts";
import { diffScenes, type Change } from "../lib/sceneDiff.ts";
import type { Film, View } from "../lib/protocol.ts";
import type { Draft } from "./draft.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { RaceState } from "./race.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** With more views waiting than this, the ones between are not shown one by one. */
const MAX_ANIMATED = 6;
/** With more views waiting than this, no film is shown to its end. */
const MAX_WITH_FILM = 2;
/** Of the usual time, what a motion takes while more than one view waits. */
export const FAST_FACTOR = 0.4;

/** Milliseconds that something is looked at which the next event takes away. */
const PAUSE_MS = 2000;

/** For whom it is shown. */
export interface ViewQueueContext {
  /** Whether a past position is looked at. */
  isReplaying(): boolean;
  /** Whether the one who looks is to move. */
  isMyTurn(): boolean;
  /** Whether other eyes were asked for and not given yet. */
  isSwitchingSeat(): boolean;
  /** Take in what a view brings besides its picture, which may be skipped. */
  onView(view: View): void;
  /** How what has led to a view is shown: 1 in the usual time, less in haste, 0 at once. */
  durationFactor(view: View): number;
  /** What was being tried out is void. */
  onDraftVoided(): void;
  /** All that has happened is shown. */
  onIdle(): void;
}

export class ViewQueue {
  /** The newest view. */
  live: View | null = null;
  /** Whether something is still to be shown. */
  running = false;

  #board: BoardView;
  #notes: Notes;
  #raceState: RaceState;
  #draft: Draft;
  #context: ViewQueueContext;
  #queue: View[] = [];
  /** Whether what others do is shown at once, until the one who looks is to move. */
  #skipping = false;
  /** The event that is just shown as a film, and not told of yet. */
  #filmView: View | null = null;
  /** Ends looking at something that is going to be taken away. */
  #endPause: (() => void) | null = null;

  constructor(
    board: BoardView,
    notes: Notes,
    raceState: RaceState,
    draft: Draft,
    audience: ViewQueueContext,
  ) {
    this.#board = board;
    this.#notes = notes;
    this.#raceState = raceState;
    this.#draft = draft;
    this.#context = audience;
  }

  /** A view has arrived. */
  push(view: View): void {
    this.live = view;
    this.#raceState.setLimit(view.clock);
    if (view.fresh) {
      this.#queue = [];
      this.#endPause?.();
      this.#board.filmPlayer.skip();
    }
    if (this.#draft.isVoidedBy(view.number)) this.#context.onDraftVoided();
    if (view.scene.race && view.scene.race !== this.#raceState.name) this.#flush();
    this.#queue.push(view);
    if (this.#queue.length > MAX_WITH_FILM) this.#board.filmPlayer.skip();
    void this.#run();
  }

  /** Skip what is still to be shown: somebody acts on the newest position. */
  catchUp(): void {
    const skipped = this.#pending;
    const last = skipped.at(-1);
    if (!last) return;
    this.#filmView = null;
    this.#endPause?.();
    this.#board.filmPlayer.skip();
    for (const view of skipped) this.#context.onView(view);
    this.#queue = [];
    if (!this.#draft.hasShown(last.number)) void this.#board.show(last.scene);
  }

  /** Show what others do without motion, until it is the turn of the one who looks. */
  skip(): void {
    this.#skipping = true;
    this.#endPause?.();
    this.#board.stopMotion();
  }

  /** A race begins: what happened before it keeps nobody from seeing it at once. */
  #flush(): void {
    for (const view of this.#pending) this.#context.onView(view);
    this.#filmView = null;
    this.#queue = [];
    this.#endPause?.();
    this.#board.stopMotion();
  }

  /** What has happened and is not in the log yet. */
  get #pending(): View[] {
    return this.#filmView ? [this.#filmView, ...this.#queue] : this.#queue;
  }

  async #run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let view = this.#queue.shift(); view; view = this.#queue.shift()) {
      const waiting = this.#queue.length;
      if (waiting > MAX_ANIMATED) {
        this.#context.onView(view);
        continue;
      }
      const pace = Math.min(this.#context.durationFactor(view), waiting > 1 ? FAST_FACTOR : 1);
      await this.#show(view, this.#skipping ? 0 : pace);
    }
    this.running = false;
    this.#context.onIdle();
  }

  async #show(view: View, durationFactor: number): Promise<void> {
    const audience = this.#context;
    const begun = this.#board.shown !== null;
    const otherSeat = audience.isSwitchingSeat() && view.fresh;
    const seen = view.film && durationFactor > 0 ? await this.#playFilm(view, view.film) : [];
    if (!seen) return;
    audience.onView(view);
    if (this.#draft.hasShown(view.number) || audience.isReplaying()) return;
    const mineBefore = audience.isMyTurn();
    this.#notes.onEvent();
    if (otherSeat) await this.#board.show(view.scene);
    else await this.#board.animateTo(view.scene, durationFactor, seen);
    const former = view.former && applyChanges(view.scene, view.former);
    if (former) this.#board.markRecent(diffScenes(former, view.scene));
    if (otherSeat) return;
    if (audience.isMyTurn() || view.scene.result) this.#skipping = false;
    const pauses = view.scene.moment && durationFactor > 0 && !this.#skipping;
    if (begun && pauses && this.#board.isVisible) await this.#pause();
    if (begun) {
      if (view.scene.result && !view.fresh) cue("end");
      else if (audience.isMyTurn() && !mineBefore) cue("yours");
    }
  }

  /** Look for a moment at what the next event takes away, unless somebody goes on. */
  async #pause(): Promise<void> {
    await new Promise<void>((goOn) => {
      this.#endPause = goOn;
      setTimeout(goOn, PAUSE_MS);
    });
    this.#endPause = null;
  }

  /** Show how an event came about, if somebody sees it and is not behind with it.
   *
   * The answer is what has been seen, null if the table has gone on meanwhile.
   */
  async #playFilm(view: View, film: Film): Promise<Change[] | null> {
    const isBehind = this.#skipping || this.#queue.length > MAX_WITH_FILM;
    const past = view.fresh || this.#context.isReplaying();
    if (isBehind || past || !this.#board.isVisible) return [];
    this.#filmView = view;
    return this.#board.playFilm(film, view.scene, () => {
      if (this.#filmView !== view) return false;
      this.#filmView = null;
      return true;
    });
  }
}
