/** The colours of seats where a game gives them its own: they hold for the whole page. */
import { seatLetter } from "../lib/texts.svelte.ts";

const letterOf = (seat: number) => seatLetter(seat).toLowerCase();

/** Let every seat bear the colour of another, for what flies over the page too, until called off. */
export function applySeatColours(hues: readonly number[]): () => void {
  const { style } = document.documentElement;
  const properties = hues.map((hue, seat) => [
    `--seat-${letterOf(seat)}`,
    `var(--hue-${letterOf(hue)})`,
  ]);
  for (const [name, value] of properties) style.setProperty(name!, value!);
  return () => properties.forEach(([name]) => style.removeProperty(name!));
}
