/** The SVG drawings of the games and the product, inserted into the page once each. */
import { SvelteSet } from "svelte/reactivity";
import { art } from "./api.ts";

const SVG = "http://www.w3.org/2000/svg";
const pending = new Map<string, Promise<void>>();
const drawn = new SvelteSet<string>();

/** Fetch and insert the symbols of a game or of the product (`core`). */
export function loadArt(place: string): Promise<void> {
  let loading = pending.get(place);
  if (!loading) {
    loading = art(place).then((file) => insertSymbols(place, file));
    loading.catch(() => pending.delete(place));
    pending.set(place, loading);
  }
  return loading;
}

/** Insert drawings that arrived with another response, unless they are there. */
export function provideArt(place: string, file: string): void {
  if (pending.has(place)) return;
  pending.set(place, Promise.resolve());
  insertSymbols(place, file);
}

/** The reference for `<use href>`: the game's own drawing, else the shared one. */
export function symbolHref(symbol: string, game = "core"): string {
  return drawn.has(`${game}-${symbol}`) ? `#${game}-${symbol}` : `#core-${symbol}`;
}

/** Whether a game (or the product) has a drawing of this name. */
export const hasSymbol = (symbol: string, game = "core") => drawn.has(`${game}-${symbol}`);

/** Insert the symbols of a file, their ids prefixed with the game. */
export function insertSymbols(place: string, file: string): void {
  const symbols = new DOMParser().parseFromString(file, "image/svg+xml").querySelectorAll("symbol");
  const sprite = document.createElementNS(SVG, "svg");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  for (const symbol of symbols) {
    symbol.id = `${place}-${symbol.id}`;
    sprite.append(document.importNode(symbol, true));
    drawn.add(symbol.id);
  }
  document.body.append(sprite);
}
