/** In a race the digits and the letters below them pick targets, in the order of the scene. */
import { describe, expect, it } from "vitest";
import type { Phrase, Scene } from "../src/lib/protocol";
import { digitOf, raceTarget } from "../src/lib/shortcuts";

const label: Phrase = { key: "thing", values: {} };
const ten = Array.from({ length: 10 }, (_, number) => number);
const box = { x: 0, y: 0, w: 1, h: 1, label };

/** Ten colours on a ground that cannot be chosen, two shapes, and two buttons. */
const scene: Scene = {
  width: 1,
  height: 1,
  prompt: label,
  places: ["ground", ...ten.map((number) => `colour:${number}`)].map((id) => ({ id, ...box })),
  pieces: ["shape:0", "shape:1"].map((id) => ({ id, kind: id, symbol: id, label })),
  buttons: [
    { id: "pass", label },
    { id: "missing", label, tone: "main" },
  ],
  choices: [
    ...ten.map((number) => ({ action: number, path: [`colour:${number}`, "shape:0"] })),
    { action: 10, path: ["colour:0", "shape:1"] },
    { action: 11, path: ["missing"] },
    { action: 12, path: ["pass"] },
  ],
};

describe("the keys of a race", () => {
  it("count the digits from one to zero", () => {
    expect(["Digit1", "Numpad3", "Digit0"].map(digitOf)).toEqual([0, 2, 9]);
    expect(digitOf("KeyA")).toBeNull();
  });

  it("go through what can be chosen, digits first, then the letters below", () => {
    expect(raceTarget(scene, "Digit1", "1")).toBe("colour:0");
    expect(raceTarget(scene, "Digit0", "à")).toBe("colour:9");
    expect(raceTarget(scene, "KeyQ", "a")).toBe("shape:0");
    expect(raceTarget(scene, "KeyW", "w")).toBe("shape:1");
    expect(raceTarget(scene, "KeyE", "e")).toBeNull();
  });

  it("reach the main button with M, and no other button by accident", () => {
    expect(raceTarget(scene, "Semicolon", "M")).toBe("missing");
    expect(raceTarget({ ...scene, choices: [] }, "KeyM", "m")).toBeNull();
    expect(raceTarget(scene, "KeyP", "p")).toBeNull();
    expect(raceTarget({ ...scene, buttons: [] }, "KeyM", "m")).toBe("shape:1");
  });
});
