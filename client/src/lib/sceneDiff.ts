/** The difference between two scenes as pieces that moved, turned, appeared or vanished.
 *
 * Pieces have ids, and a kind that interchangeable ones share; a stack is one piece with a count.
 * The result is animated by flights.ts.
 */
import type { Piece, Scene, Tray } from "./protocol";

/** Where a piece lies: on the board (tray null) or in a tray. */
export interface PieceLocation {
  piece: Piece;
  tray: Tray | null;
}

/** A single difference. `from` is null for what appears, `to` for what vanishes. */
export interface Change {
  from: PieceLocation | null;
  to: PieceLocation | null;
  /** Whether it shows another face afterwards. */
  turned: boolean;
}

/** Whether a piece was only pushed a little where it lies. */
export function isNudge({ from, to, turned }: Change): boolean {
  if (!from || !to || from.tray || to.tray || turned) return false;
  if (to.piece.place && from.piece.place === to.piece.place) return true; // others came or went
  return distance(from, to) < Math.min(to.piece.w ?? 1, to.piece.h ?? 1) / 2;
}

/** A single piece that left or arrived; a stack counts as many as its count has changed. */
type SinglePiece = PieceLocation;

/** All pieces of a scene by id. */
export function locatePieces(scene: Scene): Map<string, PieceLocation> {
  const all = new Map<string, PieceLocation>();
  for (const piece of scene.pieces ?? []) all.set(piece.id, { piece, tray: null });
  for (const tray of scene.trays ?? []) {
    for (const piece of tray.pieces) all.set(piece.id, { piece, tray });
  }
  return all;
}

/** The changes from one scene to the next. */
export function diffScenes(before: Scene, after: Scene): Change[] {
  const old = locatePieces(before);
  const now = locatePieces(after);
  const changes: Change[] = [];
  const departed: SinglePiece[] = [];
  const arrived: SinglePiece[] = [];

  for (const [id, spot] of old) {
    const same = now.get(id);
    if (same?.piece.kind !== spot.piece.kind) {
      add(departed, spot, countOf(spot));
      continue;
    }
    if (hasMoved(spot, same) || hasTurned(spot, same)) {
      changes.push({ from: spot, to: same, turned: hasTurned(spot, same) });
    }
    add(departed, spot, countOf(spot) - countOf(same));
    add(arrived, same, countOf(same) - countOf(spot));
  }
  for (const [id, spot] of now) {
    if (old.get(id)?.piece.kind !== spot.piece.kind) add(arrived, spot, countOf(spot));
  }

  // Pieces of the same kind are the same; then pieces that kept their id have turned; then, as when
  // a card is drawn from a face-down pile, pieces of the same shape are taken to be the same.
  pairUp(departed, arrived, changes, (a, b) => a.piece.kind === b.piece.kind);
  pairUp(departed, arrived, changes, (a, b) => a.piece.id === b.piece.id);
  pairUp(
    departed,
    arrived,
    changes,
    (a, b) => placeKey(a) !== placeKey(b) && sameShape(a.piece, b.piece),
  );
  for (const spot of departed) changes.push({ from: spot, to: null, turned: false });
  for (const spot of arrived) changes.push({ from: null, to: spot, turned: false });
  return changes;
}

/** Match leaving pieces with arriving ones, nearest first, and remove both from their lists. */
function pairUp(
  departed: SinglePiece[],
  arrived: SinglePiece[],
  changes: Change[],
  fits: (left: SinglePiece, came: SinglePiece) => boolean,
): void {
  for (let at = 0; at < departed.length;) {
    const from = departed[at]!;
    const candidates = arrived.filter((to) => fits(from, to));
    if (candidates.length === 0) {
      at += 1;
      continue;
    }
    const to = candidates.reduce((best, next) =>
      distance(from, next) < distance(from, best) ? next : best,
    );
    departed.splice(at, 1);
    arrived.splice(arrived.indexOf(to), 1);
    changes.push({ from, to, turned: hasTurned(from, to) });
  }
}

function add(list: SinglePiece[], spot: PieceLocation, times: number): void {
  for (let i = 0; i < times; i += 1) list.push(spot);
}

function countOf(spot: PieceLocation): number {
  return spot.piece.count ?? 1;
}

function placeKey(spot: PieceLocation): string {
  return spot.tray ? `tray ${spot.tray.id}` : `board ${spot.piece.x ?? 0} ${spot.piece.y ?? 0}`;
}

function hasMoved(from: PieceLocation, to: PieceLocation): boolean {
  return placeKey(from) !== placeKey(to) || (from.piece.turn ?? 0) !== (to.piece.turn ?? 0);
}

function hasTurned(from: PieceLocation, to: PieceLocation): boolean {
  return (
    from.piece.symbol !== to.piece.symbol ||
    (from.piece.text ?? "") !== (to.piece.text ?? "") ||
    (from.piece.seat ?? null) !== (to.piece.seat ?? null)
  );
}

function sameShape(a: Piece, b: Piece): boolean {
  const ratio = (piece: Piece) => (piece.w ?? 1) / (piece.h ?? 1);
  return Math.abs(ratio(a) - ratio(b)) < 0.05;
}

/** The distance of two pieces on the board; a tray is farther than anything on it. */
function distance(from: PieceLocation, to: PieceLocation): number {
  if (from.tray || to.tray) return from.tray?.id === to.tray?.id ? 0 : 1e6;
  return Math.hypot(
    (from.piece.x ?? 0) - (to.piece.x ?? 0),
    (from.piece.y ?? 0) - (to.piece.y ?? 0),
  );
}
