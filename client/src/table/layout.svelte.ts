/** How the table is laid out in the window: wide, small and broad, small, or small and low. */

/** Phones and tablets held upright; and windows too low for a row below the board. In heights of
 * letters: where somebody has set larger ones there is less room, too. */
const SMALL =
  "(max-width: 47.49em), (max-width: 68.74em) and (orientation: portrait), (max-height: 32.49em)";
/** Phones held sideways, where the board has room between what is beside it. */
const LANDSCAPE_PHONE = ["35em", "900px"]
  .map((least) => `(max-height: 32.49em) and (orientation: landscape) and (min-width: ${least})`)
  .join(", ");

/** As broad as tablets are that are held upright. */
const PORTRAIT_TABLET = "(min-width: 37.5em) and (orientation: portrait)";

export class Layout {
  readonly #small = matchMedia(SMALL);
  readonly #landscapePhone = matchMedia(LANDSCAPE_PHONE);
  readonly #portraitTablet = matchMedia(PORTRAIT_TABLET);
  /** Whether there is room beside the board for everything. */
  wide = $state(!this.#small.matches);
  low = $state(this.#landscapePhone.matches);
  /** Whether there is no such room, but more than on a phone. */
  broad = $state(this.#small.matches && this.#portraitTablet.matches);
  /** Pixels of the page above the table. */
  top = $state(0);

  /** Keep up with the window and with what stands above an element; the answer ends it. */
  follow(root: HTMLElement): () => void {
    const measure = () => {
      this.top = root.getBoundingClientRect().top + scrollY;
      this.wide = !this.#small.matches;
      this.low = this.#landscapePhone.matches;
      this.broad = this.#small.matches && this.#portraitTablet.matches;
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    // What stands above it may come to a height of its own.
    if (root.parentElement) watch.observe(root.parentElement);
    addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      removeEventListener("resize", measure);
    };
  }
}
