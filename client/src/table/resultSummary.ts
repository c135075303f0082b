/** How a match has ended, in the words for whoever looks. */
import type { Result } from "../lib/protocol.ts";
import { formatList, seatName, t, type Names } from "../lib/texts.svelte.ts";

/** The seats, the first of the result first. */
export const seatsByRank = ({ ranks }: Result): number[] =>
  ranks.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]!);

/** The seats by their places, the first ones first: teams, and whoever else is level, stand together. */
export function seatsByPlace(result: Result): number[][] {
  const found: number[][] = [];
  for (const seat of seatsByRank(result)) {
    const [beside] = found.at(-1) ?? [];
    const level = (numbers: number[]) => beside !== undefined && numbers[beside] === numbers[seat];
    if (level(result.ranks) && level(result.scores)) found.at(-1)!.push(seat);
    else found.push([seat]);
  }
  return found;
}

/** The one line that matters most: for a player of this device how they did, else who has won.
 *
 * `mine` are the seats played here; with several of them nobody is addressed. `scored` says whether
 * points decided. Where all are first nobody has won, nor has who played alone.
 */
export function headline(result: Result, mine: number[], scored: boolean, names: Names): string {
  if (result.ranks.length === 1) return t("table-alone");
  const winners = result.ranks.flatMap((rank, seat) => (rank === 0 ? [seat] : []));
  if (winners.length > 1 && winners.length === result.ranks.length) return t("table-drawn");
  const [me] = mine;
  if (mine.length !== 1 || me === undefined) {
    const [name, ...others] = winners.map((seat) => seatName(seat, names));
    return others.length
      ? t("table-shared", { names: formatList([name!, ...others]) })
      : t("table-won", { name: name! });
  }
  if (winners.includes(me)) return t(winners.length === 1 ? "table-you-won" : "table-you-shared");
  if (!scored) return t("table-you-lost");
  const points = Math.abs(result.scores[winners[0]!]! - result.scores[me]!);
  return points ? t("table-you-lost-by", { points }) : t("table-you-lost-tie");
}
