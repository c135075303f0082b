/** Hot seat: several players on one device, whose seat is viewed, and how it is handed over. */
import type { Seating } from "./seating.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** What the hot seat depends on. */
export interface HotSeatContext {
  /** Whether a past position is shown. */
  isReplaying(): boolean;
  /** Whether something is still being shown. */
  isAnimating(): boolean;
  /** Whether the players of this device race against each other. */
  isRacing(): boolean;
  /** Whether somebody is about to claim, or awaits the answer to a claim. */
  isClaiming(): boolean;
  /** View the current position from another of this device's seats. */
  viewAs(seat: number): void;
}

export class HotSeat {
  /** The seat that the device is being handed to, while the table is covered. */
  coveredFor = $state.raw<number | null>(null);
  /** The seat that took the device out of turn, until it has acted. */
  #outOfTurn = $state.raw<number | null>(null);
  /** The seat that was requested, until the server shows it. */
  #requestedSeat: number | null = null;
  /** Whether the first player at the device is determined. */
  #firstPlayerKnown = false;

  #seating: Seating;
  #board: BoardView;
  #context: HotSeatContext;

  /** Whether the device was requested out of turn, so that the request may be declined. */
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

  /** Whether a requested seat is not shown yet. */
  get isSwitching(): boolean {
    return this.#requestedSeat !== null;
  }

  /** Hand the device over to the seat that is to act; with secrets the table is covered first. */
  handOver(): void {
    const { viewerSeat } = this.#seating;
    if (viewerSeat === null || !this.#canHandOver(viewerSeat)) return;
    const { awaited } = this.#board;
    const next = this.#seating.ownSeats.find(({ seat }) => awaited.has(seat))?.seat;
    const to = awaited.has(viewerSeat) ? viewerSeat : next;
    const arriving = !this.#firstPlayerKnown;
    this.#firstPlayerKnown = true;
    const others = to !== undefined && to !== viewerSeat;
    if (this.#seating.table?.secrets && (arriving || others)) this.coveredFor = to ?? viewerSeat;
    else if (others) this.switchTo(to);
  }

  /** Whether the next player can be determined now. */
  #canHandOver(viewerSeat: number): boolean {
    const { table, playing } = this.#seating;
    const { scene, awaited } = this.#board;
    const context = this.#context;
    if (!table || !playing || !scene || context.isAnimating() || this.isSwitching) return false;
    // Past positions say nothing about whose turn it is now.
    if (context.isReplaying()) return false;
    if (table.seats.filter(({ mine }) => mine).length < 2) return false;
    if (context.isRacing() && (awaited.has(viewerSeat) || context.isClaiming())) return false;
    if (awaited.has(viewerSeat) && viewerSeat === this.#outOfTurn) this.#outOfTurn = null;
    if (this.#outOfTurn !== null && (this.coveredFor ?? viewerSeat) === this.#outOfTurn)
      return false;
    // A requested handover comes first: nobody else's hand may appear at that tap.
    return this.coveredFor === null;
  }

  /** Whether another seat may take the device now: for its hand, its choice or an interrupt. */
  canTakeOver(seat: number): boolean {
    const { table, playing, ownSeats, viewerSeat } = this.#seating;
    const { scene, awaited } = this.#board;
    if (!table || !playing || !scene) return false;
    if (this.#context.isReplaying() || this.#context.isRacing()) return false;
    if (seat === viewerSeat || !ownSeats.some((info) => info.seat === seat)) return false;
    const interrupts = (scene.buttons ?? []).some(({ tone }) => tone === "alarm");
    // If only others are awaited, the device is handed to them automatically.
    const together = viewerSeat === null || awaited.has(viewerSeat);
    return table.secrets || interrupts || (together && awaited.has(seat));
  }

  /** Hand the device to another seat, also out of turn. */
  takeOver(seat: number): void {
    if (!this.canTakeOver(seat)) return;
    this.#outOfTurn = seat;
    if (this.#seating.table?.secrets) this.coveredFor = seat;
    else this.switchTo(seat);
  }

  /** Hand the device back to the player who had it. */
  giveBack(): void {
    if (!this.canDecline) return;
    this.#outOfTurn = null;
    this.coveredFor = this.#seating.viewerSeat;
  }

  /** The player confirms to be alone with the device. */
  reveal(): void {
    if (this.coveredFor === null) return;
    if (this.coveredFor !== this.#seating.viewerSeat) {
      this.switchTo(this.coveredFor);
      return;
    }
    this.coveredFor = null;
    this.handOver();
  }

  /** Request another of this device's seats. */
  switchTo(seat: number): void {
    this.#requestedSeat = seat;
    this.#context.viewAs(seat);
  }

  /** The requested seat is shown. */
  onSwitched(): void {
    if (this.#requestedSeat === null) return;
    this.#requestedSeat = null;
    this.coveredFor = null;
  }

  /** The requested seat cannot be shown. */
  onSwitchFailed(): void {
    this.#requestedSeat = null;
  }

  /** The player with the device has acted. */
  onAction(): void {
    this.#outOfTurn = null;
  }
}
