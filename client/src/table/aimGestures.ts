/** Moving the piece that is aimed with: under the mouse, along with a finger, turned by the wheel. */
import type { Aiming } from "./aiming.svelte.ts";
import { DOUBLE_TAP_MS, WHEEL_LINE_PX, DOUBLE_TAP_DISTANCE, DRAG_THRESHOLD } from "./gestures.ts";

/** Milliseconds that a tap may last. */
const TAP_MS = 400;
/** Pixels of the wheel for one turn. */
const WHEEL_NOTCH_PX = 50;

/** Let the piece be handled over an element of the board; the answer puts an end to it.
 *
 * A mouse takes the piece with it. A finger pushes it from wherever it touches, so that it does
 * not hide what it moves; a tap sends the piece there. A double tap or click lets it go.
 */
export function enableAimGestures(field: SVGGraphicsElement, aiming: Aiming): () => void {
  let drag: { pointer: number; from: number; x: number; y: number; at: number } | null = null;
  let moved = false;
  let tapped: { x: number; y: number; at: number } | null = null;
  let moveTimer: ReturnType<typeof setTimeout> | undefined;
  let wheeled = 0;

  const down = (event: PointerEvent) => {
    if (!event.isPrimary) drag = null;
    if (!event.isPrimary || event.button !== 0 || !aiming.held) return;
    field.setPointerCapture(event.pointerId);
    const { pointerId, clientX, clientY, timeStamp } = event;
    drag = { pointer: pointerId, from: aiming.held.x, x: clientX, y: clientY, at: timeStamp };
    moved = false;
  };

  const move = (event: PointerEvent) => {
    if (drag?.pointer !== event.pointerId) return;
    const right = event.clientX - drag.x;
    moved ||= Math.hypot(right, event.clientY - drag.y) >= DRAG_THRESHOLD;
    if (!moved) return;
    if (event.pointerType === "mouse") aiming.moveUnder(event.clientX, event.clientY);
    else aiming.moveTo(drag.from + right / (field.getScreenCTM()?.a ?? 1));
  };

  const up = (event: PointerEvent) => {
    if (drag?.pointer !== event.pointerId) return;
    const tap = !moved && event.type === "pointerup" && event.timeStamp - drag.at < TAP_MS;
    drag = null;
    if (!tap) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const twice =
      tapped &&
      at - tapped.at < DOUBLE_TAP_MS &&
      Math.hypot(x - tapped.x, y - tapped.y) < DOUBLE_TAP_DISTANCE;
    clearTimeout(moveTimer);
    tapped = twice ? null : { x, y, at };
    if (twice) aiming.release();
    else if (event.pointerType === "mouse") aiming.moveUnder(x, y);
    else moveTimer = setTimeout(() => aiming.moveUnder(x, y), DOUBLE_TAP_MS);
  };

  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    wheeled += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1);
    const turns = Math.trunc(wheeled / WHEEL_NOTCH_PX);
    wheeled -= turns * WHEEL_NOTCH_PX;
    aiming.turn(turns);
  };

  // The keys stay with the piece.
  const press = (event: MouseEvent) => event.preventDefault();

  // A click beside everything steps back; this is none.
  const click = (event: MouseEvent) => event.stopPropagation();

  field.addEventListener("pointerdown", down);
  field.addEventListener("pointermove", move);
  field.addEventListener("pointerup", up);
  field.addEventListener("pointercancel", up);
  field.addEventListener("wheel", wheel, { passive: false });
  field.addEventListener("mousedown", press);
  field.addEventListener("click", click);
  return () => {
    clearTimeout(moveTimer);
    field.removeEventListener("pointerdown", down);
    field.removeEventListener("pointermove", move);
    field.removeEventListener("pointerup", up);
    field.removeEventListener("pointercancel", up);
    field.removeEventListener("wheel", wheel);
    field.removeEventListener("mousedown", press);
    field.removeEventListener("click", click);
  };
}
