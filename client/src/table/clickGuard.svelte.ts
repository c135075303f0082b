/** Slips: a button that appears where another was pressed a moment ago is not meant yet. */
import { SvelteSet } from "svelte/reactivity";

/** Milliseconds after a press in which what appears below the finger was not what it meant. */
const GUARD_MS = 600;
/** How long such a button waits. */
const BLOCK_MS = 500;

export class ClickGuard {
  /** The buttons that wait, by their names. */
  readonly blocked = new SvelteSet<string>();

  #lastPress: { x: number; y: number; at: number; there: Set<string> } | null = null;

  /** A button of these was pressed at a point of the page; by keyboard there is none. */
  onPress(event: MouseEvent, there: Iterable<string>): void {
    const { clientX: x, clientY: y, detail } = event;
    this.#lastPress = detail ? { x, y, at: performance.now(), there: new Set(there) } : null;
  }

  /** Buttons are in the page: those that have come below the finger wait. */
  onButtonsShown(buttons: Map<string, Element>): void {
    const press = this.#lastPress;
    if (!press || performance.now() - press.at > GUARD_MS) return;
    for (const [name, button] of buttons) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const below = press.x >= left && press.x <= right && press.y >= top && press.y <= bottom;
      if (!below || press.there.has(name) || this.blocked.has(name)) continue;
      press.there.add(name);
      this.blocked.add(name);
      setTimeout(() => this.blocked.delete(name), BLOCK_MS);
    }
  }
}
