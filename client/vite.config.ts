/** How the client is built: into the Python package, so that the wheel and the server bring it. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serviceWorker } from "./pwa/plugin.ts";

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  base: "/",
  build: {
    outDir: "../src/tischlein/web/static",
    emptyOutDir: true,
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // All of it is smaller than what asking for its parts would cost.
    cssCodeSplit: false,
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
