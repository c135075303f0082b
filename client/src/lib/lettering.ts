/** How what is written on a board finds its room: in smaller letters, or with its beginning alone. */
import { createSubscriber } from "svelte/reactivity";

/** How wide a text is in the type of boards, in heights of the type. */
export type Width = (text: string) => number;

/** A letter's width where nothing can be measured, in heights of the type. */
const LETTER = 0.55;
/** How much smaller a text is written rather than cut short, wherever it is seen. */
const SMALLER = 0.78;
/** And how much smaller at most, where it can be read all the same. */
const SMALLEST = 0.6;
/** Pixels from which letters can be read. */
const READABLE = 14;
/** Pixels in which a text is measured. */
const MEASURED = 100;

/** A text written smaller where it would need more room, and cut short where that is not enough.
 *
 * Lengths are in units of the board, `scale` is the pixels of one, 0 where that is not known. A room
 * of 0 is room for all.
 */
export function fitted(
  text: string,
  room: number,
  size: number,
  scale = 0,
  width: Width = measured,
): { text: string; size: number } {
  const needed = size * width(text);
  if (!room || needed <= room) return { text, size };
  const readable = scale ? Math.max(SMALLEST, READABLE / (size * scale)) : SMALLER;
  const smaller = size * Math.max(Math.min(SMALLER, readable), room / needed);
  let most = text.length;
  let told = text;
  while (most > 0 && smaller * width(told) > room + 1e-6) {
    most -= 1;
    told = `${text.slice(0, most).trimEnd()}…`;
  }
  return { text: told, size: smaller };
}

/** Letters are as wide as the font has them that is there by now. */
const hearsOfFonts = createSubscriber((update) => {
  document.fonts.addEventListener("loadingdone", update);
  return () => document.fonts.removeEventListener("loadingdone", update);
});

let canvas: CanvasRenderingContext2D | null = null;

function measured(text: string): number {
  // A simulated browser draws nothing.
  if (typeof CanvasRenderingContext2D === "undefined") return LETTER * text.length;
  hearsOfFonts();
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return LETTER * text.length;
  const family = getComputedStyle(document.documentElement).getPropertyValue("--heading");
  canvas.font = `500 ${MEASURED}px ${family}`;
  return canvas.measureText(text).width / MEASURED;
}
