/** Races: the reaction time since the question was painted, and the pressed buzzer. */
import type { Clock, Scene } from "../lib/protocol.ts";

/** The time limit for the question on the board. */
export interface TimeLimit {
  /** When it ends, by the page's clock. */
  end: number;
  /** In milliseconds. */
  whole: number;
}

/** A pressed buzzer: whose claim follows, and when it was pressed. */
export interface BuzzerPress {
  seat: number;
  /** Whole milliseconds since the question was painted, null if unknown. */
  elapsed: number | null;
}

/** Milliseconds after a race in which a tap is assumed to be meant for it. */
const LATE_TAP_MS = 1200;

export class RaceState {
  /** The current race, empty without one. */
  name = $state("");
  /** The buzzer that was pressed first on a shared device. */
  buzzerPress = $state.raw<BuzzerPress | null>(null);
  /** The time of the claim that is being sent, in whole milliseconds. */
  claimTime = $state<number | null>(null);
  /** Whether there was a race, so that more may come. */
  hadRace = $state(false);
  /** Null without a limit. */
  limit = $state.raw<TimeLimit | null>(null);
  #painted: number | null = null;
  /** When the last race ended, by the page's clock. */
  #over = -Infinity;

  /** Whether a race has just ended: a tap that was meant for it comes too late. */
  get hasJustEnded(): boolean {
    return !this.name && performance.now() - this.#over < LATE_TAP_MS;
  }

  /** A current scene was rendered; if it begins a race, the time starts once it is painted. */
  onSceneDrawn({ race = "" }: Scene): void {
    if (race === this.name) return;
    if (!race) this.#over = performance.now();
    this.name = race;
    this.buzzerPress = null;
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

  /** A view has arrived, with the time that is left. */
  setLimit(clock: Clock | null): void {
    this.limit = clock && { end: performance.now() + clock.left, whole: clock.whole };
  }

  /** Whole milliseconds since the question was painted, null without a race. */
  elapsed(): number | null {
    if (!this.name || this.#painted === null) return null;
    return Math.max(0, Math.round(performance.now() - this.#painted));
  }
}
