/** Keys that pick targets directly, for races. */
import type { Scene } from "./protocol";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((digit) => `Digit${digit}`);
/** The row of letters below the digits, by position, whatever the keyboard layout. */
const LETTERS = [..."QWERTYUIOP"].map((letter) => `Key${letter}`);

/** The index of a digit key, counted from 0; null for another key. */
export function digitOf(code: string): number | null {
  const at = DIGITS.indexOf(code.replace("Numpad", "Digit"));
  return at < 0 ? null : at;
}

/** The target that a key picks in a race, null for none.
 *
 * Choosable places and pieces have the digits and then the letters below them, in the order of the
 * scene; M is the main button, or without one the last target.
 */
export function raceTarget(scene: Scene, code: string, key: string): string | null {
  const named = new Set((scene.choices ?? []).flatMap(({ path }) => path));
  const things = [
    ...(scene.places ?? []),
    ...(scene.pieces ?? []),
    ...(scene.trays ?? []).flatMap(({ pieces }) => pieces),
  ].filter(({ id }) => named.has(id));
  if (key.toLowerCase() === "m") {
    const main = scene.buttons?.find(({ id, tone }) => tone === "main" && named.has(id));
    return (main ?? things.at(-1))?.id ?? null;
  }
  const letter = LETTERS.indexOf(code);
  const at = digitOf(code) ?? (letter < 0 ? null : DIGITS.length + letter);
  return at === null ? null : (things[at]?.id ?? null);
}
