/** How the client is built: into the Python package, so that the wheel and the server bring it. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { selfContainedPage } from "./pwa/page.ts";
import { serviceWorker } from "./pwa/plugin.ts";

export default defineConfig({
  plugins: [svelte(), selfContainedPage(), serviceWorker()],
  base: "/",
  build: {
    outDir: "../src/tischlein/web/static",
    emptyOutDir: true,
    // The browsers of docs/project/supported-versions.md; Firefox knows :has() from 121 on.
    target: ["chrome111", "edge111", "firefox121", "safari16.4", "ios16.4"],
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // All of it is smaller than what asking for its parts would cost.
    cssCodeSplit: false,
    // What every page begins with is one file, also where other pages use parts of it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "index", tags: ["$initial"] }] } } },
    // The licences of everything that is bundled, fonts included; they go where the bundle goes.
    license: { fileName: "licences.txt" },
  },
  server: {
    // `npm run dev` beside `tischlein serve`: live reload here, matches there.
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
});
