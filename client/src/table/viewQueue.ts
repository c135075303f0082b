/** Shows the server's views one by one, unless too many are waiting. */
import { applyChanges } from "../lib/changes.ts";
import { cue } from "../lib/cues.ts";
import { diffScenes, type Change } from "../lib/sceneDiff.ts";
import type { Film, View } from "../lib/protocol.ts";
import type { Draft } from "./draft.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { RaceState } from "./race.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** With more views waiting than this, they are not shown one by one. */
const MAX_ANIMATED = 6;
/** With more views waiting than this, films are skipped. */
const MAX_WITH_FILM = 2;
/** The factor for the duration of animations while several views wait. */
export const FAST_FACTOR = 0.4;

/** Milliseconds for looking at something that the next event removes. */
const PAUSE_MS = 2000;

/** What the queue depends on. */
export interface ViewQueueContext {
  /** Whether a past position is shown. */
  isReplaying(): boolean;
  /** Whether it is the viewer's turn. */
  isMyTurn(): boolean;
  /** Whether a requested seat is not shown yet. */
  isSwitchingSeat(): boolean;
  /** Process a view apart from its scene, which may be skipped. */
  onView(view: View): void;
  /** The factor for the duration of a view's animations; 0 for none. */
  durationFactor(view: View): number;
  /** Another of this device's seats is shown. */
  onOtherSeat(): void;
  /** The draft is void. */
  onDraftVoided(): void;
  /** Everything is shown. */
  onIdle(): void;
}

/** Who made what a view shows anew: one seat, which may be chance, or null. */
function seatOf({ entries }: View): number | null {
  const [first, ...more] = new Set(entries.map(({ seat }) => seat));
  return first !== undefined && !more.length ? first : null;
}

export class ViewQueue {
  /** The newest view. */
  live: View | null = null;
  /** Whether views are being shown. */
  running = false;

  #board: BoardView;
  #notes: Notes;
  #raceState: RaceState;
  #draft: Draft;
  #context: ViewQueueContext;
  #queue: View[] = [];
  /** Whether animations are skipped until it is the viewer's turn. */
  #skipping = false;
  /** The view whose film is playing, and that is not processed yet. */
  #filmView: View | null = null;
  /** Ends a pause for looking at something. */
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

  /** Skip to the newest position: the player acts on it. */
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

  /** Skip animations until it is the viewer's turn. */
  skip(): void {
    this.#skipping = true;
    this.#endPause?.();
    this.#board.stopMotion();
  }

  /** A race begins: show it at once, whatever is waiting. */
  #flush(): void {
    for (const view of this.#pending) this.#context.onView(view);
    this.#filmView = null;
    this.#queue = [];
    this.#endPause?.();
    this.#board.stopMotion();
  }

  /** Views that are not in the log yet. */
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
      try {
        await this.#show(view, this.#skipping ? 0 : pace);
      } catch (error) {
        // If showing one fails, the next ones are shown all the same: the table does not stand still.
        console.error(error);
      }
    }
    this.running = false;
    this.#context.onIdle();
  }

  async #show(view: View, durationFactor: number): Promise<void> {
    const audience = this.#context;
    const begun = this.#board.scene !== null;
    const otherSeat = audience.isSwitchingSeat() && view.fresh;
    const seen = view.film && durationFactor > 0 ? await this.#playFilm(view, view.film) : [];
    if (!seen) return;
    audience.onView(view);
    if (this.#draft.hasShown(view.number) || audience.isReplaying()) return;
    const mineBefore = audience.isMyTurn();
    this.#notes.onEvent();
    if (otherSeat) await this.#board.show(view.scene);
    else await this.#board.animateTo(view.scene, durationFactor, seen, seatOf(view));
    const former = view.former && applyChanges(view.scene, view.former);
    if (former) this.#board.markRecent(diffScenes(former, view.scene));
    if (otherSeat) return audience.onOtherSeat();
    if (audience.isMyTurn() || view.scene.result) this.#skipping = false;
    const pauses = view.scene.moment && durationFactor > 0 && !this.#skipping;
    if (begun && pauses && this.#board.isVisible) await this.#pause();
    if (begun) {
      if (view.scene.result && !view.fresh) cue("end");
      else if (audience.isMyTurn() && !mineBefore) cue("yours");
    }
  }

  /** Pause, so that what the next event removes can be seen; skippable. */
  async #pause(): Promise<void> {
    await new Promise<void>((goOn) => {
      this.#endPause = goOn;
      setTimeout(goOn, PAUSE_MS);
    });
    this.#endPause = null;
  }

  /** Play a view's film, if it can be seen and not too many views wait.
   *
   * Returns the changes that were shown, null if the match has gone on meanwhile.
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
