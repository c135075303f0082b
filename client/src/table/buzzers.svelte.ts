/** Buzzers: several players race on one device, and press one before they claim. */
import type { Connection } from "../lib/connection.ts";
import type { TargetSelection } from "./selection.svelte.ts";
import type { HotSeat } from "./hotSeat.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { RaceState } from "./race.svelte.ts";
import type { MatchReplay } from "./replay.svelte.ts";
import type { Seating } from "./seating.svelte.ts";
import type { BoardView } from "./boardView.svelte.ts";

/** What buzzers depend on. */
export interface BuzzerContext {
  readonly seating: Seating;
  readonly board: BoardView;
  readonly raceState: RaceState;
  readonly replay: MatchReplay;
  readonly selection: TargetSelection;
  readonly notes: Notes;
  readonly hotSeat: HotSeat;
  readonly connection: Connection;
}

export class BuzzerState {
  #context: BuzzerContext;

  /** Whether several people race on this device, so that they need buzzers. */
  readonly active = $derived.by(() => {
    const { seating, board, replay } = this.#context;
    return (
      seating.playing && !replay.active && seating.ownSeats.length > 1 && Boolean(board.scene?.race)
    );
  });
  /** Whether nobody on this device may choose before a buzzer is pressed. */
  readonly awaitsPress = $derived.by(() => {
    const { raceState, seating } = this.#context;
    return (
      this.active &&
      (raceState.buzzerPress === null || raceState.buzzerPress.seat !== seating.viewerSeat)
    );
  });

  constructor(around: BuzzerContext) {
    this.#context = around;
  }

  /** Whether one of this device's seats may press its buzzer now. */
  canPress(seat: number): boolean {
    const { seating, board, raceState, selection } = this.#context;
    if (
      !this.active ||
      raceState.buzzerPress ||
      selection.pendingChoice ||
      raceState.claimTime !== null
    )
      return false;
    return board.awaited.has(seat) && seating.ownSeats.some((info) => info.seat === seat);
  }

  /** A seat presses its buzzer: its time is taken, and what is picked next is its claim. */
  press(seat: number): void {
    if (!this.canPress(seat)) return;
    const { seating, raceState, selection, notes, hotSeat, connection } = this.#context;
    const elapsed = raceState.elapsed();
    raceState.buzzerPress = { seat, elapsed };
    selection.clear();
    notes.clear();
    if (seat !== seating.viewerSeat) hotSeat.switchTo(seat);
    if (elapsed !== null) connection.buzz(elapsed);
  }

  /** Withdraw a press, so that the others can go on. */
  release(): void {
    const { raceState, selection } = this.#context;
    if (selection.pendingChoice) return;
    raceState.buzzerPress = null;
    selection.clear();
  }
}
