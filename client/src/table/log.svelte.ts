/** The log of the events shown so far, and the result. */
import type { LogEntry, Result, View } from "../lib/protocol.ts";

/** The seat of chance events. */
export const CHANCE = 8;

export class Log {
  entries = $state.raw<LogEntry[]>([]);
  /** The result, also while a past position is shown. */
  result = $state.raw<Result | null>(null);
  /** Whether points decided the match; else the scores only say who has won. */
  scored = $state(false);

  /** The number of the last known event. */
  readonly last = $derived(this.entries.at(-1)?.number ?? 0);

  /** Add the entries of a view. */
  addView({ fresh, entries, scene }: View): void {
    this.result = scene.result ?? null;
    this.scored = (scene.panels ?? []).some(({ score }) => typeof score === "number");
    const known = fresh ? 0 : this.last;
    const news = entries.filter(({ number }) => number > known);
    this.entries = fresh ? news : [...this.entries, ...news];
  }
}
