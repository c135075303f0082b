/** Dragging a piece to a place: the same as picking the two. */
import { beforeEach, expect, it, vi } from "vitest";
import { enableDragging } from "../../src/table/drag";
import { choice, root, scene, sent, serverSends, session, useTableSession, view } from "./session";

useTableSession();

let piece: Element;
let place: HTMLElement;
let sky: HTMLElement;

beforeEach(() => {
  root.innerHTML = `
    <svg><g data-target="one" data-piece="one" data-box="0 0 1 1"><rect class="extent" /></g></svg>
    <div data-target="a"></div>`;
  piece = root.querySelector("rect")!;
  place = root.querySelector("div")!;
  sky = document.createElement("div");
  document.elementFromPoint = () => place;
  root.setPointerCapture = vi.fn();
  return enableDragging(root, sky, session);
});

function point(type: string, at: Element, x: number): void {
  const where = { clientX: x, clientY: 0, pointerId: 1, isPrimary: true, button: 0 };
  at.dispatchEvent(new PointerEvent(type, { ...where, bubbles: true }));
}

function drag(): void {
  point("pointerdown", piece, 0);
  point("pointermove", piece, 50);
  expect(sky.children).toHaveLength(1);
}

it("makes the choice", () => {
  drag();
  point("pointerup", root, 50);
  expect(sent("act")).toMatchObject({ action: 1 });
  expect(sky.children).toHaveLength(0);
});

it("chooses nothing where the piece may no longer be taken when it is dropped", async () => {
  drag();
  await serverSends(view(1, scene([0], [choice(8, "a"), choice(9, "b")])));
  point("pointerup", root, 50);
  expect(sent("act")).toBeUndefined();
  expect(session.selection.picked).toEqual([]);
  expect(sky.children).toHaveLength(0);
});
