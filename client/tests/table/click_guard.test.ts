/** A hasty second tap does not press a button that was not there at the first. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClickGuard } from "../../src/table/clickGuard.svelte";

const box = (left: number) => {
  const button = document.createElement("button");
  const rect = { left, right: left + 100, top: 0, bottom: 44 };
  button.getBoundingClientRect = () => rect as DOMRect;
  return button;
};
const press = (x: number, detail = 1) => new MouseEvent("click", { clientX: x, clientY: 20, detail });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("lets a button wait that appears below the finger, and no other", () => {
  const slips = new ClickGuard();
  slips.onPress(press(50), ["roll", "pass"]);
  slips.onButtonsShown(new Map([["end", box(0)], ["pass", box(20)], ["back", box(120)]]));
  expect([...slips.blocked]).toEqual(["end"]);
  vi.advanceTimersByTime(500);
  slips.onButtonsShown(new Map([["end", box(0)]]));
  expect(slips.blocked.size).toBe(0);
});

it("lets nothing wait that comes later, or after a key", () => {
  const slips = new ClickGuard();
  slips.onPress(press(50), ["roll"]);
  vi.advanceTimersByTime(700);
  slips.onButtonsShown(new Map([["end", box(0)]]));
  slips.onPress(press(50, 0), ["roll"]);
  slips.onButtonsShown(new Map([["end", box(0)]]));
  expect(slips.blocked.size).toBe(0);
});
