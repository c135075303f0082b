/** How much larger words and hands are in a very large window, as a television's. */

/** Pixels up to which everything has its usual size. */
const WIDTH = 1920;
const HEIGHT = 1080;
/** How much of the growth they take part in: who enlarges the page in the browser sees them grow. */
const PART = 0.75;

/** The factor for a window of this size. */
export function far(width: number, height: number): number {
  const grown = Math.min(width / WIDTH, height / HEIGHT);
  return grown > 1 ? 1 + PART * (grown - 1) : 1;
}
