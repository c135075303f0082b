/** Adds the matchers for documents (`toBeVisible`, `toHaveAccessibleName`, ...) to every test. */
import "@testing-library/jest-dom/vitest";
import { webcrypto } from "node:crypto";
import { ReadableStream, TransformStream } from "node:stream/web";

// The simulated browser draws lots, but knows no digests.
Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });

// And no streams, though the answers here are Node's own, which have some.
for (const [name, value] of Object.entries({ ReadableStream, TransformStream })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

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

// And nothing scrolls.
Element.prototype.scrollIntoView = () => {};
