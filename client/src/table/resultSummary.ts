/** Summaries of a result for the viewer. */
import type { Result } from "../lib/protocol.ts";
import { formatList, seatName, t, type Names } from "../lib/texts.svelte.ts";

/** The seats in the order of the result. */
export const seatsByRank = ({ ranks }: Result): number[] =>
  ranks.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]!);

/** The seats by place: teams, and others with the same rank and score, share one. */
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

/** The headline of a result: how the player of this device did, else who has won.
 *
 * `mine` are the seats of this device; several of them are not addressed. `scored` says whether
 * points decided. If all are first nobody has won, nor has a solo player.
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
  const points = result.scores[winners[0]!]! - result.scores[me]!;
  // Something else may rank before points, as a dingo that was not laid.
  if (points < 0) return t("table-you-lost");
  return points ? t("table-you-lost-by", { points }) : t("table-you-lost-tie");
}
