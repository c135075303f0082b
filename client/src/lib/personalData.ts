/** What a browser keeps of its person, for when they sign out. */
import { settings, STORAGE_KEY as SETTINGS_KEY } from "./settings.svelte.ts";

/** Before the names under which everything here is kept. */
const PREFIX = "tischlein.";

/** Forget seats, what was contributed to chance, who was muted, first matches and the name; how the
    pages look and behave stays. */
export function clearPersonalData(): void {
  settings.name = "";
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== SETTINGS_KEY) localStorage.removeItem(key);
    }
  } catch {
    // Then there is nothing to forget.
  }
}
