/** The back button closes what lies over a page, and does not leave the page. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { onBack } from "../src/lib/closeWatcher";

class Watcher {
  static all: Watcher[] = [];
  onclose: (() => void) | null = null;
  destroyed = false;
  constructor() {
    Watcher.all.push(this);
  }
  destroy(): void {
    this.destroyed = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  Watcher.all = [];
});

describe("the back button", () => {
  it("closes what lies over the page, as long as that is there", () => {
    vi.stubGlobal("CloseWatcher", Watcher);
    const close = vi.fn();
    const end = onBack(close);
    Watcher.all[0]!.onclose!();
    expect(close).toHaveBeenCalledOnce();
    end();
    expect(Watcher.all.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it("leaves the page where the browser cannot be asked", () => {
    const close = vi.fn();
    onBack(close)();
    expect(close).not.toHaveBeenCalled();
  });
});
