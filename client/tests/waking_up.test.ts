/** A page that is shown again, or online again, looks after its connections. */
import { afterEach, expect, it, vi } from "vitest";
import { onWakingUp } from "../src/lib/wakingUp";

afterEach(() => void vi.restoreAllMocks());

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

it("says whether the page is visible whenever that changes, and when the device is online", () => {
  const changed = vi.fn();
  const stop = onWakingUp(changed);
  show("hidden");
  show("visible");
  dispatchEvent(new Event("online"));
  expect(changed.mock.calls).toEqual([[false], [true], [true]]);
  stop();
  show("hidden");
  dispatchEvent(new Event("online"));
  expect(changed).toHaveBeenCalledTimes(3);
});
