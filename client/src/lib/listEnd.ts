/** A list that grows at its end: its end stays in view, unless somebody reads further up. */

/** Pixels within which a list counts as scrolled to its end. */
const NEAR = 8;

export class ListEnd {
  /** Whether somebody has scrolled away from the end. */
  #away = false;

  /** The list was scrolled. */
  onScroll({ scrollHeight, clientHeight, scrollTop }: HTMLElement): void {
    this.#away = scrollHeight - clientHeight - scrollTop > NEAR;
  }

  /** The list may have grown. */
  follow(list: HTMLElement): void {
    if (!this.#away) list.scrollTop = list.scrollHeight;
  }

  /** Follow the end again, wherever the list is scrolled to. */
  resume(): void {
    this.#away = false;
  }
}
