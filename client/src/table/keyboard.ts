/** Keyboard shortcuts of the table. */
import { tick } from "svelte";
import { digitOf, raceTarget } from "../lib/shortcuts.ts";
import type { TableSession } from "./session.svelte.ts";

/** Fields that need the keys themselves. */
const FIELDS = "input, select, textarea";

/** The page that contains the table. */
export interface Page {
  /** The element in which the table is rendered. */
  root(): HTMLElement;
  /** Show the help for the keyboard. */
  help(): void;
  leaveReplay(): void;
}

export class Keyboard {
  /** Whether the keyboard was used last, so that the focus must be kept. */
  #used = false;
  #session: TableSession;
  #page: Page;

  constructor(session: TableSession, page: Page) {
    this.#session = session;
    this.#page = page;
  }

  /** A pointer was used. */
  onPointer(): void {
    this.#used = false;
  }

  /** After a move, or an answer, what had the focus may be gone: keep the focus on the board. */
  keepFocus(): void {
    if (this.#used && document.activeElement === document.body && !this.#covered) {
      this.#focusOn(".board");
    }
  }

  async press(event: KeyboardEvent): Promise<void> {
    this.#used = true;
    if (this.#covered) return;
    const typing = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    if (!typing && this.#isUndo(event)) {
      event.preventDefault();
      await this.#session.dispatcher.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!typing && !event.repeat && this.#handleRaceKey(event)) return;
    if (event.key === "Escape") {
      // Else the browser closes its top layer, too.
      if (this.#session.onTop) event.preventDefault();
      await this.#escape();
    } else if (!typing) this.#jumpTo(event.key);
  }

  /** Whether a dialog with keys of its own covers the table. */
  get #covered(): boolean {
    return (
      this.#session.hotSeat.coveredFor !== null || document.querySelector("dialog[open]") !== null
    );
  }

  #isUndo({ key, altKey }: KeyboardEvent): boolean {
    const { replay, draft } = this.#session;
    if (replay.active || !draft.steps.length || altKey) return false;
    return ["z", "backspace"].includes(key.toLowerCase());
  }

  /** In a race, pick a target by key; on a shared device, press a buzzer first. */
  #handleRaceKey(event: KeyboardEvent): boolean {
    const session = this.#session;
    const { scene } = session.board;
    if (!scene?.race || session.replay.active) return false;
    if (session.buzzers.awaitsPress) {
      const player = session.seating.ownSeats[digitOf(event.code) ?? -1];
      if (player) session.buzzers.press(player.seat);
      return player !== undefined;
    }
    const target = raceTarget(scene, event.code, event.key);
    if (target !== null) session.pick(target);
    return target !== null;
  }

  /** Step back, and keep the focus. */
  async #escape(): Promise<void> {
    const session = this.#session;
    const origin = this.#origin;
    if (!session.back() && session.replay.active) this.#page.leaveReplay();
    await tick();
    if (origin && document.activeElement === document.body) {
      this.#page.root().querySelector<HTMLElement>(origin)?.focus();
    }
  }

  /** Where the focus belongs after stepping back: the target or the control that opened it. */
  get #origin(): string | null {
    const { notes, advisor, selection, sidePanel } = this.#session;
    if (sidePanel.coversTable) return '.column [role="tab"][aria-selected="true"]';
    const advised = advisor.open && !notes.note;
    const last = notes.note?.target ?? (advised ? undefined : selection.picked.at(-1));
    if (last) return `[data-target="${CSS.escape(last)}"]`;
    return advised ? ".ask-advice" : null;
  }

  #jumpTo(key: string): void {
    if (key === "?") this.#page.help();
    else if (key === "b" || key === "B") this.#focusOn(".board");
    else if (key === "h" || key === "H") this.#focusOn(".hand");
  }

  #focusOn(part: string): void {
    const entry = `${part} [data-target][tabindex="0"]`;
    this.#page.root().querySelector<HTMLElement>(entry)?.focus();
  }
}
