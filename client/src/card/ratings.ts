/** Ratings and times as a card says them. */
import type { Rated } from "../lib/protocol.ts";
import { language } from "../lib/texts.svelte.ts";

const written = (figure: number) =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    figure,
  );

/** What the words of a rating need. */
export const ratingWords = ({ mean, give_or_take, at_least }: Rated) => ({
  mean: written(mean),
  by: written(give_or_take),
  least: written(at_least),
});
