/** Scene diffs lead from a known scene to the next one, and are rejected for any other. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../src/lib/changes";
import type { Piece, Scene } from "../src/lib/protocol";

const phrase = (key: string) => ({ key, values: {} });
const piece = (id: string, more: Partial<Piece> = {}): Piece => ({
  id,
  kind: "chip",
  symbol: "chip",
  label: phrase("chip"),
  ...more,
});
const [a, b, c] = [piece("a"), piece("b"), piece("c")];
const before: Scene = { width: 9, height: 9, prompt: phrase("prompt"), pieces: [a, b, c] };

describe("changes", () => {
  it("leave what they do not name as it is, the same objects", () => {
    const after = applyChanges(before, { pieces: [1, [{ x: 5 }]] })!;
    expect(after.pieces).toEqual([a, { ...b, x: 5 }, c]);
    expect(after.pieces![0]).toBe(a);
    expect(after.prompt).toBe(before.prompt);
    expect(before.pieces).toEqual([a, b, c]);
  });

  it("bring new things, and leave others out", () => {
    const d = piece("d");
    expect(applyChanges(before, { pieces: [d, -1, 1, -1] })!.pieces).toEqual([d, b]);
    expect(
      applyChanges(before, { buttons: [{ id: "pass", label: phrase("pass") }] })!.buttons,
    ).toEqual([{ id: "pass", label: phrase("pass") }]);
  });

  it("take back what has its usual value again", () => {
    const turned = { ...before, any_order: true, pieces: [{ ...a, faded: true }] };
    const after = applyChanges(turned, { any_order: null, pieces: [[{ faded: null }]] })!;
    expect("any_order" in after).toBe(false);
    expect(after.pieces).toEqual([a]);
  });

  it("follow the pieces of a tray", () => {
    const hand = { id: "hand", label: phrase("hand"), role: "hand" as const, pieces: [a, b] };
    const after = applyChanges({ ...before, trays: [hand] }, { trays: [[{ pieces: [-1] }]] })!;
    expect(after.trays![0]!.pieces).toEqual([b]);
  });

  it("bring choices whose paths share their beginnings", () => {
    const { choices } = applyChanges(before, {
      choices: [
        [7, 0, "chip", "a1"],
        [8, 1, "a2", { confirm: true }],
        [9, 0, "pass"],
      ],
    })!;
    expect(choices).toEqual([
      { action: 7, path: ["chip", "a1"] },
      { action: 8, path: ["chip", "a2"], confirm: true },
      { action: 9, path: ["pass"] },
    ]);
  });

  it("bring choices that differ in the last target in one row", () => {
    const { choices } = applyChanges(before, {
      choices: [
        [0, 0, "red", ["star", "ring"]],
        [10, 0, "blue", []],
        [20, 1, "none"],
      ],
    })!;
    expect(choices).toEqual([
      { action: 0, path: ["red", "star"] },
      { action: 1, path: ["red", "ring"] },
      { action: 10, path: ["blue", "star"] },
      { action: 11, path: ["blue", "ring"] },
      { action: 20, path: ["blue", "none"] },
    ]);
  });

  it("say of a choice what differs from what was said last", () => {
    const label = (value: number) => ({ key: "guess", values: { value } });
    const { choices } = applyChanges(before, {
      choices: [
        [1, 0, "guess", "1", { label: label(1), confirm: true }],
        [2, 1, "2", { label: { values: { value: 2 } } }],
        [3, 1, "3", { confirm: null }],
      ],
    })!;
    expect(choices).toEqual([
      { action: 1, path: ["guess", "1"], label: label(1), confirm: true },
      { action: 2, path: ["guess", "2"], label: label(2), confirm: true },
      { action: 3, path: ["guess", "3"], label: label(2) },
    ]);
  });

  it("of another scene are refused", () => {
    expect(applyChanges(before, { pieces: [4] })).toBeNull();
    expect(applyChanges(before, { pieces: [3, [{ x: 1 }]] })).toBeNull();
    expect(applyChanges(before, { trays: [[{ seat: 1 }]] })).toBeNull();
  });
});
