/** What has happened so far, as far as it has been told, and how the match has ended. */
import type { LogEntry, Result, View } from "../lib/protocol.ts";

export class Log {
  entries = $state.raw<LogEntry[]>([]);
  /** How the match has ended, also while an earlier position is replayed. */
  result = $state.raw<Result | null>(null);
  /** Whether points decided; else the scores only say who has won. */
  scored = $state(false);

  /** The number of the last event that is known. */
  readonly last = $derived(this.entries.at(-1)?.number ?? 0);

  /** Take in what a view brings besides its picture. */
  addView({ fresh, entries, scene }: View): void {
    this.result = scene.result ?? null;
    this.scored = (scene.panels ?? []).some(({ score }) => typeof score === "number");
    const known = fresh ? 0 : this.last;
    const news = entries.filter(({ number }) => number > known);
    this.entries = fresh ? news : [...this.entries, ...news];
  }
}
