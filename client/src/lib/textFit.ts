/** How what is written on a board finds its room: in smaller letters, or with its beginning alone. */
import { createSubscriber } from "svelte/reactivity";

/** How wide a text is in the type of boards, in heights of the type. */
export type MeasureWidth = (text: string) => number;

/** A letter's width where nothing can be measured, in heights of the type. */
const DEFAULT_LETTER_WIDTH = 0.55;
/** How much smaller a text is written rather than cut short, wherever it is seen. */
const MIN_SHRINK = 0.78;
/** And how much smaller at most, where it can be read all the same. */
const MIN_SHRINK_READABLE = 0.6;
/** Pixels from which letters can be read. */
const READABLE_PX = 14;
/** From one of two lines to the other, in heights of the type. */
export const LEADING = 0.96;
/** So many letters of a word stay on one line. */
const MIN_WORD_PART = 2;
/** Pixels in which a text is measured. */
const MEASURE_PX = 100;

/** Pixels in which words on a board are written at least that have to be read on any screen. */
const LEGIBLE_PX = 12;
/** How much larger than on a large screen at most: a board may be as small as a stamp. */
const MAX_ENLARGEMENT = 2;

/** The size of such a word where a unit of the board has so many pixels, 0 if that is not known. */
export const legibleSize = (size: number, scale: number): number =>
  scale ? Math.max(size, Math.min(LEGIBLE_PX / scale, MAX_ENLARGEMENT * size)) : size;

/** A text written smaller where it would need more room, and cut short where that is not enough.
 *
 * Lengths are in units of the board, `scale` is the pixels of one, 0 where that is not known. A room
 * of 0 is room for all.
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

/** A text in two lines where one is not enough or could not be read, then as in `fitted`.
 *
 * It breaks where it has a space or a hyphen, within a word where that is not enough.
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

/** A text broken in two behind each of its spaces and hyphens. */
const splitAtGaps = (text: string): string[][] =>
  [...text.matchAll(/(?<=[ -])(?=.)/g)].map(({ index }) => [
    text.slice(0, index).trimEnd(),
    text.slice(index),
  ]);

/** A text broken in two within each of its words. */
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

/** Letters are as wide as the font has them that is there by now. */
const trackFontLoading = createSubscriber((update) => {
  document.fonts.addEventListener("loadingdone", update);
  return () => document.fonts.removeEventListener("loadingdone", update);
});

let canvas: CanvasRenderingContext2D | null = null;

function measureWidth(text: string): number {
  // A simulated browser draws nothing.
  if (typeof CanvasRenderingContext2D === "undefined") return DEFAULT_LETTER_WIDTH * text.length;
  trackFontLoading();
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return DEFAULT_LETTER_WIDTH * text.length;
  const family = getComputedStyle(document.documentElement).getPropertyValue("--heading");
  canvas.font = `500 ${MEASURE_PX}px ${family}`;
  return canvas.measureText(text).width / MEASURE_PX;
}
