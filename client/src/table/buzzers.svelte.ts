/** Buzzers: several players of one device race, and each says first that the claim is theirs. */
import type { Connection } from "../lib/connection.ts";
import type { Choosing } from "./selection.svelte.ts";
import type { Device } from "./hotSeat.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { Racing } from "./race.svelte.ts";
import type { Replaying } from "./replay.svelte.ts";
import type { Seating } from "./seating.svelte.ts";
import type { Stage } from "./boardView.svelte.ts";

/** What a press of a buzzer has to do with. */
export interface Around {
  readonly seating: Seating;
  readonly stage: Stage;
  readonly racing: Racing;
  readonly replay: Replaying;
  readonly choosing: Choosing;
  readonly notes: Notes;
  readonly device: Device;
  readonly connection: Connection;
}

export class Buzzing {
  #around: Around;

  /** Whether several people on this device race, so that each needs a buzzer to say who claims. */
  readonly on = $derived.by(() => {
    const { seating, stage, replay } = this.#around;
    return seating.playing && !replay.on && seating.own.length > 1 && Boolean(stage.shown?.race);
  });
  /** Whether nobody on this device may choose before a buzzer is pressed. */
  readonly unclaimed = $derived.by(() => {
    const { racing, seating } = this.#around;
    return this.on && (racing.buzz === null || racing.buzz.seat !== seating.looking);
  });

  constructor(around: Around) {
    this.#around = around;
  }

  /** Whether an own seat may press its buzzer now. */
  mayPress(seat: number): boolean {
    const { seating, stage, racing, choosing } = this.#around;
    if (!this.on || racing.buzz || choosing.underway || racing.claimed !== null) return false;
    return stage.awaited.has(seat) && seating.own.some((info) => info.seat === seat);
  }

  /** An own seat presses its buzzer: its time is taken, and what is picked now is its claim. */
  press(seat: number): void {
    if (!this.mayPress(seat)) return;
    const { seating, racing, choosing, notes, device, connection } = this.#around;
    const elapsed = racing.elapsed();
    racing.buzz = { seat, elapsed };
    choosing.drop();
    notes.clear();
    if (seat !== seating.looking) device.lookAs(seat);
    if (elapsed !== null) connection.buzz(elapsed);
  }

  /** Whoever has pressed the buzzer lets the others go on. */
  release(): void {
    const { racing, choosing } = this.#around;
    if (choosing.underway) return;
    racing.buzz = null;
    choosing.drop();
  }
}
