/** Builds the service worker: it is told the names and contents of everything that makes the shell. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

/** The page, and what of the folder `public` is shown beside it: on notices. */
const PAGE = "index.html";
const PUBLIC = ["favicon.svg"];

/** The fonts of our languages; those of other scripts come when somebody's name needs them. */
const FONT = /\.woff2$/;
const OUR_FONTS = /-latin(-ext)?-/;

/** What stands for the worker's version and its files in its source. */
const VERSION = "__VERSION__";
const SHELL = "__SHELL__";

/** A file of the shell: where it is, and what it holds, as browsers check it. */
export interface ShellFile {
  url: string;
  integrity: string;
}

/** Everything in a bundle that the shell is made of, with the hash of each. */
export function shellOf(files: ReadonlyMap<string, string | Uint8Array>): ShellFile[] {
  return [...files]
    .filter(([name]) => !FONT.test(name) || OUR_FONTS.test(name))
    .filter(([name]) => name.startsWith("assets/") || name === PAGE || PUBLIC.includes(name))
    .map(([name, content]) => ({
      url: name === PAGE ? "/" : `/${name}`,
      integrity: `sha256-${createHash("sha256").update(content).digest("base64")}`,
    }))
    .sort((a, b) => a.url.localeCompare(b.url));
}

/** The worker's script for a shell; another shell gives another script, so that browsers take it. */
export function workerFor(source: string, shell: readonly ShellFile[]): string {
  const files = JSON.stringify(shell);
  const version = createHash("sha256").update(source).update(files).digest("hex").slice(0, 12);
  return source.replace(`"${VERSION}"`, JSON.stringify(version)).replace(`"${SHELL}"`, files);
}

/** Puts `sw.js` beside the page. */
export function serviceWorker(): Plugin {
  let root = "";
  let open = "";
  return {
    name: "tischlein-service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
      open = config.publicDir;
    },
    generateBundle: {
      // After the page has been put into the bundle.
      order: "post",
      handler(_, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const [name, part] of Object.entries(bundle)) {
          files.set(name, part.type === "chunk" ? part.code : part.source);
        }
        for (const name of PUBLIC) files.set(name, readFileSync(resolve(open, name)));
        const source = readFileSync(resolve(root, "pwa", "worker.js"), "utf8");
        const shell = shellOf(files);
        this.emitFile({ type: "asset", fileName: "sw.js", source: workerFor(source, shell) });
      },
    },
  };
}
