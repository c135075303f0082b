/** Aiming: the arithmetic of moving and turning a piece along a line before it is released.
 *
 * Positions are whole numbers along the line of an aim; `x` and `turn` are in units and degrees of
 * the board, so that they remain valid when another piece is picked up.
 */
import type { Aim, AimTurn, Choice, Stretch } from "./protocol";

/** Where the hand is; `x` is null until it has been moved. */
export interface Hold {
  x: number | null;
  turn: number;
}

/** A piece in hand: its position and turn, and the action that releasing it would carry out. */
export interface HeldPiece {
  aim: Aim;
  /** The index of the current turn among the aim's turns, and that turn. */
  index: number;
  turn: AimTurn;
  position: number;
  /** Its centre. */
  x: number;
  action: number;
}

/** The piece of an aim as it is held at `x`, clamped to the walls. */
export function holdPiece(aim: Aim, { x, turn }: Hold): HeldPiece {
  const index = Math.max(
    0,
    aim.turns.findIndex((other) => other.turn === turn),
  );
  const row = aim.turns[index]!;
  const wanted =
    x === null ? Math.round((row.first + row.last) / 2) : Math.round((x - aim.x) / aim.step);
  const position = Math.min(row.last, Math.max(row.first, wanted));
  return {
    aim,
    index,
    turn: row,
    position,
    x: aim.x + position * aim.step,
    action: row.action + position - row.first,
  };
}

/** The held piece that an action would release, null where none of the aims has it. */
export function heldByAction(aims: Aim[], action: number): HeldPiece | null {
  for (const aim of aims) {
    const index = aim.turns.findIndex(
      ({ action: least, first, last }) => action >= least && action <= least + last - first,
    );
    const turn = aim.turns[index];
    if (!turn) continue;
    const position = turn.first + action - turn.action;
    return { aim, index, turn, position, x: aim.x + position * aim.step, action };
  }
  return null;
}

/** The hold after moving so many steps to the right. */
export function moveHold({ aim, position, turn }: HeldPiece, steps: number): Hold {
  const to = Math.min(turn.last, Math.max(turn.first, position + steps));
  return { x: aim.x + to * aim.step, turn: turn.turn };
}

/** The hold after so many turns clockwise. `x` stays as requested, so that a piece that had to give
 * way to the wall returns to its place once it is turned past it.
 */
export function turnHold({ aim, index }: HeldPiece, hold: Hold, times: number): Hold {
  const many = aim.turns.length;
  const to = (((index + times * clockwise(aim)) % many) + many) % many;
  return { x: hold.x, turn: aim.turns[to]!.turn };
}

/** How far it is turned from the aim's first turn, in degrees. */
export function turnAngle({ aim, turn }: HeldPiece): number {
  const by = clockwise(aim) * (turn.turn - aim.turns[0]!.turn);
  return ((by % 360) + 360) % 360;
}

/** The stretches of the floor below the whole width of a held piece.
 *
 * Its reach to either side follows from its first and last position, where it touches the walls.
 */
export function stretchesBelow({ aim, turn, x }: HeldPiece, beneath: Stretch[]): Stretch[] {
  const first = beneath[0];
  const last = beneath.at(-1);
  if (!first || !last) return [];
  const from = x - (aim.x + turn.first * aim.step - first.x);
  const to = x + (last.x + last.w - (aim.x + turn.last * aim.step));
  return beneath.filter((stretch) => stretch.x + stretch.w > from && stretch.x < to);
}

/** The aims as choices that need confirmation: picking a piece leaves one choice. */
export function choicesOf(aims: Aim[], hold: Hold): Choice[] {
  return aims.map((aim) => ({
    action: holdPiece(aim, hold).action,
    path: [aim.piece],
    label: aim.label,
    confirm: true,
  }));
}

/** 1 if the next turn of an aim is clockwise of the one before, else -1. */
function clockwise({ turns }: Aim): 1 | -1 {
  const by = (turns[1]?.turn ?? 0) - (turns[0]?.turn ?? 0);
  return ((by % 360) + 360) % 360 <= 180 ? 1 : -1;
}
