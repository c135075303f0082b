/** Adds the matchers for documents (`toBeVisible`, `toHaveAccessibleName`, ...) to every test. */
import "@testing-library/jest-dom/vitest";
import { webcrypto } from "node:crypto";

// The simulated browser draws lots, but knows no digests.
Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
