/** What a browser keeps of its person, for when they sign out. */
import { settings, STORED as SETTINGS } from "./settings.svelte.ts";

/** Before the names under which everything here is kept. */
const OURS = "tischlein.";

/** Forget seats, what was contributed to chance, who was muted, first matches and the name; how the
    pages look and behave stays. */
export function clearPersonalData(): void {
  settings.name = "";
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(OURS) && key !== SETTINGS) localStorage.removeItem(key);
    }
  } catch {
    // Then there is nothing to forget.
  }
}
