/** Animations of what changed between two scenes.
 *
 * Nothing waits for an animation: the new scene is rendered already, copies of the pieces fly over
 * it in a layer of their own, and the real pieces stay hidden until the copies arrive.
 */
import type { Change, PieceLocation } from "./sceneDiff";

/** Durations in milliseconds: on the board, between hand and board, for captures and reveals. */
export const STEP = 180;
export const CARD = 280;
export const CAPTURE = 400;
export const STAGGER = 60;
const FADE = 150;
/** Moves shorter than this many pixels are not animated. */
const MIN_DISTANCE = 1;

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const SVG = "http://www.w3.org/2000/svg";

/** When a change is animated, in milliseconds from the start. */
export interface ScheduledChange {
  change: Change;
  start: number;
  duration: number;
}

/** Where a piece was on the page, and a copy of its drawing. */
export interface PieceSnapshot {
  box: DOMRect;
  picture: SVGSVGElement | null;
}

/** Snapshots by piece. */
type Snapshots = ReadonlyMap<string, PieceSnapshot>;

/** Order the changes: first what arrives on the board, then what is captured by it. */
export function scheduleChanges(changes: Change[]): ScheduledChange[] {
  const causes = changes.filter((change) => !leavesBoard(change));
  const effects = changes.filter(leavesBoard);
  const timed: ScheduledChange[] = [];
  let start = 0;
  let end = 0;
  for (const group of [causes, effects]) {
    start = end;
    for (const change of group) {
      const duration = durationOf(change);
      timed.push({ change, start, duration });
      end = Math.max(end, start + duration);
      start += STAGGER;
    }
  }
  return timed;
}

/** How long a change is animated, in milliseconds. */
export function durationOf({ from, to, turned }: Change): number {
  if (!from || !to) return STEP;
  if (turned || to.tray?.role === "captured") return CAPTURE;
  return from.tray || to.tray ? CARD : STEP;
}

function leavesBoard({ from, to }: Change): boolean {
  return from !== null && from.tray === null && (to === null || to.tray !== null);
}

/** Where pieces are on the page, by id; for pieces that are not drawn, where their tray is. */
export function takeSnapshots(
  root: HTMLElement,
  sides: (PieceLocation | null)[],
): Map<string, PieceSnapshot> {
  const seen = new Map<string, PieceSnapshot>();
  for (const spot of sides) {
    if (!spot || seen.has(spot.piece.id)) continue;
    const token = tokenOf(root, spot.piece.id);
    const element = token?.querySelector(".extent") ?? trayOf(root, spot);
    const box = element?.getBoundingClientRect();
    if (box?.width) seen.set(spot.piece.id, { box, picture: token && portrait(token) });
  }
  return seen;
}

/** Fly changed pieces from their snapshots to where they are now; resolves on landing.
 *
 * It does not wait for pieces that vanish.
 */
export async function fly(
  root: HTMLElement,
  sky: HTMLElement,
  changes: Change[],
  before: Snapshots,
  durationFactor: number,
): Promise<void> {
  const after = takeSnapshots(
    root,
    changes.map(({ to }) => to),
  );
  const landings: Promise<unknown>[] = [];
  const inMotion = changes.filter((change) => !isImperceptible(change, before, after));
  for (const { change, start, duration } of scheduleChanges(inMotion)) {
    const from = change.from && before.get(change.from.piece.id);
    const to = change.to && after.get(change.to.piece.id);
    const timing = {
      delay: start * durationFactor,
      duration: duration * durationFactor,
      easing: EASE,
    };
    if (from && to) {
      landings.push(flight(sky, from, to, change.turned, timing));
      if (!isStack(change.to)) landings.push(hideUntil(root, change.to, timing));
    } else if (to && !isStack(change.to)) {
      landings.push(appear(root, change.to, timing));
    } else if (from && !change.to) {
      void vanish(sky, from, timing);
    }
  }
  await Promise.all(landings);
}

/** Whether a piece has moved too little to be noticed. */
function isImperceptible(
  { from, to, turned }: Change,
  before: Snapshots,
  after: Snapshots,
): boolean {
  const a = from && before.get(from.piece.id)?.box;
  const b = to && after.get(to.piece.id)?.box;
  if (!a || !b || turned) return false;
  return (
    Math.hypot(a.x - b.x, a.y - b.y) < MIN_DISTANCE && Math.abs(a.width - b.width) < MIN_DISTANCE
  );
}

