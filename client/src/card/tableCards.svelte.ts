/** The player cards of the people at a table, fetched again when others sit there. */
import { cardsAt } from "../lib/api.ts";
import type { PlayerCard, TableInfo } from "../lib/protocol.ts";

export class TableCards {
  #cards = $state.raw<readonly (PlayerCard | null)[]>([]);
  #requestKey = "";

  /** The card of a seat, null without one. */
  of(seat: number): PlayerCard | null {
    return this.#cards[seat] ?? null;
  }

  /** Follow a table as it changes. */
  follow({ id, status, seats }: TableInfo): void {
    // Ratings change at the end of a match; players change before its start.
    const asked = JSON.stringify([id, status, seats.map(({ kind, name }) => [kind, name])]);
    if (asked === this.#requestKey) return;
    this.#requestKey = asked;
    if (!seats.some(({ kind }) => kind === "person")) return;
    cardsAt(id).then(
      (found) => {
        if (asked === this.#requestKey) this.#cards = found;
      },
      () => (this.#requestKey = ""), // Names are shown without cards.
    );
  }
}
