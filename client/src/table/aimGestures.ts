/** Pointer gestures for an aimed piece: moved by mouse or finger, turned by the wheel. */
import type { Aiming } from "./aiming.svelte.ts";
import { DOUBLE_TAP_DISTANCE, DOUBLE_TAP_MS, DRAG_THRESHOLD, wheelPixels } from "./gestures.ts";

/** The longest duration of a tap, in milliseconds. */
const TAP_MS = 400;
/** Pixels of the wheel per turn. */
const WHEEL_NOTCH_PX = 50;

/** Handle gestures over an element of the board; returns a function that ends it.
 *
 * The piece follows a mouse. A finger moves it relatively, so that it does not cover the piece; a
 * tap moves it there. A double tap or click releases it.
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
    wheeled += wheelPixels(event);
    const turns = Math.trunc(wheeled / WHEEL_NOTCH_PX);
    wheeled -= turns * WHEEL_NOTCH_PX;
    aiming.turn(turns);
  };

  // The piece keeps the focus.
  const press = (event: MouseEvent) => event.preventDefault();

  // A click outside would step back.
  const click = (event: MouseEvent) => event.stopPropagation();

  const listeners = new AbortController();
  const { signal } = listeners;
  field.addEventListener("pointerdown", down, { signal });
  field.addEventListener("pointermove", move, { signal });
  field.addEventListener("pointerup", up, { signal });
  field.addEventListener("pointercancel", up, { signal });
  field.addEventListener("wheel", wheel, { passive: false, signal });
  field.addEventListener("mousedown", press, { signal });
  field.addEventListener("click", click, { signal });
  return () => {
    clearTimeout(moveTimer);
    listeners.abort();
  };
}
