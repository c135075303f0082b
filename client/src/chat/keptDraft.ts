/** The message that is being typed, kept in this tab: a phone may discard a page that nobody looks
 * at, and loads it anew.
 */

/** Shared with all personal data. */
const STORAGE_PREFIX = "tischlein.draft.";

/** The draft that was kept for a match; empty without one. */
export function keptDraft(match: string): string {
  try {
    return sessionStorage.getItem(STORAGE_PREFIX + match) ?? "";
  } catch {
    return ""; // Storage may be forbidden.
  }
}

/** Keep the draft of a match; an empty one is forgotten. */
export function keepDraft(match: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(STORAGE_PREFIX + match, text);
    else sessionStorage.removeItem(STORAGE_PREFIX + match);
  } catch {
    // Without storage it lasts as long as the page.
  }
}
