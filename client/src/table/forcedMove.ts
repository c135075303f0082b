/** Moves that are made by themselves, where a setting wants it and there is no other. */
import { settings } from "../lib/settings.svelte.ts";
import type { TableSession } from "./session.svelte.ts";

/** Milliseconds in which one sees what has happened before a move follows by itself. */
export const GLIMPSE = 800;

export class Forced {
  /** Where a move was made already: what was taken back is not made again. */
  #done = "";
  #session: TableSession;

  constructor(session: TableSession) {
    this.#session = session;
  }

  /** To be called in an effect: make the only move there is, in a moment. The answer calls it off. */
  follow(): (() => void) | undefined {
    const { choosing, stage, replay, device, myTurn, drafting, connection, guiding } =
      this.#session;
    const scene = stage.shown;
    const [only, ...others] = choosing.choices;
    if (!settings.forced || !myTurn || replay.on || device.veil !== null || !scene) return;
    if (guiding.path.length) return; // whoever learns does it by hand
    if (!only || scene.race || scene.aims?.length || choosing.underway || drafting.complete) return;
    // The same action may be picked in several ways.
    if (others.some(({ action }) => action !== only.action)) return;
    const at = [connection.number, ...drafting.actions].join();
    if (at === this.#done) return;
    const timer = setTimeout(() => {
      this.#done = at;
      choosing.drop();
      void this.#session.acting.commit(only);
    }, GLIMPSE);
    return () => clearTimeout(timer);
  }
}
