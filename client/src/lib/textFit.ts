/** Fitting text on a board into its room: smaller, on two lines, or shortened. */
import { createSubscriber } from "svelte/reactivity";

/** The width of a text relative to the font size. */
export type MeasureWidth = (text: string) => number;

/** A letter's width where nothing can be measured, relative to the font size. */
const DEFAULT_LETTER_WIDTH = 0.55;
/** The smallest factor by which a text is shrunk before it is shortened. */
const MIN_SHRINK = 0.78;
/** The smallest factor while it stays readable. */
const MIN_SHRINK_READABLE = 0.6;
/** Font size from which text is readable, in pixels. */
const READABLE_PX = 14;
/** The distance of two lines, relative to the font size. */
export const LEADING = 0.96;
/** The least number of letters of a word on each line. */
const MIN_WORD_PART = 2;
/** The font size at which text is measured, in pixels. */
const MEASURE_PX = 100;

/** The least font size of text that must be legible on any screen, in pixels. */
const LEGIBLE_PX = 12;
/** How much such text is enlarged at most: a board may be tiny. */
const MAX_ENLARGEMENT = 2;

/** The font size of such text: no larger than its room allows, if that is limited.
 *
 * `scale` is pixels per unit, 0 if unknown. A room of 0 is unlimited.
 */
export function legibleSize(
  text: string,
  room: number,
  size: number,
  scale: number,
  width: MeasureWidth = measureWidth,
): number {
  if (!scale) return size;
  const most = room ? Math.max(size, room / width(text)) : Infinity;
  return Math.max(size, Math.min(LEGIBLE_PX / scale, MAX_ENLARGEMENT * size, most));
}

/** A text shrunk to fit, and shortened where that is not enough.
 *
 * Lengths are in board units, `scale` is pixels per unit, 0 if unknown. A room of 0 is unlimited.
 */
export function fitText(
  text: string,
  room: number,
  size: number,
  scale = 0,
  width: MeasureWidth = measureWidth,
): { text: string; size: number } {
  const needed = size * width(text);
  if (!room || needed <= room) return { text, size };
  const readable = scale ? Math.max(MIN_SHRINK_READABLE, READABLE_PX / (size * scale)) : MIN_SHRINK;
  const smaller = size * Math.max(Math.min(MIN_SHRINK, readable), room / needed);
  let length = text.length;
  let shortened = text;
  while (length > 0 && smaller * width(shortened) > room + 1e-6) {
    length -= 1;
    shortened = `${text.slice(0, length).trimEnd()}…`;
  }
  return { text: shortened, size: smaller };
}

/** A text on two lines where one does not fit or would be unreadable, then as in `fitText`.
 *
 * It breaks at a space or hyphen, within a word where that is not enough.
 */
export function wrapText(
  text: string,
  room: number,
  size: number,
  scale = 0,
  width: MeasureWidth = measureWidth,
): { lines: string[]; size: number } {
  const fitLines = (lines: string[]) => {
    const fitting = lines.map((one) => fitText(one, room, size, scale, width));
    const smaller = Math.min(...fitting.map(({ size }) => size));
    const texts = fitting.map(({ text }) => text);
    const readable = smaller === size || !scale || smaller * scale >= READABLE_PX;
    return { lines: texts, size: smaller, whole: readable && texts.join() === lines.join() };
  };
  const widest = (lines: string[]) => Math.max(...lines.map(width));
  const byWidth = (ways: string[][]) => ways.toSorted((a, b) => widest(a) - widest(b));
  const broken = [splitAtGaps(text), splitWithinWords(text)].flatMap((found) =>
    byWidth(found).slice(0, 1),
  );
  const ways = [[text], ...broken].map(fitLines);
  const { lines, size: fittedSize } =
    ways.find(({ whole }) => whole) ?? fitLines(byWidth(broken)[0] ?? [text]);
  return { lines, size: fittedSize };
}

/** All ways to break a text after a space or hyphen. */
const splitAtGaps = (text: string): string[][] =>
  [...text.matchAll(/(?<=[ -])(?=.)/g)].map(({ index }) => [
    text.slice(0, index).trimEnd(),
    text.slice(index),
  ]);

/** All ways to break a text within a word. */
function splitWithinWords(text: string): string[][] {
  const letters = [...text];
  const hasCase = (one: string) => one.toLowerCase() !== one.toUpperCase();
  return letters.flatMap((after, at) => {
    const before = letters[at - 1] ?? "";
    if (at < MIN_WORD_PART || letters.length - at < MIN_WORD_PART) return [];
    if (/[ -]/.test(before + after) || /\p{M}/u.test(after)) return [];
    const [head, tail] = [letters.slice(0, at).join(""), letters.slice(at).join("")];
    return [[head + (hasCase(head) && hasCase(tail) ? "-" : ""), tail]];
  });
}

/** Lets what measures text do so again when a font has loaded. */
export const followFonts = createSubscriber((update) => {
  document.fonts.addEventListener("loadingdone", update);
  return () => document.fonts.removeEventListener("loadingdone", update);
});

let canvas: CanvasRenderingContext2D | null = null;

/** The width of a text in the font of headings, relative to the font size. */
export function measureWidth(text: string): number {
  // jsdom has no canvas.
  if (typeof CanvasRenderingContext2D === "undefined") return DEFAULT_LETTER_WIDTH * text.length;
  followFonts();
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return DEFAULT_LETTER_WIDTH * text.length;
  const family = getComputedStyle(document.documentElement).getPropertyValue("--heading");
  canvas.font = `500 ${MEASURE_PX}px ${family}`;
  return canvas.measureText(text).width / MEASURE_PX;
}
