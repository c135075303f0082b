/** Several players on one device: through whose eyes it looks, and how it changes hands. */
import type { Seating } from "./seating.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** What keeps a device where it is, and what happens when it goes on. */
export interface HotSeatContext {
  /** Whether a past position is looked at. */
  isReplaying(): boolean;
  /** Whether something is still to be shown to whoever has the device. */
  isAnimating(): boolean;
  /** Whether the players of this device race against each other. */
  isRacing(): boolean;
  /** Whether somebody is about to claim, or has claimed and awaits the answer. */
  isClaiming(): boolean;
  /** See the present position through the eyes of another own seat from now on. */
  viewAs(seat: number): void;
}

export class HotSeat {
  /** The seat that the device is to be handed to, while the table is covered. */
  coveredFor = $state.raw<number | null>(null);
  /** The own seat that has taken the device though others are awaited, until it has acted. */
  #outOfTurn = $state.raw<number | null>(null);
  /** The seat whose eyes were asked for and not given yet. */
  #requestedSeat: number | null = null;
  /** Whether it has been settled who sits before the device first. */
  #firstPlayerKnown = false;

  #seating: Seating;
  #board: BoardView;
  #context: HotSeatContext;

  /** Whether the device was asked for out of turn, so that it may be given back unseen. */
  readonly canDecline = $derived.by(
    () =>
      this.coveredFor !== null &&
      this.coveredFor === this.#outOfTurn &&
      this.coveredFor !== this.#seating.viewerSeat,
  );

  constructor(seating: Seating, board: BoardView, surroundings: HotSeatContext) {
    this.#seating = seating;
    this.#board = board;
    this.#context = surroundings;
  }

  /** Whether other eyes were asked for and not given yet. */
  get isSwitching(): boolean {
    return this.#requestedSeat !== null;
  }

  /** Look through the eyes of the own seat that is awaited, after the others have looked away. */
  handOver(): void {
    const { viewerSeat } = this.#seating;
    if (viewerSeat === null || !this.#canHandOver(viewerSeat)) return;
    const { awaited } = this.#board;
    const next = this.#seating.own.find(({ seat }) => awaited.has(seat))?.seat;
    const to = awaited.has(viewerSeat) ? viewerSeat : next;
    const arriving = !this.#firstPlayerKnown;
    this.#firstPlayerKnown = true;
    const others = to !== undefined && to !== viewerSeat;
    if (this.#seating.table?.secrets && (arriving || others)) this.coveredFor = to ?? viewerSeat;
    else if (others) this.switchTo(to);
  }

  /** Whether it is settled now who has the device next. */
  #canHandOver(viewerSeat: number): boolean {
    const { table, playing } = this.#seating;
    const { shown, awaited } = this.#board;
    const context = this.#context;
    if (!table || !playing || !shown || context.isAnimating() || this.isSwitching) return false;
    // Who was to move then is not who is to move now.
    if (context.isReplaying()) return false;
    if (table.seats.filter(({ mine }) => mine).length < 2) return false;
    if (context.isRacing() && (awaited.has(viewerSeat) || context.isClaiming())) return false;
    if (awaited.has(viewerSeat) && viewerSeat === this.#outOfTurn) this.#outOfTurn = null;
    if (this.#outOfTurn !== null && (this.coveredFor ?? viewerSeat) === this.#outOfTurn)
      return false;
    // Whoever is asked for takes the device first: nobody else's hand may come up at that touch.
    return this.coveredFor === null;
  }

  /** Whether another own seat may want the device now: for its hand, its choice or an interrupt. */
  canTakeOver(seat: number): boolean {
    const { table, playing, own, viewerSeat } = this.#seating;
    const { shown, awaited } = this.#board;
    if (!table || !playing || !shown) return false;
    if (this.#context.isReplaying() || this.#context.isRacing()) return false;
    if (seat === viewerSeat || !own.some((info) => info.seat === seat)) return false;
    const interrupts = (shown.buttons ?? []).some(({ tone }) => tone === "alarm");
    // If only others are awaited, the device goes over to them by itself.
    const together = viewerSeat === null || awaited.has(viewerSeat);
    return table.secrets || interrupts || (together && awaited.has(seat));
  }

  /** Give the device to another own seat, also out of turn. */
  takeOver(seat: number): void {
    if (!this.canTakeOver(seat)) return;
    this.#outOfTurn = seat;
    if (this.#seating.table?.secrets) this.coveredFor = seat;
    else this.switchTo(seat);
  }

  /** Give the device back to the player who had it. */
  giveBack(): void {
    if (!this.canDecline) return;
    this.#outOfTurn = null;
    this.coveredFor = this.#seating.viewerSeat;
  }

  /** The player to whom the device was handed is alone with it. */
  reveal(): void {
    if (this.coveredFor === null) return;
    if (this.coveredFor !== this.#seating.viewerSeat) {
      this.switchTo(this.coveredFor);
      return;
    }
    this.coveredFor = null;
    this.handOver();
  }

  /** Ask for the eyes of another own seat. */
  switchTo(seat: number): void {
    this.#requestedSeat = seat;
    this.#context.viewAs(seat);
  }

  /** The eyes asked for are given. */
  onSwitched(): void {
    if (this.#requestedSeat === null) return;
    this.#requestedSeat = null;
    this.coveredFor = null;
  }

  /** The eyes asked for are not given. */
  onSwitchFailed(): void {
    this.#requestedSeat = null;
  }

  /** Whoever has the device has acted. */
  onAction(): void {
    this.#outOfTurn = null;
  }
}
