/** Ghosts: previews of pieces where a choice would put them. */
import type { Piece, Place } from "./protocol";

/** A piece at its previewed place; x and y are its centre. */
export type Ghost = Piece & { x: number; y: number };

/** A piece on a place, scaled down to fit. */
export function ghostOn(piece: Piece, { x, y, w, h }: Place): Ghost {
  const { w: wide = 1, h: high = 1 } = piece;
  const size = Math.min(1, w / wide, h / high);
  const middle = { x: x + w / 2, y: y + h / 2 };
  return { ...piece, count: 1, faded: false, w: wide * size, h: high * size, ...middle };
}

/** A piece that spans several places, across the marked ones nearest to its end. */
export function ghostAcross(piece: Piece, end: Place, marked: Place[]): Ghost {
  const last = middle(end);
  const distance = (place: Place) => {
    const { x, y } = middle(place);
    return Math.hypot(x - last.x, y - last.y);
  };
  const row = [end, ...marked.filter(({ id }) => id !== end.id)]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, piece.span ?? 1);
  const first = middle(row.at(-1)!);
  const [right, down] = [last.x - first.x, last.y - first.y];
  const turn = (Math.atan2(down, right) * 180) / Math.PI;
  return {
    ...ghostOn(piece, end),
    symbol: piece.laid ?? piece.symbol,
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    w: end.w + Math.hypot(right, down),
    h: end.h,
    turn,
  };
}

function middle({ x, y, w, h }: Place): { x: number; y: number } {
  return { x: x + w / 2, y: y + h / 2 };
}
