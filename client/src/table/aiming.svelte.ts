/** Aiming a piece: where the hand holds it, until it is released. */
import { choicesOf, holdPiece, moveHold, turnHold, type HeldPiece, type Hold } from "../lib/aim.ts";
import type { Aim, Choice, Stretch } from "../lib/protocol.ts";
import { heldDescription } from "./targetLabels.ts";

/** What aiming depends on. */
export interface AimContext {
  /** The pieces that can be aimed. */
  readonly aims: Aim[];
  /** The floor below it, from wall to wall. */
  readonly beneath: Stretch[];
  /** The target that was picked first. */
  readonly taken: string | undefined;
  /** Whether the piece was released, and the server has not answered yet. */
  readonly released: boolean;
  /** Release the piece. */
  confirm(): void;
}

export class Aiming {
  /** Where the hand is; the next piece is picked up there. */
  #hold = $state.raw<Hold>({ x: null, turn: 0 });
  /** The part of the board over which the hand moves, once it is rendered. */
  surface = $state.raw<SVGGraphicsElement | null>(null);

  readonly held: HeldPiece | null = $derived.by(() => {
    const aim = this.#context.aims.find(({ piece }) => piece === this.#context.taken);
    return aim ? holdPiece(aim, this.#hold) : null;
  });
  /** Whether it can be moved: not after its release. */
  readonly canMove = $derived.by(() => this.held !== null && !this.#context.released);
  /** The aims as choices: picking a piece leads to its release. */
  readonly choices: Choice[] = $derived.by(() => choicesOf(this.#context.aims, this.#hold));

  #context: AimContext;

  constructor(grip: AimContext) {
    this.#context = grip;
  }

  /** Move it by so many positions to the right. */
  step(steps: number): void {
    if (this.held && this.canMove) this.#hold = moveHold(this.held, steps);
  }

  /** Move it to a point of the board, or as near as the walls allow. */
  moveTo(x: number): void {
    if (!this.held || !this.canMove) return;
    const there = holdPiece(this.held.aim, { ...this.#hold, x });
    this.#hold = { x: there.x, turn: there.turn.turn };
  }

  /** Move it under a point of the window. */
  moveUnder(x: number, y: number): void {
    const matrix = this.surface?.getScreenCTM()?.inverse();
    if (matrix) this.moveTo(new DOMPoint(x, y).matrixTransform(matrix).x);
  }

  /** Turn it clockwise by so many of its turns. */
  turn(times: number): void {
    if (this.held && this.canMove) this.#hold = turnHold(this.held, this.#hold, times);
  }

  /** Its place and turn in words. */
  readonly description = $derived.by(() =>
    this.held ? heldDescription(this.held, this.#context.beneath) : "",
  );

  release(): void {
    if (this.canMove) this.#context.confirm();
  }
}
