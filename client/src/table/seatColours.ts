/** Seat colours that a game assigns itself; they apply to the whole page. */
import { seatLetter } from "../lib/texts.svelte.ts";

const letterOf = (seat: number) => seatLetter(seat).toLowerCase();

/** Give every seat the colour of another; returns a function that undoes it. */
export function applySeatColours(hues: readonly number[]): () => void {
  const { style } = document.documentElement;
  const properties = hues.map((hue, seat) => [
    `--seat-${letterOf(seat)}`,
    `var(--hue-${letterOf(hue)})`,
  ]);
  for (const [name, value] of properties) style.setProperty(name!, value!);
  return () => properties.forEach(([name]) => style.removeProperty(name!));
}
