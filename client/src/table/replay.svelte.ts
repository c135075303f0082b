/** Showing past positions, and playing them one after the other. */
import { ApiError } from "../lib/api.ts";
import { applyChanges } from "../lib/changes.ts";
import type { Phrase, Replay, Scene } from "../lib/protocol.ts";
import { CHANCE, type Log } from "./log.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** Fetches the positions from an event on, as a seat sees them. */
export type LoadPast = (first: number, seat: number | null) => Promise<Replay>;

/** What the replay depends on. */
export interface ReplayContext {
  looking(): number | null;
  /** Whether the table is covered, since the device changes hands. */
  isCovered(): boolean;
  /** Clear the selection: nothing can be done with a past position. */
  clearSelection(): void;
  /** Past positions could not be fetched. */
  onError(phrase: Phrase): void;
  /** Show the current position. */
  showCurrent(): Promise<void>;
}

/** Milliseconds per move when playing, and per chance event. */
const STEP_MS = 1400;
const CHANCE_STEP_MS = 450;
/** How many earlier positions are fetched along with the requested one. */
const PREFETCH = 60;

export class MatchReplay {
  /** Whether a past position is shown. */
  active = $state(false);
  /** The event after which the shown position is. */
  at = $state(0);
  /** Whether it plays automatically. */
  playing = $state(false);
  /** Counts how often the replay was ended by something else than the page. */
  dropped = $state(0);

  #load: LoadPast;
  #log: Log;
  #board: BoardView;
  #context: ReplayContext;
  /** Counts the requested positions: only the last one is shown. */
  #asked = 0;
  /** Fetched positions by event number. */
  #positions = new Map<number, Scene>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts how often playing was started or stopped: only the last start goes on. */
  #runs = 0;

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
    const from = this.active ? this.at : this.#log.last;
    this.active = true;
    this.#context.clearSelection();
    this.at = at;
    if (Math.abs(at - from) <= 1) await this.#board.animateTo(scene, 1);
    else await this.#board.jumpTo(scene, this.#positions.get(at - 1) ?? null);
    return true;
  }

  /** Fetch the positions around an event, for steps in both directions. */
  async #fetch(at: number): Promise<boolean> {
    // Positions forgotten meanwhile stay forgotten: results go into the old map.
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

  /** Start or stop playing. */
  setPlaying(on: boolean, from = this.at >= this.#log.last ? 0 : this.at + 1): void {
    clearTimeout(this.#timer);
    this.playing = on;
    this.#runs += 1;
    if (on) void this.#playFrom(from, this.#runs);
  }

  /** Show a position, and the next one after a pause, up to the end. */
  async #playFrom(number: number, run: number): Promise<void> {
    const at = Math.min(number, this.#log.last);
    // The pause begins once the position is there, however long that takes.
    const fetched = this.#positions.has(at) || (await this.#fetch(at));
    if (run !== this.#runs) return;
    if (!fetched) {
      this.setPlaying(false);
      return;
    }
    const shown = this.show(at);
    if (at >= this.#log.last) {
      await shown;
      if (run === this.#runs) this.setPlaying(false);
      return;
    }
    const next = this.#log.entries.find((entry) => entry.number === at + 1);
    const pace = next?.seat === CHANCE ? CHANCE_STEP_MS : STEP_MS;
    this.#timer = setTimeout(() => void this.#playFrom(at + 1, run), pace);
  }

  /** Return to the current position, even if a past one is still being fetched. */
  async leave(): Promise<void> {
    if (this.#end()) await this.#context.showCurrent();
  }

  /** Another seat will view the current position: it must not see these past ones. */
  drop(): void {
    if (this.#end()) this.dropped += 1;
    this.forget();
  }

  /** Cancel pending requests; true if a past position was shown. */
  #end(): boolean {
    this.setPlaying(false);
    this.#asked += 1;
    const was = this.active;
    this.active = false;
    return was;
  }

  /** Forget positions: they were fetched for another seat, or undone. */
  forget(after = -1): void {
    this.#positions = new Map([...this.#positions].filter(([number]) => number <= after));
  }
}
