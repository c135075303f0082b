/** Where the pages of this tab were left: whoever comes back to one finds everything in place. */

/** Shared with all personal data. */
const STORAGE_KEY = "tischlein.places";
/** So many pages are remembered, those that were left last. */
const MAX_PAGES = 50;

export interface PagePlace {
  /** How the page was filtered: the query of its address. */
  search: string;
  /** How far it was scrolled, in pixels. */
  top: number;
  /** A selector of the control that was used last, if it can be found again. */
  control: string | null;
  /** How far below the upper edge of the window the control was. */
  below: number;
}

function read(): Record<string, PagePlace> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, PagePlace>) : {};
  } catch {
    return {}; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** The place at which the page of a path was left. */
export const pagePlace = (path: string): PagePlace | undefined => read()[path];

/** Remember how the shown page is left; `pressed` is the control that was pressed last. */
export function keepPagePlace({ pathname, search }: URL, pressed: Element | null): void {
  const used = pressed?.isConnected ? pressed : document.activeElement;
  const control = used && selectorOf(used);
  const found = control === null ? null : document.querySelector(control);
  const place = { search, top: scrollY, control, below: found?.getBoundingClientRect().top ?? 0 };
  const { [pathname]: _, ...others } = read();
  const kept = [...Object.entries(others), [pathname, place] as const].slice(-MAX_PAGES);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage every page begins at its top.
  }
}

/** A selector that finds a control of the page's content again: a named one, or a link elsewhere. */
function selectorOf(control: Element): string | null {
  if (!control.parentElement?.closest("main")) return null;
  if (control.id) return `main #${CSS.escape(control.id)}`;
  const href = control.getAttribute("href");
  return href?.startsWith("/") ? `main a[href="${CSS.escape(href)}"]:not([aria-hidden])` : null;
}

/** Restore a place as soon as the page has come that far, unless the user acts first: the control
 * stands where it stood, whatever came above it meanwhile, and has the focus.
 */
export function restorePagePlace({ top, control, below }: PagePlace, off: AbortController): void {
  let scrolled = false;
  const attempt = () => {
    const found = control === null ? null : document.querySelector<HTMLElement>(control);
    const reaches = document.documentElement.scrollHeight - innerHeight >= top;
    if (found) {
      found.closest("details")?.setAttribute("open", "");
      scrollTo(0, scrollY + found.getBoundingClientRect().top - below);
      found.focus({ preventScroll: true }); // to no avail while it is disabled or not drawn
    } else if (reaches && !scrolled) {
      scrolled = true;
      scrollTo(0, top);
    }
    if (found ? found === document.activeElement : scrolled && control === null) off.abort();
  };
  const grows = new ResizeObserver(attempt);
  const changes = new MutationObserver(attempt);
  off.signal.addEventListener("abort", () => [grows, changes].forEach((one) => one.disconnect()));
  for (const sign of ["wheel", "touchstart", "pointerdown", "keydown", "click"]) {
    // Captured, so that the click that has led here is none of them.
    addEventListener(sign, () => off.abort(), { signal: off.signal, passive: true, capture: true });
  }
  grows.observe(document.body);
  changes.observe(document.body, { childList: true, subtree: true });
}
