/** Moves that are made by themselves, where a setting wants it and there is no other. */
import { settings } from "../lib/settings.svelte.ts";
import type { TableSession } from "./session.svelte.ts";

/** Milliseconds in which one sees what has happened before a move follows by itself. */
export const DELAY = 800;

export class ForcedMove {
  /** Where a move was made already: what was taken back is not made again. */
  #done = "";
  #session: TableSession;

  constructor(session: TableSession) {
    this.#session = session;
  }

  /** To be called in an effect: make the only move there is, in a moment. The answer calls it off. */
  follow(): (() => void) | undefined {
    const { selection, board, replay, hotSeat, myTurn, draft, connection, guide } =
      this.#session;
    const scene = board.shown;
    const [only, ...others] = selection.choices;
    if (!settings.forced || !myTurn || replay.on || hotSeat.coveredFor !== null || !scene) return;
    if (guide.path.length) return; // whoever learns does it by hand
    if (!only || scene.race || scene.aims?.length || selection.underway || draft.complete) return;
    // The same action may be picked in several ways.
    if (others.some(({ action }) => action !== only.action)) return;
    const at = [connection.number, ...draft.actions].join();
    if (at === this.#done) return;
    const timer = setTimeout(() => {
      this.#done = at;
      selection.clear();
      void this.#session.dispatcher.commit(only);
    }, DELAY);
    return () => clearTimeout(timer);
  }
}
