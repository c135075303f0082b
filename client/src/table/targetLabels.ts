/** Labels of targets, for screen readers. */
import { turnAngle, stretchesBelow, type HeldPiece } from "../lib/aim.ts";
import type { Piece, Stretch } from "../lib/protocol.ts";
import { say, t } from "../lib/texts.svelte.ts";
import type { TableSession } from "./session.svelte.ts";

/** The name of a piece, with its count for a stack whose name does not contain it. */
export function pieceName(session: TableSession, piece: Piece): string {
  const name = say(piece.label, session.seating.names);
  const count = "count" in piece.label.values ? 1 : (piece.count ?? 1);
  return count > 1 ? t("table-stack", { count, thing: name }) : name;
}

/** The names of pieces, equal ones counted. */
function countedNames(session: TableSession, pieces: Piece[]): string[] {
  const names = new Map<string, number>();
  for (const piece of pieces) {
    const name = pieceName(session, piece);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return [...names].map(([thing, count]) => (count > 1 ? t("table-stack", { count, thing }) : thing));
}

/** The name of a target, for a piece on a place with the place's name. */
function targetNameWithPlace(session: TableSession, target: string): string {
  const name = targetName(session, target);
  const place = session.board.places.get(session.board.spots.get(target)?.piece.place ?? "");
  const where = place && say(place.label, session.seating.names);
  return where && where !== name ? t("table-thing-there", { thing: name, place: where }) : name;
}

/** The name of a target: a place with up to `maxPieces` on it, a piece, a button. */
export function targetName(session: TableSession, target: string, maxPieces = Infinity): string {
  const spot = session.board.spots.get(target);
  if (spot) return pieceName(session, spot.piece);
  const place = session.board.places.get(target);
  if (place) {
    const on = (session.board.scene?.pieces ?? []).filter((piece) => piece.place === target);
    const name = say(place.label, session.seating.names);
    if (on.length > maxPieces) return name;
    return [name, ...countedNames(session, on).filter((thing) => thing !== name)].join(", ");
  }
  const button = session.board.scene?.buttons?.find(({ id }) => id === target);
  if (button) return say(button.label, session.seating.names);
  const choice = session.selection.next.get(target)?.[0];
  return choice?.label ? say(choice.label, session.seating.names) : target;
}

/** The name, and whether the target is picked or can be picked. */
export function targetLabel(session: TableSession, target: string): string {
  const name = targetName(session, target);
  const { selection } = session;
  if (selection.picked.includes(target)) return `${name}, ${t("table-picked")}`;
  // If the picks lead nowhere, replacements count.
  const can =
    selection.outcome.state === "dead"
      ? selection.canContinueWith(target)
      : selection.next.has(target);
  return can ? `${name}, ${t("table-choosable")}` : name;
}

/** Where a piece is held: its position from the left, its turn, and what is below. */
export function heldDescription(held: HeldPiece, beneath: Stretch[]): string {
  const { aim, position, turn } = held;
  const place = position - turn.first + 1;
  const places = turn.last - turn.first + 1;
  const there =
    aim.turns.length === 1
      ? t("table-aim-at", { place, places })
      : t("table-aim-turned", { place, places, angle: turnAngle(held) });
  const things = stretchesBelow(held, beneath).map(({ label }) => label);
  if (!things.length) return there;
  // A game may override this message; `across` is the distance from the left.
  const across = held.x - beneath[0]!.x;
  return say({ key: "table-aim-beneath", values: { position: there, across, things } });
}

/** The effects of the previewed choice in words; empty without marks.
 *
 * A game may override these messages, also with names without places.
 */
export function previewText(session: TableSession): string {
  const marks = session.selection.preview?.marks ?? [];
  return marks
    .map(({ kind, target }) => {
      const values = {
        thing: targetNameWithPlace(session, target),
        name: targetName(session, target),
      };
      return say({ key: `table-mark-${kind}`, values }, session.seating.names);
    })
    .join(" ");
}
