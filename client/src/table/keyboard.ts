/** Keys that work anywhere at the table. */
import { tick } from "svelte";
import { digitOf, raceTarget } from "../lib/shortcuts.ts";
import type { TableSession } from "./session.svelte.ts";

/** Where typing is meant for something else. */
const FIELDS = "input, select, textarea";

/** The page around the table. */
export interface Page {
  /** What the table is drawn in. */
  root(): HTMLElement;
  /** Show that sheet. */
  help(): void;
  leaveReplay(): void;
}

export class Keyboard {
  /** Whether the last thing used was the keyboard, so that the focus must not get lost. */
  #used = false;
  #session: TableSession;
  #page: Page;

  constructor(session: TableSession, page: Page) {
    this.#session = session;
    this.#page = page;
  }

  /** Something else than the keyboard is used. */
  onPointer(): void {
    this.#used = false;
  }

  /** After a move the focused piece may be gone: keep keyboard players at the board. */
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
      // Else the browser puts away what is on top then, too.
      if (this.#session.onTop) event.preventDefault();
      await this.#escape();
    } else if (!typing) this.#jumpTo(event.key);
  }

  /** Whether something lies over the table that has keys of its own. */
  get #covered(): boolean {
    return (
      this.#session.hotSeat.coveredFor !== null || document.querySelector("dialog[open]") !== null
    );
  }

  #isUndo({ key, altKey }: KeyboardEvent): boolean {
    const { replay, draft } = this.#session;
    if (replay.on || !draft.steps.length || altKey) return false;
    return ["z", "backspace"].includes(key.toLowerCase());
  }

  /** In a race, pick by key; before that, on a device of several players, press a buzzer. */
  #handleRaceKey(event: KeyboardEvent): boolean {
    const session = this.#session;
    const { shown } = session.board;
    if (!shown?.race || session.replay.on) return false;
    if (session.buzzers.awaitsPress) {
      const player = session.seating.own[digitOf(event.code) ?? -1];
      if (player) session.buzzers.press(player.seat);
      return player !== undefined;
    }
    const target = raceTarget(shown, event.code, event.key);
    if (target !== null) session.pick(target);
    return target !== null;
  }

  /** Step back, and leave the focus where it was. */
  async #escape(): Promise<void> {
    const session = this.#session;
    const came = this.#origin;
    if (!session.back() && session.replay.on) this.#page.leaveReplay();
    await tick();
    if (came && document.activeElement === document.body) {
      this.#page.root().querySelector<HTMLElement>(came)?.focus();
    }
  }

  /** Where whoever steps back came from: what it was about, or what opened it. */
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
