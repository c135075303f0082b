/** The layout of the table by window size: wide, tablet, phone, or landscape phone. */

/** Portrait phones and tablets, and windows too low for a row below the board. In em, since larger
 * fonts leave less room, too.
 */
const SMALL =
  "(max-width: 47.49em), (max-width: 68.74em) and (orientation: portrait), (max-height: 32.49em)";
/** Landscape phones, with panels on both sides of the board. */
const LANDSCAPE_PHONE = ["35em", "900px"]
  .map((least) => `(max-height: 32.49em) and (orientation: landscape) and (min-width: ${least})`)
  .join(", ");

/** Portrait tablets. */
const PORTRAIT_TABLET = "(min-width: 37.5em) and (orientation: portrait)";

export class Layout {
  readonly #small = matchMedia(SMALL);
  readonly #landscapePhone = matchMedia(LANDSCAPE_PHONE);
  readonly #portraitTablet = matchMedia(PORTRAIT_TABLET);
  /** Whether there is room beside the board for everything. */
  wide = $state(!this.#small.matches);
  low = $state(this.#landscapePhone.matches);
  /** Whether it is a portrait tablet, with more room than a phone. */
  broad = $state(this.#small.matches && this.#portraitTablet.matches);
  /** The height of the page above the table, in pixels. */
  top = $state(0);

  /** Follow the size of the window and what is above an element; returns a function that ends it.
   */
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
    // What is above it may change its height.
    if (root.parentElement) watch.observe(root.parentElement);
    addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      removeEventListener("resize", measure);
    };
  }
}
