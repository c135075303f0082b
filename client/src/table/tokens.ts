/** Pieces drawn elsewhere than where they lie. */
import type { HeldPiece } from "../lib/aim.ts";
import type { Piece } from "../lib/protocol.ts";
import type { TableSession } from "./session.svelte.ts";

/** The piece of an aim as it is held in the hand. */
export function heldToken(session: TableSession, { aim, turn }: HeldPiece): Piece {
  return {
    ...session.board.spots.get(aim.piece)!.piece,
    symbol: aim.symbol,
    w: aim.w,
    h: aim.h,
    seat: aim.seat,
    turn: turn.turn,
    count: 1,
    faded: false,
  };
}
