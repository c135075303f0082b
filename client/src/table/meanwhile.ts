/** What happened at a shared device since each of its seats last had it. */
import type { LogEntry } from "../lib/protocol.ts";
import { CHANCE } from "./log.svelte.ts";

/** So many events are told, the latest; the log tells them all. */
const MAX_EVENTS = 3;

export class Meanwhile {
  /** The last event that each seat has seen happen. */
  #seen = new Map<number, number>();

  /** A seat, which has the device, is shown an event. */
  onSeen(seat: number, number: number): void {
    this.#seen.set(seat, number);
  }

  /** What others and chance have done since a seat had the device, of a log as that seat sees it.
   *
   * To who has not had it yet, the preparations are no news.
   */
  since(seat: number, log: readonly LogEntry[]): LogEntry[] {
    const begun = log.findIndex((entry) => entry.seat !== CHANCE);
    const news = log.filter(({ number }, index) => {
      const seen = this.#seen.get(seat);
      return seen === undefined ? begun >= 0 && index >= begun : number > seen;
    });
    return news
      .filter((entry) => entry.seat !== seat && entry.phrases.length > 0)
      .slice(-MAX_EVENTS);
  }
}
