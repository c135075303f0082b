/** What lies at a seat: its trays, and what will come to lie there. */
import type { Tray } from "../lib/protocol.ts";
import type { TableSession } from "./session.svelte.ts";

/** What of a seat's layout decides about the room for what lies there. */
export interface SeatLayout {
  /** Small, on phones; its height stays the same throughout a match. */
  small: boolean;
  /** Stacked vertically, so narrow is it. */
  stacked: boolean;
  /** Whether there are several rows of seats. */
  inRows: boolean;
  /** Reserves no room for empty trays. */
  collapseEmpty: boolean;
  /** Whether there is room beside the board for all that will come to lie here. */
  reserves: boolean;
  /** Whether there is room for what lies at another seat and may come here. */
  receives: boolean;
  /** Whether it is as high as any other, whatever it has. */
  shared: boolean;
}

export interface SeatView extends SeatLayout {
  session: TableSession;
  seat: number;
}

export class SeatHoldings {
  #view: () => SeatView;
  #onlyPilesSeen = false;

  readonly #panel = $derived.by(() => {
    const { session, seat } = this.#view();
    return session.board.scene?.panels?.find((panel) => panel.seat === seat);
  });
  /** The trays that are shown at any seat. */
  readonly #shown = $derived.by(() => {
    const { session } = this.#view();
    return (session.board.scene?.trays ?? []).filter(
      ({ seat, role }) =>
        typeof seat === "number" &&
        (seat !== session.seating.viewerSeat || role === "captured" || role === "played"),
    );
  });
  readonly #own = $derived.by(() => {
    const { seat } = this.#view();
    return this.#shown.filter((tray) => tray.seat === seat);
  });
  /** The trays of this seat in which something lies. */
  readonly trays = $derived(this.#own.filter(({ pieces }) => pieces.length > 0));
  /** Whether seats have won one kind of piece only: in rows it lies in the corner, so that the first
   * one moves nothing.
   */
  readonly isHeap = $derived.by(
    () =>
      this.#view().inRows &&
      this.#shown.length > 0 &&
      this.#shown.every(({ role, pieces }) => role === "captured" && pieces.length <= 1),
  );
  /** The largest hand of another seat: one that has no tray may be the next to have it, as in a team
   * that shares its stock.
   */
  readonly #wandering = $derived.by<Tray[]>(() => {
    if (!this.#view().receives || this.#own.length || this.#panel?.out) return [];
    return this.#shown
      .filter(({ role, pieces }) => role === "hand" && pieces.length > 0)
      .sort((a, b) => b.pieces.length - a.pieces.length)
      .slice(0, 1);
  });
  /** Trays without a piece here so far; beside the board there is room for each of them. */
  readonly awaited = $derived.by<Tray[]>(() => {
    const { reserves, collapseEmpty, shared } = this.#view();
    if (!reserves || collapseEmpty || shared || this.isHeap) return [];
    return [...this.#own.filter(({ pieces }) => !pieces.length), ...this.#wandering];
  });
  /** On phones room is reserved for what seats will hold, so that the board does not move. */
  readonly reservesSpace = $derived.by(() => {
    const { small, collapseEmpty } = this.#view();
    return small && !collapseEmpty && this.#shown.length > 0;
  });
  /** Whether seats show one pile per hand only, which fits beside others, on phones beside the text.
   * It stays so while the device changes hands, so that the board does not move.
   */
  readonly holdsPiles = $derived.by(() => {
    this.#onlyPilesSeen ||=
      this.#shown.length > 0 &&
      this.#shown.every(({ role, pieces }) => role === "hand" && pieces.length <= 1);
    return this.#onlyPilesSeen;
  });
  /** Whether that pile lies beside the text. */
  readonly piled = $derived.by(() => {
    const { small, stacked } = this.#view();
    return this.holdsPiles && small && !stacked;
  });
  /** A played tray that is shown first: on phones there is room for its name only. */
  readonly laid = $derived.by(() => {
    const [first] = this.trays;
    return this.#view().small && first?.role === "played" ? first : undefined;
  });
  /** Whether one that is still empty would be shown first: beside the board its name has room. */
  readonly mayBeLaid = $derived.by(() => {
    const filled = this.#own.findIndex(({ pieces }) => pieces.length > 0);
    const before = filled < 0 ? this.#own : this.#own.slice(0, filled);
    const isPlayed = (tray: Tray) => tray.role === "played" && this.awaited.includes(tray);
    return this.#view().small && before.some(isPlayed);
  });

  constructor(view: () => SeatView) {
    this.#view = view;
  }

  /** What will lie in an empty tray, if it lies elsewhere until then: its room is what that takes up.
   */
  toCome(tray: Tray): Tray | undefined {
    const { session, seat } = this.#view();
    const until = tray.pieces.length
      ? tray
      : session.board.scene?.trays?.find(
          (other) =>
            other.seat === seat && other.label.key === tray.label.key && other.pieces.length > 0,
        );
    const nowhere = (id: string) => `to come: ${id}`;
    return (
      until && {
        ...tray,
        id: nowhere(tray.id),
        pieces: until.pieces.map((piece) => ({ ...piece, id: nowhere(piece.id) })),
      }
    );
  }
}
