/** Identicons of cards: five by five cells, mirrored, in one of eight colours. */

const SIDE = 5;
const HALF = 3;

export interface Identicon {
  hue: number;
  inked: [x: number, y: number][];
}

/** The cells and the colour that a card's 18 bits stand for. */
export function decodeIdenticon(mark: number): Identicon {
  const inked: [number, number][] = [];
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const bit = y * HALF + Math.min(x, SIDE - 1 - x);
      if ((mark >> bit) & 1) inked.push([x, y]);
    }
  }
  return { hue: (mark >> (SIDE * HALF)) & 7, inked };
}
