/** Puts into the page itself what it would else have to ask for before anything is seen. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const THEME = '<script src="/theme.js"></script>';
const ICON = '"/favicon.svg"';

/** The page with the script that shows the chosen colours, and with its icon and its sign.
 *
 * The server finds the script in the page and allows it by its hash.
 */
export function selfContained(page: string, theme: string, icon: string): string {
  return page
    .replace(THEME, () => `<script>${theme.trim()}</script>`)
    .replaceAll(ICON, () => `"data:image/svg+xml,${encodeURIComponent(icon.trim())}"`);
}

export function selfContainedPage(): Plugin {
  let root = "";
  let open = "";
  return {
    name: "tischlein-self-contained-page",
    configResolved(config) {
      root = config.root;
      open = config.publicDir;
    },
    transformIndexHtml: {
      // Before the bundler looks for what the page names.
      order: "pre",
      handler: (page) =>
        selfContained(
          page,
          readFileSync(resolve(root, "pwa", "theme.js"), "utf8"),
          readFileSync(resolve(open, "favicon.svg"), "utf8"),
        ),
    },
  };
}