/** Reduced motion: new pieces fade in, nothing travels. */
export async function fade(root: HTMLElement, changes: Change[]): Promise<void> {
  const tokens = changes
    .map(({ to }) => to && tokenOf(root, to.piece.id))
    .filter((t) => t !== null);
  await Promise.all(
    tokens.map((token) => play(token, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE })),
  );
}

async function flight(
  sky: HTMLElement,
  from: PieceSnapshot,
  to: PieceSnapshot,
  turned: boolean,
  timing: KeyframeAnimationOptions,
): Promise<void> {
  // A piece that is not drawn (its tray is out of sight) borrows the drawing of the other end.
  const left = from.picture ?? to.picture;
  const arrived = to.picture ?? from.picture;
  if (!left || !arrived) return;
  const traveller = document.createElement("div");
  traveller.className = "flight";
  place(traveller, to.box);
  // As it looks where it is larger: where it is small, its numeral is too large for that.
  const face = from.box.width > to.box.width ? left : arrived;
  const faces = turned && left !== arrived ? [left, arrived] : [face];
  traveller.append(...faces.map((face) => face.cloneNode(true)));
  sky.append(traveller);
  const scale = Math.max(from.box.width / to.box.width, from.box.height / to.box.height);
  const origin = `translate(${centre(from.box).x - centre(to.box).x}px, ${
    centre(from.box).y - centre(to.box).y
  }px) scale(${scale})`;
  if (faces.length > 1) {
    const [front, back] = [...traveller.children];
    const half = { ...timing, fill: "both" as const };
    void play(
      front!,
      [{ transform: "none" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }],
      half,
    );
    void play(
      back!,
      [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "none" }],
      half,
    );
  }
  await play(traveller, [{ transform: origin }, { transform: "none" }], {
    ...timing,
    fill: "both",
  });
  traveller.remove();
}

async function vanish(
  sky: HTMLElement,
  from: PieceSnapshot,
  timing: KeyframeAnimationOptions,
): Promise<void> {
  if (!from.picture) return;
  const leaving = document.createElement("div");
  leaving.className = "flight";
  place(leaving, from.box);
  leaving.append(from.picture);
  sky.append(leaving);
  await play(leaving, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.7)" }], {
    ...timing,
    fill: "both",
  });
  leaving.remove();
}

async function appear(
  root: HTMLElement,
  spot: PieceLocation | null,
  timing: KeyframeAnimationOptions,
): Promise<void> {
  const token = spot && tokenOf(root, spot.piece.id);
  if (token) await play(token, [{ opacity: 0 }, { opacity: 1 }], { ...timing, fill: "backwards" });
}

/** Hide the real piece while its copy flies. */
async function hideUntil(
  root: HTMLElement,
  spot: PieceLocation | null,
  timing: KeyframeAnimationOptions,
): Promise<void> {
  const token = spot && tokenOf(root, spot.piece.id);
  const duration = Number(timing.delay) + Number(timing.duration);
  if (token) await play(token, [{ opacity: 0 }, { opacity: 0 }], { duration });
}

async function play(
  element: Element,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
): Promise<void> {
  // A cancelled animation (its element left the page) has simply ended early.
  await element.animate(frames, timing).finished.catch(() => undefined);
}

function tokenOf(root: HTMLElement, piece: string): SVGGElement | null {
  return root.querySelector<SVGGElement>(`[data-piece="${CSS.escape(piece)}"]`);
}

function trayOf(root: HTMLElement, { tray }: PieceLocation): Element | null {
  if (!tray) return null;
  const shown = root.querySelector(`[data-tray="${CSS.escape(tray.id)}"]`);
  return shown ?? root.querySelector(`[data-panel="${tray.seat ?? "table"}"]`);
}

/** A standalone copy of a piece's drawing. */
function portrait(token: SVGGElement): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", token.dataset.box ?? "-0.5 -0.5 1 1");
  svg.setAttribute("aria-hidden", "true");
  const copy = token.cloneNode(true) as SVGGElement;
  copy.removeAttribute("data-piece");
  copy.removeAttribute("transform");
  for (const part of copy.querySelectorAll(".beneath, .tally")) part.remove();
  svg.append(copy);
  return svg;
}

function place(element: HTMLElement, box: DOMRect): void {
  Object.assign(element.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
}

function centre(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function isStack(spot: PieceLocation | null): boolean {
  return (spot?.piece.count ?? 1) > 1;
}
