/** Which page is shown: the address, and moving between addresses without loading anew. */

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

/** The page of a path; the secret of a seat stands behind the #, where no server ever sees it. */
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

/** Hears where somebody was going who should be asked first. */
type NavigationGuard = (to: string) => void;

/** Scroll to where somebody was, once the page has come to be that long, unless they go elsewhere. */
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
  /** Ends the way back to where somebody was on the page. */
  #scrollRestoration: AbortController | null = null;
  /** The page that was shown before this one, null at first. */
  previous = $state.raw<Route | null>(null);
  readonly path = $derived(this.#address.pathname);
  readonly query = $derived(this.#address.searchParams);
  /** Without the #. */
  readonly hash = $derived(this.#address.hash.slice(1));
  readonly route: Route = $derived(routeOf(this.path, this.hash));

  /** Show another address of this site; `replace` leaves no step to come back to. */
  go(to: string, { replace = false } = {}): void {
    const address = new URL(to, location.href);
    const samePage = address.pathname === this.path;
    if (!samePage && !replace) history.replaceState({ top: scrollY }, "");
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.#show(address);
    if (!samePage && !address.hash) scrollTo(0, 0);
  }

  /** Have links and the back button ask before they lead from this page, until the answer is
   * called. Whoever is asked leaves by `go`. */
  guard(keeper: NavigationGuard): () => void {
    this.#guard = keeper;
    return () => {
      if (this.#guard === keeper) this.#guard = null;
    };
  }

  /** Follow the browser's back button and clicks on links, until the answer is called. */
  start(): () => void {
    const off = new AbortController();
    addEventListener("popstate", () => this.#onPopState(new URL(location.href)), off);
    addEventListener("hashchange", () => this.#show(new URL(location.href)), off);
    document.addEventListener("click", (event) => this.#follow(event), off);
    return () => off.abort();
  }

  /** The browser is somewhere else by itself: go along, or back while somebody is asked. */
  #onPopState(address: URL): void {
    const otherPage = address.pathname !== this.path;
    if (!this.#guard || !otherPage) {
      // The browser tries it too early: what the page shows is still being fetched.
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
    // The browser itself is best at jumping to an anchor of the page that is shown.
    if (link.pathname === this.path && link.hash) return;
    event.preventDefault();
    if (this.#guard && link.pathname !== this.path) this.#guard(link.href);
    else this.go(link.href);
  }
}

export const router = new Router();
