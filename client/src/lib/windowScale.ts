/** How much larger words and hands are in a very large window, as a television's. */

/** Pixels up to which everything has its usual size: at a table, where the board takes all the room
 * that is left, and on pages of words and boxes, which have room to spare sooner. */
const TABLE = { width: 1920, height: 1080 };
const PAGE = { width: 1440, height: 900 };
/** How much of the growth they take part in: who enlarges the page in the browser sees them grow. */
const GROWTH_SHARE = 0.75;

/** The factor for a window of this size, in which there is a table or another page. */
export function windowScale(width: number, height: number, table = true): number {
  const base = table ? TABLE : PAGE;
  const growth = Math.min(width / base.width, height / base.height);
  return growth > 1 ? 1 + GROWTH_SHARE * (growth - 1) : 1;
}
