/** Client-side routing: which page an address shows, and navigation without reloading. */
import { keepPagePlace, pagePlace, restorePagePlace } from "./pagePlaces.ts";

export type Route =
  | { page: "home" }
  | { page: "mine" }
  | { page: "telling"; link: string }
  | { page: "card" }
  | { page: "match"; id: string }
  | { page: "screen"; id: string }
  | { page: "analysis"; id: string }
  | { page: "seat"; secret: string }
  | { page: "rules"; game: string }
  | { page: "new"; game: string }
  | { page: "lesson"; game: string }
  | { page: "lost" };

/** What a link may have at its end that was copied with the sentence around it: no path or secret
 * ends in such a character.
 */
const COPIED_ALONG = /[^\p{L}\p{N}_-]+$/u;

function withoutCopied(text: string): string {
  try {
    return decodeURIComponent(text).replace(COPIED_ALONG, "");
  } catch {
    return text.replace(COPIED_ALONG, "");
  }
}

/** The page of a path; the secret of a seat is in the fragment, which no server ever sees. */
export function routeOf(path: string, hash = ""): Route {
  const [, first = "", second = "", ...more] = withoutCopied(path).split("/");
  if (!first) return { page: "home" };
  if (first === "match" && more.length === 1 && more[0] === "screen") {
    return { page: "screen", id: second };
  }
  if (first === "matches" && !second) return { page: "mine" };
  if (first === "telling" && !second && hash) return { page: "telling", link: hash };
  if (first === "card" && !second) return { page: "card" };
  if (first === "seat" && !second && hash) return { page: "seat", secret: withoutCopied(hash) };
  if (!second || more.length) return { page: "lost" };
  switch (first) {
    case "match":
      return { page: "match", id: second };
    case "analysis":
      return { page: "analysis", id: second };
    case "rules":
      return { page: "rules", game: second };
    case "new":
      return { page: "new", game: second };
    case "lesson":
      return { page: "lesson", game: second };
    default:
      return { page: "lost" };
  }
}

/** Called with the destination instead of leaving a page that is guarded. */
type NavigationGuard = (to: string) => void;

/** Links lead back to the shelf, never to another one: it is as it was left. */
const isShelf = ({ pathname }: URL) => routeOf(pathname).page === "home";

/** What an entry of the history says once its page was shown; one of a link that came from elsewhere
 * says nothing at first. It lasts as long as the tab, while browsers do not always tell how a page
 * was loaded.
 */
const SHOWN = { shown: true };

class Router {
  #address = $state.raw(new URL(location.href));
  #guard: NavigationGuard | null = null;
  /** Where the back button wanted to lead, while the guard asks. */
  #heldBack: string | null = null;
  /** The control that was pressed last. */
  #pressed: Element | null = null;
  /** Aborts restoring a page's place. */
  #restoration: AbortController | null = null;
  /** The page shown before this one, null at first. */
  previous = $state.raw<Route | null>(null);
  readonly path = $derived(this.#address.pathname);
  readonly query = $derived(this.#address.searchParams);
  /** Without the #. */
  readonly hash = $derived(this.#address.hash.slice(1));
  readonly route: Route = $derived(routeOf(this.path, this.hash));

  /** Navigate within this site; `replace` adds no entry to the history. */
  go(to: string, { replace = false } = {}): void {
    const address = new URL(to, location.href);
    const samePage = address.pathname === this.path;
    const returns = !samePage && (address.href === this.#heldBack || isShelf(address));
    if (returns) address.search ||= pagePlace(address.pathname)?.search ?? "";
    history[replace ? "replaceState" : "pushState"](SHOWN, "", address);
    this.#show(address);
    if (samePage || address.hash) return;
    scrollTo(0, 0);
    if (returns) this.#restorePlace();
  }

  /** Have links and the back button ask before leaving the page; returns a function that ends it.
   * To leave after asking, call `go`.
   */
  guard(keeper: NavigationGuard): () => void {
    this.#guard = keeper;
    return () => {
      if (this.#guard === keeper) this.#guard = null;
    };
  }

  /** Handle the back button and clicks on links; returns a function that ends it. */
  start(): () => void {
    const off = new AbortController();
    addEventListener("popstate", () => this.#onPopState(new URL(location.href)), off);
    addEventListener("hashchange", () => this.#show(new URL(location.href)), off);
    addEventListener("pagehide", () => this.#keepPlace(), off);
    const first = { signal: off.signal, capture: true };
    document.addEventListener("click", (event) => this.#notePress(event), first);
    document.addEventListener("click", (event) => this.#follow(event), off);
    return () => off.abort();
  }

  /** Restore the place of a page that this tab has shown before: phones discard hidden ones. */
  resume(): void {
    const state = history.state as Partial<typeof SHOWN> | null;
    if (state?.shown) this.#restorePlace();
    else history.replaceState(SHOWN, "");
  }

  /** The back button has changed the address: follow it, or restore it while the guard asks. */
  #onPopState(address: URL): void {
    const otherPage = address.pathname !== this.path;
    if (!this.#guard || !otherPage) {
      this.#show(address);
      // The browser's own restoration comes too early: the content is still being fetched.
      if (otherPage) this.#restorePlace();
      return;
    }
    history.pushState(SHOWN, "", this.#address);
    this.#heldBack = address.href;
    this.#guard(address.href);
  }

  #show(address: URL): void {
    if (address.pathname !== this.path) {
      this.#keepPlace();
      this.previous = this.route;
      this.#heldBack = null;
      this.#restoration?.abort();
    }
    this.#address = address;
  }

  #keepPlace(): void {
    // Left before it was restored, and untouched, a page has no place but the former one.
    if (this.#restoration && !this.#restoration.signal.aborted) return;
    keepPagePlace(this.#address, this.#pressed);
  }

  #restorePlace(): void {
    const place = pagePlace(this.path);
    if (place) restorePagePlace(place, (this.#restoration = new AbortController()));
  }

  /** Browsers differ in what has the focus after a click, and a button may be disabled by it. */
  #notePress({ target }: Event): void {
    this.#pressed = target instanceof Element ? target.closest("a[href], button") : null;
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    // Jumping to an anchor of the current page is left to the browser.
    if (link.pathname === this.path && link.hash) return;
    event.preventDefault();
    const samePage = link.pathname === this.path;
    if (this.#guard && !samePage) return this.#guard(link.href);
    this.go(link.href, { replace: link.href === location.href });
    if (samePage) scrollTo(0, 0);
  }
}

export const router = new Router();
