/** What is in sight of the board, and the way from one view of it to the next. */
import { prefersReducedMotion } from "svelte/motion";
import {
  composeProjections,
  fitScale,
  frameOf,
  relativeProjection,
  projection,
  lensRevealing,
  visibleBox,
  zoomLens,
  type Box,
  type Lens,
  type Projection,
  type Viewport,
} from "../lib/camera.ts";
import type { Scene } from "../lib/protocol.ts";

/** Milliseconds that the board takes from one view to the next. */
const GLIDE_MS = 400;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** How much larger one press of a key or button shows the board. */
const ZOOM_STEP = 1.5;

/** What the board looks like: the board itself, and where its points are on the page. */
interface Placement {
  frame: Box;
  on: Projection;
}

export class BoardCamera {
  /** The size of the stage, in pixels. */
  width = $state(0);
  height = $state(0);
  /** The part of the board that is looked at, null for the whole. */
  lens = $state.raw<Lens | null>(null);
  /** Whether the board is on its way to another view. */
  gliding = $state(false);

  readonly viewport = $derived({ w: this.width, h: this.height });
  readonly frame: Box = $derived.by(() => frameOf(this.#scene()));
  readonly visible: Box = $derived(visibleBox(this.frame, this.viewport, this.lens));
  /** Pixels per unit of the whole board. */
  readonly scale = $derived(fitScale(this.frame, this.viewport));
  /** What one pixel is in units of the board, as it is seen. */
  readonly pixel = $derived(this.width > 0 ? this.visible.w / this.width : 0);

  #scene: () => Scene;
  /** Whether the next view is glided to. */
  #glideNext = false;
  /** What the board looks like in the page, its stage and its window. */
  #now: (Placement & { viewport: Viewport; window: Viewport }) | null = null;
  /** What the eye still sees until the next frame is drawn. */
  #before: Placement | null = null;

  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  /** Show another part: at once while a hand holds it, or gliding there. */
  show(lens: Lens | null, glide = false): void {
    if (lens === this.lens) return;
    this.#glideNext ||= glide;
    this.lens = lens;
  }

  zoomIn(): void {
    this.#zoom(ZOOM_STEP);
  }

  zoomOut(): void {
    this.#zoom(1 / ZOOM_STEP);
  }

  showAll(): void {
    this.show(null, true);
  }

  /** Bring a box into sight, if it is not and there is room for it. */
  reveal(box: Box): void {
    const { frame, viewport, lens, visible } = this;
    if (lens && box.w <= visible.w && box.h <= visible.h) {
      this.show(lensRevealing(frame, viewport, lens, box), true);
    }
  }

  /** The point of the board under a point of the stage, counted in pixels from its corner. */
  point(x: number, y: number): { x: number; y: number } {
    const { visible, viewport } = this;
    return {
      x: visible.x + (x / viewport.w) * visible.w,
      y: visible.y + (y / viewport.h) * visible.h,
    };
  }

  #zoom(factor: number): void {
    const { frame, viewport, lens, visible } = this;
    const middle = { x: visible.x + visible.w / 2, y: visible.y + visible.h / 2 };
    this.show(zoomLens(frame, viewport, lens, factor, middle), true);
  }

  /** To be called in an effect: the view has changed, and the drawing is in its new place.
   *
   * It stays there until the next frame, since flights measure where things are going to be; then
   * it is made to look as before, and glides. `plate` is the board itself, which grows.
   */
  follow(svg: SVGSVGElement, world: SVGGElement, plate: SVGRectElement): void {
    const { visible, frame, viewport } = this;
    const before = this.#now;
    if (!viewport.w || !viewport.h) return;
    const { left, top } = svg.getBoundingClientRect();
    const corner = { x: left + scrollX, y: top + scrollY };
    const now = {
      frame,
      viewport,
      on: projection(visible, viewport, corner),
      window: windowSize(),
    };
    this.#now = now;
    if (!before) return;
    // What is laid out anew makes room for the board or takes it; a window is drawn larger by hand.
    const resized =
      !shallowEqual(viewport, before.viewport) && shallowEqual(now.window, before.window);
    const moves = this.#glideNext || !shallowEqual(frame, before.frame) || resized;
    this.#glideNext = false;
    const [motion] = world.getAnimations?.() ?? [];
    const on = motion ? composeProjections(before.on, matrixOf(world)) : before.on;
    motion?.cancel();
    if (!moves || prefersReducedMotion.current || document.hidden) {
      this.gliding = false;
      return;
    }
    if (!this.#before && !resized) requestAnimationFrame(() => this.#glide(world, plate));
    this.#before ??= { frame: before.frame, on };
    // The layout is done just before the frame is drawn.
    if (resized) this.#glide(world, plate);
  }

  #glide(world: SVGGElement, plate: SVGRectElement): void {
    const before = this.#before;
    this.#before = null;
    if (!before || !this.#now || !world.isConnected) return;
    const timing = { duration: GLIDE_MS, easing: EASE };
    const { x, y, scale } = relativeProjection(this.#now.on, before.on);
    const motion = world.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})` },
        { transform: "translate(0px, 0px) scale(1)" },
      ],
      timing,
    );
    const old = {
      x: `${x + before.frame.x * scale}px`,
      y: `${y + before.frame.y * scale}px`,
      width: `${before.frame.w * scale}px`,
      height: `${before.frame.h * scale}px`,
    };
    plate.animate([old, {}] as Keyframe[], timing);
    this.gliding = true;
    // Cancelled, it is followed by another that tells the end.
    motion.onfinish = () => (this.gliding = false);
  }
}

function windowSize(): Viewport {
  return { w: innerWidth, h: innerHeight };
}

function shallowEqual<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((side) => a[side] === b[side]);
}

function matrixOf(element: Element): Projection {
  const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform);
  return { scale: a, x: e, y: f };
}
