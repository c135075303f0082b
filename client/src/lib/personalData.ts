/** Removes personal data from the browser's storage when somebody signs out. */
import { settings, STORAGE_KEY as SETTINGS_KEY } from "./settings.svelte.ts";

/** The prefix of all keys in localStorage. */
const PREFIX = "tischlein.";

/** Remove seats, contributions, muted people, lesson progress and the name; the other settings
 * stay.
 */
export function clearPersonalData(): void {
  settings.name = "";
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== SETTINGS_KEY) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
