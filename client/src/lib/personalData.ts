/** Removes personal data from the browser's storage when somebody signs out. */
import { settings, STORAGE_KEY as SETTINGS_KEY } from "./settings.svelte.ts";

/** The prefix of all keys in the browser's storage. */
const PREFIX = "tischlein.";

/** Remove seats, contributions, muted people, lesson progress, drafts and the name; the other
 * settings stay.
 */
export function clearPersonalData(): void {
  settings.name = "";
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(PREFIX) && key !== SETTINGS_KEY) storage.removeItem(key);
      }
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
