/** The visible part of the board, and the transitions between parts. */
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

/** The duration of a transition, in milliseconds. */
const GLIDE_MS = 400;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** By how much a press of a key or button zooms. */
const ZOOM_STEP = 1.5;

/** A board and its projection onto the page. */
interface Placement {
  frame: Box;
  on: Projection;
}

export class BoardCamera {
  /** The size of the viewport, in pixels. */
  width = $state(0);
  height = $state(0);
  /** The part that was zoomed in on, null for the whole board. */
  lens = $state.raw<Lens | null>(null);
  /** Whether a transition is running. */
  gliding = $state(false);

  readonly viewport = $derived({ w: this.width, h: this.height });
  readonly frame: Box = $derived.by(() => frameOf(this.#scene()));
  readonly visible: Box = $derived(visibleBox(this.frame, this.viewport, this.lens));
  /** Pixels per unit with the whole board visible. */
  readonly scale = $derived(fitScale(this.frame, this.viewport));
  /** The size of a pixel in board units, at the current zoom. */
  readonly pixel = $derived(this.width > 0 ? this.visible.w / this.width : 0);

  #scene: () => Scene;
  /** Whether the next change is a transition. */
  #glideNext = false;
  /** The current placement, with the viewport and the window. */
  #now: (Placement & { viewport: Viewport; window: Viewport }) | null = null;
  /** The placement that is visible until the next frame is drawn. */
  #before: Placement | null = null;

  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  /** Show another part: at once during a gesture, or with a transition. */
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

  /** Make a box visible, if there is room for it. */
  reveal(box: Box): void {
    const { frame, viewport, lens, visible } = this;
    if (lens && box.w <= visible.w && box.h <= visible.h) {
      this.show(lensRevealing(frame, viewport, lens, box), true);
    }
  }

  /** The point of the board at a point of the viewport, in pixels from its corner. */
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

  /** Call this in an effect after the visible part has changed and was rendered.
   *
   * The drawing stays in its new place until the next frame, since flights measure where pieces are
   * going to be; then it is animated from the old placement. `plate` is the board's background,
   * which grows.
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
    // The layout has changed while the window has not; resizing the window needs no transition.
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
    // If it is cancelled, the next transition sets this.
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
