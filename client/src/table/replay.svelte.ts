/** Looking at the past: the position after any event, one after the other. */
import { ApiError } from "../lib/api.ts";
import { applyChanges } from "../lib/changes.ts";
import type { Phrase, Replay, Scene } from "../lib/protocol.ts";
import type { Log } from "./log.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** Fetches the positions from an event on, through the eyes of a seat. */
export type LoadPast = (first: number, seat: number | null) => Promise<Replay>;

/** Who looks at the past, and where they come back to. */
export interface ReplayContext {
  looking(): number | null;
  /** Whether nobody may see anything through these eyes now, since the device changes hands. */
  isCovered(): boolean;
  /** Nothing can be done with a past position: let go of what was being chosen. */
  clearSelection(): void;
  /** The past cannot be fetched. */
  onError(phrase: Phrase): void;
  /** Show the position as it is now. */
  showCurrent(): Promise<void>;
}

/** Milliseconds from move to move when the replay goes on by itself, and from one that is chance's. */
const STEP_MS = 1400;
const CHANCE_STEP_MS = 450;
/** Who deals and rolls, in the log. */
const CHANCE = 8;
/** How many positions before the one asked for are fetched with it. */
const PREFETCH = 60;

export class MatchReplay {
  /** Whether a past position is shown instead of the present one. */
  on = $state(false);
  /** The event after which the replay stands. */
  at = $state(0);
  /** Whether it goes on by itself. */
  playing = $state(false);
  /** How often it was left without its page having asked for that. */
  dropped = $state(0);

  #load: LoadPast;
  #log: Log;
  #board: BoardView;
  #context: ReplayContext;
  /** Counts the positions asked for: only the last one is shown. */
  #asked = 0;
  /** Positions fetched so far, by the number of the event that led to them. */
  #positions = new Map<number, Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: LoadPast, log: Log, board: BoardView, viewer: ReplayContext) {
    this.#load = load;
    this.#log = log;
    this.#board = board;
    this.#context = viewer;
  }

  /** Show the position after an event; false if it cannot be fetched. */
  async show(number: number): Promise<boolean> {
    if (this.#context.isCovered()) return false;
    const at = Math.max(0, Math.min(number, this.#log.last));
    const asked = (this.#asked += 1);
    if (!this.#positions.has(at) && !(await this.#fetch(at))) return asked !== this.#asked;
    const scene = this.#positions.get(at);
    if (!scene || asked !== this.#asked) return true;
    const from = this.on ? this.at : this.#log.last;
    this.on = true;
    this.#context.clearSelection();
    this.at = at;
    if (Math.abs(at - from) <= 1) await this.#board.animateTo(scene, 1);
    else await this.#board.jumpTo(scene, this.#positions.get(at - 1) ?? null);
    return true;
  }

  /** Fetch a stretch around an event, so that steps in both directions find the next position. */
  async #fetch(at: number): Promise<boolean> {
    // What is forgotten meanwhile stays so: it comes into the map of before.
    const known = this.#positions;
    try {
      const from = Math.max(0, at - PREFETCH);
      const past = await this.#load(from, this.#context.looking());
      let scene: Scene | null = past.scene;
      known.set(past.first, scene);
      for (const [index, changes] of past.changes.entries()) {
        scene = scene && applyChanges(scene, changes);
        if (scene) known.set(past.first + index + 1, scene);
      }
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#context.onError(error.phrase);
      return false;
    }
  }

  /** Step from event to event by itself, or stop. */
  setPlaying(on: boolean, from = this.at >= this.#log.last ? 0 : this.at + 1): void {
    clearTimeout(this.#timer);
    this.playing = on;
    if (on) this.#playFrom(from);
  }

  /** Show a position, and after a while the next one, up to the end. */
  #playFrom(number: number): void {
    const shown = this.show(number);
    if (number >= this.#log.last) {
      void shown.then(() => (this.playing = false));
      return;
    }
    const next = this.#log.entries.find((entry) => entry.number === number + 1);
    const pace = next?.seat === CHANCE ? CHANCE_STEP_MS : STEP_MS;
    this.#timer = setTimeout(() => this.#playFrom(number + 1), pace);
  }

  /** Leave the replay for the position as it is now, also one that is on its way. */
  async leave(): Promise<void> {
    if (this.#end()) await this.#context.showCurrent();
  }

  /** Other eyes will see the position as it is now: what these have seen is not for them. */
  drop(): void {
    if (this.#end()) this.dropped += 1;
    this.forget();
  }

  /** Let no past position come any more; true if one was shown. */
  #end(): boolean {
    this.setPlaying(false);
    this.#asked += 1;
    const was = this.on;
    this.on = false;
    return was;
  }

  /** What was fetched was seen through other eyes; or what followed an event has been taken back. */
  forget(after = -1): void {
    this.#positions = new Map([...this.#positions].filter(([number]) => number <= after));
  }
}
