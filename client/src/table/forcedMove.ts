/** Makes the only possible move automatically, if the setting is on. */
import { settings } from "../lib/settings.svelte.ts";
import type { TableSession } from "./session.svelte.ts";

/** Milliseconds before the move, to see what has happened. */
export const DELAY = 800;

export class ForcedMove {
  /** Where a move was made already: after an undo it is not made again. */
  #done = "";
  #session: TableSession;

  constructor(session: TableSession) {
    this.#session = session;
  }

  /** Call this in an effect: make the only move after a delay; returns a function that cancels it.
   */
  follow(): (() => void) | undefined {
    const { selection, board, replay, hotSeat, myTurn, draft, connection, guide } =
      this.#session;
    const scene = board.scene;
    const [only, ...others] = selection.choices;
    if (!settings.forced || !myTurn || replay.active || hotSeat.coveredFor !== null || !scene)
      return;
    if (guide.path.length) return; // learners make every move themselves
    if (!only || scene.race || scene.aims?.length || selection.pendingChoice || draft.complete)
      return;
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
