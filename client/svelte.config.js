/** How Svelte files are compiled, for the build, the tests and the editor alike. */
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
};
