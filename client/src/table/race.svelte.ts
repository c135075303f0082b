/** Races: how long a seat has taken since its question was painted, and whose buzzer is down. */
import type { Clock, Scene } from "../lib/protocol.ts";

/** The time to think about the question on the board. */
export interface TimeLimit {
  /** When it is up, by the page's clock. */
  end: number;
  /** In milliseconds. */
  whole: number;
}

/** A pressed buzzer: whose claim follows, and when it was pressed. */
export interface BuzzerPress {
  seat: number;
  /** Whole milliseconds since the question was painted, null if that is not known. */
  elapsed: number | null;
}

/** Milliseconds after a race in which a tap is taken for one that was meant for it. */
const LATE_TAP_MS = 1200;

export class RaceState {
  /** The race on the board, empty without one. */
  name = $state("");
  /** With several players on one device: who has pressed first and claims now. */
  buzz = $state.raw<BuzzerPress | null>(null);
  /** The time of the claim that is on its way, in whole milliseconds. */
  claimed = $state<number | null>(null);
  /** Whether there has been a race, so that more may come. */
  hadRace = $state(false);
  /** Null without a limit. */
  limit = $state.raw<TimeLimit | null>(null);
  #painted: number | null = null;
  /** When the last race was over, by the page's clock. */
  #over = -Infinity;

  /** Whether a race has only just ended: what a finger meant for it comes too late. */
  get hasJustEnded(): boolean {
    return !this.name && performance.now() - this.#over < LATE_TAP_MS;
  }

  /** A live scene has come into the page; if it begins a race, time runs once it is painted. */
  onSceneDrawn({ race = "" }: Scene): void {
    if (race === this.name) return;
    if (!race) this.#over = performance.now();
    this.name = race;
    this.buzz = null;
    this.#painted = null;
    if (!race) return;
    this.hadRace = true;
    // The first frame's callback runs before it is painted, the second's after it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.name === race) this.#painted = performance.now();
      }),
    );
  }

  /** A view has arrived: so much time is left. */
  setLimit(clock: Clock | null): void {
    this.limit = clock && { end: performance.now() + clock.left, whole: clock.whole };
  }

  /** Whole milliseconds since the question was painted, null without a race. */
  elapsed(): number | null {
    if (!this.name || this.#painted === null) return null;
    return Math.max(0, Math.round(performance.now() - this.#painted));
  }
}
