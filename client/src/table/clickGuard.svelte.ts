/** Guards against accidental clicks: a button that appears under the pointer is blocked briefly. */
import { SvelteSet } from "svelte/reactivity";

/** Milliseconds after a press in which new buttons under the pointer are blocked. */
const GUARD_MS = 600;
/** How long such a button is blocked, in milliseconds. */
const BLOCK_MS = 500;

export class ClickGuard {
  /** The names of blocked buttons. */
  readonly blocked = new SvelteSet<string>();

  #lastPress: { x: number; y: number; at: number; there: Set<string> } | null = null;

  /** One of these buttons was pressed; a press by keyboard has no position. */
  onPress(event: MouseEvent, present: Iterable<string>): void {
    const { clientX: x, clientY: y, detail } = event;
    this.#lastPress = detail ? { x, y, at: performance.now(), there: new Set(present) } : null;
  }

  /** These buttons are on the page now: block the new ones under the pointer. */
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
