/** Adds the matchers for documents (`toBeVisible`, `toHaveAccessibleName`, ...) to every test. */
import "@testing-library/jest-dom/vitest";
import { webcrypto } from "node:crypto";

// The simulated browser draws lots, but knows no digests.
Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });

// Nor has it media queries; asked for reduced motion, nothing flies.
window.matchMedia = () =>
  ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;

// Nothing is laid out, so nothing changes its size.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
