/** Which part of a board is visible: all of it, or what somebody has zoomed in on.
 *
 * The visible box has the proportions of the viewport; beyond the board it is empty. A lens is the
 * part that was zoomed in on.
 */
import type { Scene } from "./protocol";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The size of the viewport, in pixels. */
export interface Viewport {
  w: number;
  h: number;
}

/** A part of the board: its centre in board units, and pixels per unit. */
export interface Lens {
  x: number;
  y: number;
  scale: number;
}

interface Point {
  x: number;
  y: number;
}

/** The margin around a board, as a share of its longer side. */
const MARGIN = 0.022;
/** The largest zoom, relative to the whole board. */
const MAX_ZOOM = 8;
/** A zoom below this counts as none. */
const MIN_ZOOM = 1.04;

/** The board of a scene including its margin. */
export function frameOf({ left = 0, top = 0, width, height }: Scene): Box {
  const margin = marginOf({ width, height });
  return { x: left - margin, y: top - margin, w: width + 2 * margin, h: height + 2 * margin };
}

/** The width of the margin. */
export function marginOf({ width, height }: Pick<Scene, "width" | "height">): number {
  return MARGIN * Math.max(width, height);
}

/** Pixels per unit with the whole frame visible; 0 while the viewport has no size. */
export function fitScale(frame: Box, viewport: Viewport): number {
  return Math.min(viewport.w / frame.w, viewport.h / frame.h);
}

/** The visible part of the board; it goes no further beyond the edge than necessary. */
export function visibleBox(frame: Box, viewport: Viewport, lens: Lens | null): Box {
  const whole = fitScale(frame, viewport);
  if (!(whole > 0)) return frame;
  const scale = lens ? clamp(lens.scale, whole, whole * MAX_ZOOM) : whole;
  const w = viewport.w / scale;
  const h = viewport.h / scale;
  return {
    x: visibleStart(lens?.x, frame.x, frame.w, w),
    y: visibleStart(lens?.y, frame.y, frame.h, h),
    w,
    h,
  };
}

/** Zoom by a factor around a point, which stays where it is on the screen. */
export function zoomLens(
  frame: Box,
  viewport: Viewport,
  lens: Lens | null,
  factor: number,
  point: Point,
): Lens | null {
  const whole = fitScale(frame, viewport);
  const from = visibleBox(frame, viewport, lens);
  const scale = clamp((viewport.w / from.w) * factor, whole, whole * MAX_ZOOM);
  if (scale < whole * MIN_ZOOM) return null;
  const shrink = viewport.w / from.w / scale;
  const middle = centre(from);
  return centredLens(frame, viewport, {
    x: point.x + (middle.x - point.x) * shrink,
    y: point.y + (middle.y - point.y) * shrink,
    scale,
  });
}

/** Pan by so many pixels. */
export function panLens(
  frame: Box,
  viewport: Viewport,
  lens: Lens | null,
  right: number,
  down: number,
): Lens | null {
  if (!lens) return null;
  const { x, y, scale } = lens;
  return centredLens(frame, viewport, { x: x - right / scale, y: y - down / scale, scale });
}

/** The lens moved as little as it takes to make a box visible. */
export function lensRevealing(
  frame: Box,
  viewport: Viewport,
  lens: Lens | null,
  box: Box,
): Lens | null {
  if (!lens) return null;
  const seen = visibleBox(frame, viewport, lens);
  const shift = (at: number, length: number, from: number, size: number) =>
    at < from ? at - from : at + length > from + size ? at + length - from - size : 0;
  const right = shift(box.x, box.w, seen.x, seen.w);
  const down = shift(box.y, box.h, seen.y, seen.h);
  if (right === 0 && down === 0) return lens;
  const { x, y } = centre(seen);
  return centredLens(frame, viewport, { x: x + right, y: y + down, scale: lens.scale });
}

/** How the board is projected onto the page: scaled, then moved by x and y. */
export interface Projection {
  scale: number;
  x: number;
  y: number;
}

/** The projection of a visible box onto a viewport whose corner is at a point of the page. */
export function projection(seen: Box, viewport: Viewport, corner: Point): Projection {
  const scale = viewport.w / seen.w;
  return { scale, x: corner.x - seen.x * scale, y: corner.y - seen.y * scale };
}

/** The transform (scaled first) under which the board appears as in another projection. */
export function relativeProjection(now: Projection, then: Projection): Projection {
  return {
    scale: then.scale / now.scale,
    x: (then.x - now.x) / now.scale,
    y: (then.y - now.y) / now.scale,
  };
}

/** The projection that results when a transform is applied to the board. */
export function composeProjections(now: Projection, transform: Projection): Projection {
  return {
    scale: now.scale * transform.scale,
    x: now.x + now.scale * transform.x,
    y: now.y + now.scale * transform.y,
  };
}

/** A lens whose centre is that of what it actually shows. */
function centredLens(frame: Box, viewport: Viewport, lens: Lens): Lens {
  return { ...centre(visibleBox(frame, viewport, lens)), scale: lens.scale };
}

function centre({ x, y, w, h }: Box): Point {
  return { x: x + w / 2, y: y + h / 2 };
}

/** Where the visible part begins along one axis. */
function visibleStart(
  middle: number | undefined,
  from: number,
  size: number,
  seen: number,
): number {
  if (middle === undefined || seen >= size) return from + (size - seen) / 2;
  return clamp(middle - seen / 2, from, from + size - seen);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
