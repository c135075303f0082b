/** How the client's unit tests run: the build's own configuration, in a simulated browser. */
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

/** Milliseconds to wait for what must come. */
const PATIENCE = 60_000;

export default mergeConfig(
  base,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: "jsdom",
      // Every file has a context of its own, without a process of its own.
      pool: "vmThreads",
      include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
      setupFiles: ["./vitest.setup.ts"],
      // The machine may be busy.
      testTimeout: PATIENCE,
      hookTimeout: PATIENCE,
      expect: { poll: { timeout: PATIENCE } },
    },
  }),
);
