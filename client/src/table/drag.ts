/** Dragging pieces by mouse, pen or finger: another way of picking two targets. */
import { outcome } from "../lib/choices.ts";
import { DRAG_THRESHOLD, swallowClick } from "./gestures.ts";
import type { TableSession } from "./session.svelte.ts";

/** Make the targets inside an element draggable; returns a function that ends it. */
export function enableDragging(
  root: HTMLElement,
  sky: HTMLElement,
  session: TableSession,
): () => void {
  const { selection } = session;
  let press: { id: string; x: number; y: number; pointer: number } | null = null;
  let carried: HTMLElement | null = null;
  /** Whether the dragged piece is aimed, so that it moves along its own line. */
  let aimed = false;

  const targetAt = (x: number, y: number): string | null => {
    const element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-target]");
    return element?.dataset.target ?? null;
  };

  const down = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    const id = event.target.closest<HTMLElement>("[data-target]")?.dataset.target;
    if (!id || !session.board.spots.has(id)) return;
    if (selection.next.has(id) || selection.picked.includes(id)) {
      press = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    }
  };

  const pickUp = (from: { id: string; pointer: number }): boolean => {
    if (!selection.picked.includes(from.id)) {
      const picks = [...selection.picked, from.id];
      // A piece that acts by itself is clicked, not dragged: the drag could not be cancelled.
      if (outcome(selection.choices, picks, selection.anyOrder).state === "done") return false;
      session.pick(from.id);
    }
    if (selection.aiming.held) {
      aimed = true;
      root.setPointerCapture(from.pointer);
      return true;
    }
    const token = root.querySelector<SVGGElement>(`[data-piece="${CSS.escape(from.id)}"]`);
    const box = token?.querySelector(".extent")?.getBoundingClientRect();
    if (!token || !box) return false;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", token.dataset.box ?? "");
    const copy = token.cloneNode(true) as SVGGElement;
    copy.removeAttribute("data-piece");
    for (const part of copy.querySelectorAll(".beneath, .tally")) part.remove();
    svg.append(copy);
    carried = document.createElement("div");
    carried.className = "flight carried";
    carried.style.width = `${box.width}px`;
    carried.style.height = `${box.height}px`;
    carried.append(svg);
    sky.append(carried);
    root.setPointerCapture(from.pointer);
    return true;
  };

  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!carried && !aimed) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_THRESHOLD) return;
      if (!pickUp(press)) {
        press = null;
        return;
      }
    }
    if (aimed) {
      selection.aiming.moveUnder(event.clientX, event.clientY);
      return;
    }
    const box = carried!.getBoundingClientRect();
    carried!.style.left = `${event.clientX - box.width / 2}px`;
    carried!.style.top = `${event.clientY - box.height / 2}px`;
    const under = targetAt(event.clientX, event.clientY);
    selection.pointedTarget = under === press.id ? null : under;
  };

  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { id } = press;
    press = null;
    if (aimed) {
      aimed = false;
      swallowClick();
      return;
    }
    if (!carried) return;
    const box = carried.getBoundingClientRect();
    carried.remove();
    carried = null;
    swallowClick();
    const target = event.type === "pointerup" ? targetAt(event.clientX, event.clientY) : null;
    selection.pointedTarget = null;
    if (target && target !== id) session.drop(id, target, box);
    else session.back();
  };

  const stop = (event: DragEvent) => event.preventDefault();

  const listeners = new AbortController();
  const { signal } = listeners;
  root.addEventListener("pointerdown", down, { signal });
  root.addEventListener("pointermove", move, { signal });
  root.addEventListener("pointerup", up, { signal });
  root.addEventListener("pointercancel", up, { signal });
  root.addEventListener("dragstart", stop, { signal });
  return () => {
    listeners.abort();
    carried?.remove();
  };
}
