/** Client-side routing: which page an address shows, and navigation without reloading. */

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

/** The page of a path; the secret of a seat is in the fragment, which no server ever sees. */
export function routeOf(path: string, hash = ""): Route {
  const [, first = "", second = "", ...more] = path.replace(/\/+$/, "").split("/");
  if (!first) return { page: "home" };
  if (first === "match" && more.length === 1 && more[0] === "screen") {
    return { page: "screen", id: second };
  }
  if (first === "matches" && !second) return { page: "mine" };
  if (first === "telling" && !second && hash) return { page: "telling", link: hash };
  if (first === "card" && !second) return { page: "card" };
  if (first === "seat" && !second && hash) return { page: "seat", secret: hash };
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

/** Restore the scroll position once the page is long enough, unless the user scrolls first. */
function restoreScroll(top: number, off: AbortController): void {
  const attempt = () => {
    if (document.documentElement.scrollHeight - innerHeight < top) return;
    scrollTo(0, top);
    off.abort();
  };
  const watch = new ResizeObserver(attempt);
  off.signal.addEventListener("abort", () => watch.disconnect());
  for (const sign of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(sign, () => off.abort(), { signal: off.signal, passive: true });
  }
  watch.observe(document.body);
}

class Router {
  #address = $state.raw(new URL(location.href));
  #guard: NavigationGuard | null = null;
  /** Aborts restoring the scroll position. */
  #scrollRestoration: AbortController | null = null;
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
    if (!samePage && !replace) history.replaceState({ top: scrollY }, "");
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.#show(address);
    if (!samePage && !address.hash) scrollTo(0, 0);
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
    document.addEventListener("click", (event) => this.#follow(event), off);
    return () => off.abort();
  }

  /** The back button has changed the address: follow it, or restore it while the guard asks. */
  #onPopState(address: URL): void {
    const otherPage = address.pathname !== this.path;
    if (!this.#guard || !otherPage) {
      // The browser's own restoration comes too early: the content is still being fetched.
      const { top = 0 } = (history.state ?? {}) as { top?: number };
      this.#show(address);
      if (otherPage && top) restoreScroll(top, (this.#scrollRestoration = new AbortController()));
      return;
    }
    history.pushState(null, "", this.#address);
    this.#guard(address.href);
  }

  #show(address: URL): void {
    if (address.pathname !== this.path) {
      this.previous = this.route;
      this.#scrollRestoration?.abort();
    }
    this.#address = address;
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
    if (this.#guard && link.pathname !== this.path) this.#guard(link.href);
    else this.go(link.href);
  }
}

export const router = new Router();
