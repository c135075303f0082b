/** Panning and zooming the board by fingers, mouse or wheel, as on a map. */
import { panLens, zoomLens } from "../lib/camera.ts";
import type { BoardCamera } from "./boardCamera.svelte.ts";

/** Pixels that a pointer may move before a press becomes a drag. */
export const DRAG_THRESHOLD = 8;
/** Milliseconds and pixels within which two taps are a double tap. */
export const DOUBLE_TAP_MS = 350;
export const DOUBLE_TAP_DISTANCE = 30;
/** The zoom per pixel of the wheel; pinching on a touchpad sends small wheel steps. */
const WHEEL_ZOOM = 0.0016;
const TOUCHPAD_ZOOM = 0.01;
/** Pixels per line, for mice that report lines. */
const WHEEL_LINE_PX = 16;

/** A board that can be zoomed. */
export interface Zoomable {
  camera: BoardCamera;
  /** Whether pressing this begins something else, such as dragging a piece. */
  startsDrag: (element: Element) => boolean;
  /** Whether a click on this has an effect, so that two are no double tap. */
  isClickable: (element: Element) => boolean;
}

interface Point {
  x: number;
  y: number;
}

/** Enable panning and zooming; returns a function that ends it. */
export function enableZoom(
  element: SVGElement,
  { camera, startsDrag, isClickable }: Zoomable,
): () => void {
  const points = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let free = false;
  let panning = false;
  let pinching = false;
  let tapped: (Point & { at: number }) | null = null;

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.isPrimary) points.clear();
    points.set(event.pointerId, at(event));
    if (points.size === 1) {
      start = at(event);
      free = event.target instanceof Element && !startsDrag(event.target);
      panning = pinching = false;
    } else if (
      points.size === 2 &&
      (free || distance(start, [...points.values()][0]!) < DRAG_THRESHOLD)
    ) {
      pinching = true;
      tapped = null;
    }
  };

  const move = (event: PointerEvent) => {
    if (!points.has(event.pointerId)) return;
    const before = [...points.values()];
    points.set(event.pointerId, at(event));
    const now = [...points.values()];
    if (pinching && now.length > 1) {
      // No other handler may take one of the two fingers for a drag.
      event.stopPropagation();
      pinch([before[0]!, before[1]!], [now[0]!, now[1]!]);
    } else if (now.length === 1 && free && camera.lens) {
      if (!panning && distance(start, now[0]!) >= DRAG_THRESHOLD) {
        panning = true;
        element.setPointerCapture(event.pointerId);
      }
      if (panning) pan(before[0]!, now[0]!);
    }
  };

  const pinch = (from: [Point, Point], to: [Point, Point]) => {
    const middle = midpoint(...from);
    zoom(distance(...to) / Math.max(1, distance(...from)), middle);
    pan(middle, midpoint(...to));
  };

  const pan = (from: Point, to: Point) => {
    const { frame, viewport, lens } = camera;
    camera.show(panLens(frame, viewport, lens, to.x - from.x, to.y - from.y));
  };

  const zoom = (factor: number, { x, y }: Point) => {
    const { frame, viewport, lens } = camera;
    const corner = element.getBoundingClientRect();
    const point = camera.point(x - corner.left, y - corner.top);
    camera.show(zoomLens(frame, viewport, lens, factor, point));
  };

  const up = (event: PointerEvent) => {
    if (!points.delete(event.pointerId)) return;
    if (panning || pinching) swallowClick();
    else if (event.type === "pointerup" && event.target instanceof Element) tap(event);
    if (points.size === 0) panning = pinching = false;
  };

  const tap = (event: PointerEvent) => {
    const here = at(event);
    const twice =
      tapped &&
      event.timeStamp - tapped.at < DOUBLE_TAP_MS &&
      distance(tapped, here) < DOUBLE_TAP_DISTANCE &&
      camera.lens;
    tapped = { ...here, at: event.timeStamp };
    if (!twice || isClickable(event.target as Element)) return;
    tapped = null;
    camera.showAll();
  };

  // Browsers apply touch-action to the whole SVG only: here dragged pieces are kept from scrolling
  // the page, and two fingers always zoom the board.
  const touch = (event: TouchEvent) => {
    const drags = event.type === "touchmove" && event.target instanceof Element;
    if (event.touches.length > 1 || (drags && startsDrag(event.target as Element))) {
      event.preventDefault();
    }
  };

  const wheel = (event: WheelEvent) => {
    if (event.defaultPrevented) return;
    const page = document.documentElement;
    const scrolls = page.scrollHeight > page.clientHeight;
    if (!event.ctrlKey && !camera.lens && (scrolls || event.deltaY > 0)) return;
    event.preventDefault();
    const perPixel = event.ctrlKey ? TOUCHPAD_ZOOM : WHEEL_ZOOM;
    zoom(Math.exp(-wheelPixels(event) * perPixel), at(event));
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("touchstart", touch, { passive: false, signal });
  element.addEventListener("touchmove", touch, { passive: false, signal });
  element.addEventListener("wheel", wheel, { passive: false, signal });
  return () => listeners.abort();
}

/** Return how far the wheel was turned, in pixels. */
export function wheelPixels({ deltaY, deltaMode }: WheelEvent): number {
  return deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1);
}

/** Suppress the click that follows a gesture. */
export function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}

function at({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
