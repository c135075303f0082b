/** A board shown rotated by a quarter turn clockwise, so that a wide one fits a high window.
 *
 * Flat things rotate with it. Upright things and all text stay upright.
 */
import { fitScale, frameOf, type Viewport } from "./camera";
import type { Lettering, Picture, Piece, Place, Scene } from "./protocol";

/** By which factor a rotated board must be larger to be worth it. */
const MIN_GAIN = 1.08;

interface Point {
  x: number;
  y: number;
}

/** Whether a board allows rotation and is larger in a viewport when rotated. */
export function fitsBetterRotated(scene: Scene, viewport: Viewport): boolean {
  if (!scene.turns) return false;
  const { width, height } = scene;
  const turned = frameOf({ ...scene, width: height, height: width });
  return fitScale(turned, viewport) > MIN_GAIN * fitScale(frameOf(scene), viewport);
}

/** The scene rotated by a quarter turn. */
export function rotateScene(scene: Scene): Scene {
  const { left = 0, top = 0, width, height } = scene;
  const standing = (scene.pictures ?? []).filter(({ upright }) => upright);
  return {
    ...scene,
    left: -(top + height),
    top: left,
    width: height,
    height: width,
    places: scene.places?.map((place) => memoized(place, rotateBox)),
    pictures: scene.pictures?.map((picture) => memoized(picture, rotateBox)),
    pieces: scene.pieces?.map((piece) => memoized(piece, rotatePiece)),
    letterings: scene.letterings?.map((lettering) => rotateLettering(lettering, standing)),
  };
}

/** A piece, or a ghost, which is positioned by its centre. */
export function rotatePiece<P extends Piece>(piece: P): P {
  const { x = 0, y = 0, turn = 0, upright } = piece;
  return { ...piece, ...rotatePoint({ x, y }), turn: upright ? turn : turn + 90 };
}

/** A point of the board. */
function rotatePoint({ x, y }: Point): Point {
  return { x: -y, y: x };
}

/** A box, which is positioned by its corner but rotates about its centre. */
function rotateBox<B extends (Place | Picture) & { upright?: boolean }>(box: B): B {
  const { w, h, turn = 0, upright } = box;
  const { x, y } = rotatePoint(middle(box));
  return { ...box, x: x - w / 2, y: y - h / 2, turn: upright ? turn : turn + 90 };
}

/** A text; one on an upright picture keeps its place on it. */
function rotateLettering(lettering: Lettering, standing: readonly Picture[]): Lettering {
  const on = standing.find(
    ({ x, y, w, h }) =>
      x <= lettering.x && lettering.x <= x + w && y <= lettering.y && lettering.y <= y + h,
  );
  if (!on) return { ...lettering, ...rotatePoint(lettering) };
  const { x, y } = middle(on);
  const to = rotatePoint({ x, y });
  return { ...lettering, x: to.x + lettering.x - x, y: to.y + lettering.y - y };
}

function middle({ x, y, w, h }: Pick<Picture, "x" | "y" | "w" | "h">): Point {
  return { x: x + w / 2, y: y + h / 2 };
}

const cache = new WeakMap<object, object>();

/** The result for an object, cached so that an unchanged object is not rendered again. */
function memoized<T extends object>(thing: T, transform: (thing: T) => T): T {
  let result = cache.get(thing) as T | undefined;
  if (!result) cache.set(thing, (result = transform(thing)));
  return result;
}
