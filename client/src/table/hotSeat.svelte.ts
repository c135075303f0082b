/** Several players on one device: through whose eyes it looks, and how it changes hands. */
import type { Seating } from "./seating.svelte.ts";
import type { Stage } from "./boardView.svelte.ts";

/** What keeps a device where it is, and what happens when it goes on. */
export interface Surroundings {
  /** Whether a past position is looked at. */
  replaying(): boolean;
  /** Whether something is still to be shown to whoever has the device. */
  showing(): boolean;
  /** Whether the players of this device race against each other. */
  racing(): boolean;
  /** Whether somebody is about to claim, or has claimed and awaits the answer. */
  claiming(): boolean;
  /** See the present position through the eyes of another own seat from now on. */
  look(seat: number): void;
}

export class Device {
  /** The seat that the device is to be handed to, while the table is covered. */
  veil = $state.raw<number | null>(null);
  /** The own seat that has taken the device though others are awaited, until it has acted. */
  #outOfTurn = $state.raw<number | null>(null);
  /** The seat whose eyes were asked for and not given yet. */
  #wanted: number | null = null;
  /** Whether it has been settled who sits before the device first. */
  #arrived = false;

  #seating: Seating;
  #stage: Stage;
  #surroundings: Surroundings;

  /** Whether the device was asked for out of turn, so that it may be given back unseen. */
  readonly refusable = $derived.by(
    () =>
      this.veil !== null && this.veil === this.#outOfTurn && this.veil !== this.#seating.looking,
  );

  constructor(seating: Seating, stage: Stage, surroundings: Surroundings) {
    this.#seating = seating;
    this.#stage = stage;
    this.#surroundings = surroundings;
  }

  /** Whether other eyes were asked for and not given yet. */
  get changing(): boolean {
    return this.#wanted !== null;
  }

  /** Look through the eyes of the own seat that is awaited, after the others have looked away. */
  handOver(): void {
    const { looking } = this.#seating;
    if (looking === null || !this.#mayChangeHands(looking)) return;
    const { awaited } = this.#stage;
    const next = this.#seating.own.find(({ seat }) => awaited.has(seat))?.seat;
    const to = awaited.has(looking) ? looking : next;
    const arriving = !this.#arrived;
    this.#arrived = true;
    const others = to !== undefined && to !== looking;
    if (this.#seating.table?.secrets && (arriving || others)) this.veil = to ?? looking;
    else if (others) this.lookAs(to);
  }

  /** Whether it is settled now who has the device next. */
  #mayChangeHands(looking: number): boolean {
    const { table, playing } = this.#seating;
    const { shown, awaited } = this.#stage;
    const around = this.#surroundings;
    if (!table || !playing || !shown || around.showing() || this.changing) return false;
    // Who was to move then is not who is to move now.
    if (around.replaying()) return false;
    if (table.seats.filter(({ mine }) => mine).length < 2) return false;
    if (around.racing() && (awaited.has(looking) || around.claiming())) return false;
    if (awaited.has(looking) && looking === this.#outOfTurn) this.#outOfTurn = null;
    if (this.#outOfTurn !== null && (this.veil ?? looking) === this.#outOfTurn) return false;
    // Whoever is asked for takes the device first: nobody else's hand may come up at that touch.
    return this.veil === null;
  }

  /** Whether another own seat may want the device now: for its hand, its choice or an interrupt. */
  mayTakeOver(seat: number): boolean {
    const { table, playing, own, looking } = this.#seating;
    const { shown, awaited } = this.#stage;
    if (!table || !playing || !shown) return false;
    if (this.#surroundings.replaying() || this.#surroundings.racing()) return false;
    if (seat === looking || !own.some((info) => info.seat === seat)) return false;
    const interrupts = (shown.buttons ?? []).some(({ tone }) => tone === "alarm");
    // If only others are awaited, the device goes over to them by itself.
    const together = looking === null || awaited.has(looking);
    return table.secrets || interrupts || (together && awaited.has(seat));
  }

  /** Give the device to another own seat, also out of turn. */
  takeOver(seat: number): void {
    if (!this.mayTakeOver(seat)) return;
    this.#outOfTurn = seat;
    if (this.#seating.table?.secrets) this.veil = seat;
    else this.lookAs(seat);
  }

  /** Give the device back to the player who had it. */
  giveBack(): void {
    if (!this.refusable) return;
    this.#outOfTurn = null;
    this.veil = this.#seating.looking;
  }

  /** The player to whom the device was handed is alone with it. */
  unveil(): void {
    if (this.veil === null) return;
    if (this.veil !== this.#seating.looking) {
      this.lookAs(this.veil);
      return;
    }
    this.veil = null;
    this.handOver();
  }

  /** Ask for the eyes of another own seat. */
  lookAs(seat: number): void {
    this.#wanted = seat;
    this.#surroundings.look(seat);
  }

  /** The eyes asked for are given. */
  sees(): void {
    if (this.#wanted === null) return;
    this.#wanted = null;
    this.veil = null;
  }

  /** The eyes asked for are not given. */
  stays(): void {
    this.#wanted = null;
  }

  /** Whoever has the device has acted. */
  acted(): void {
    this.#outOfTurn = null;
  }
}
