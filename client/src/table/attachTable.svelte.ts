/** What a table does with its page: it is drawn into it, and hears of its pointers and keys. */
import { tick } from "svelte";
import { enableDragging } from "./drag.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Layout } from "./layout.svelte.ts";
import { applySeatColours } from "./seatColours.ts";
import type { TableSession } from "./session.svelte.ts";

/** Where a table is drawn. */
export interface TableElements {
  root: HTMLElement;
  /** What flies over the whole page. */
  sky: HTMLElement;
}

/**
 * Attach a table to its elements, once they are there, as long as the component lasts that calls
 * this while it is set up.
 */
export function attachTable(
  session: TableSession,
  layout: Layout,
  keyboard: Keyboard,
  elements: () => TableElements,
): void {
  $effect(() => {
    const { root, sky } = elements();
    const stop = session.start(root, sky);
    const still = enableDragging(root, sky, session);
    return () => {
      still();
      stop();
    };
  });

  $effect(() => layout.follow(elements().root));

  // Seat colours are set for the whole page, including pieces that fly over it.
  const hues = $derived(session.board.scene?.hues ?? []);
  $effect(() => applySeatColours(hues));

  $effect(() => {
    void session.board.scene;
    void session.selection.picked;
    void session.selection.pendingChoice;
    // What is decided together goes with its buttons.
    void session.seating.table;
    void tick().then(() => keyboard.keepFocus());
  });
}
