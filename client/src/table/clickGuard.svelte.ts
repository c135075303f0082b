/** Slips: a button that appears where another was pressed a moment ago is not meant yet. */
import { SvelteSet } from "svelte/reactivity";

/** Milliseconds after a press in which what appears below the finger was not what it meant. */
const MOMENT = 600;
/** How long such a button waits. */
const WAIT = 500;

export class Slips {
  /** The buttons that wait, by their names. */
  readonly waiting = new SvelteSet<string>();

  #pressed: { x: number; y: number; at: number; there: Set<string> } | null = null;

  /** A button of these was pressed at a point of the page; by keyboard there is none. */
  pressed(event: MouseEvent, there: Iterable<string>): void {
    const { clientX: x, clientY: y, detail } = event;
    this.#pressed = detail ? { x, y, at: performance.now(), there: new Set(there) } : null;
  }

  /** Buttons are in the page: those that have come below the finger wait. */
  shown(buttons: Map<string, Element>): void {
    const press = this.#pressed;
    if (!press || performance.now() - press.at > MOMENT) return;
    for (const [name, button] of buttons) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const below = press.x >= left && press.x <= right && press.y >= top && press.y <= bottom;
      if (!below || press.there.has(name) || this.waiting.has(name)) continue;
      press.there.add(name);
      this.waiting.add(name);
      setTimeout(() => this.waiting.delete(name), WAIT);
    }
  }
}
