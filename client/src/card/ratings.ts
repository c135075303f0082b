/** Formatting of ratings. */
import type { Rated } from "../lib/protocol.ts";
import { language } from "../lib/texts.svelte.ts";

const formatFigure = (figure: number) =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    figure,
  );

/** The arguments of the message for a rating. */
export const ratingArgs = ({ mean, give_or_take, at_least }: Rated) => ({
  mean: formatFigure(mean),
  by: formatFigure(give_or_take),
  least: formatFigure(at_least),
});
