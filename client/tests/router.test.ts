/** Addresses become pages, and links change them without loading anew. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { routeOf, router } from "../src/lib/router.svelte";

describe("the page of a path", () => {
  it.each([
    ["/", { page: "home" }],
    ["/match/abc", { page: "match", id: "abc" }],
    ["/match/abc/", { page: "match", id: "abc" }],
    ["/match/abc/screen", { page: "screen", id: "abc" }],
    ["/analysis/abc", { page: "analysis", id: "abc" }],
    ["/matches", { page: "mine" }],
    ["/seat/abc.d-_e", { page: "lost" }],
    ["/rules/bauab", { page: "rules", game: "bauab" }],
    ["/new/bauab", { page: "new", game: "bauab" }],
    ["/lesson/bauab", { page: "lesson", game: "bauab" }],
    ["/match", { page: "lost" }],
    ["/match/abc/more", { page: "lost" }],
    ["/elsewhere/abc", { page: "lost" }],
    ["/match/abc.", { page: "match", id: "abc" }],
    ["/match/abc%20", { page: "match", id: "abc" }],
    ["/match/abc%E2%80%9D).", { page: "match", id: "abc" }],
    ["/match/abc%", { page: "match", id: "abc" }],
    ["/match/abc/screen>", { page: "screen", id: "abc" }],
  ])("%s", (path, route) => expect(routeOf(path)).toEqual(route));

  it("takes the secret of a seat from behind the #, never from the path", () => {
    expect(routeOf("/seat", "abc.d-_e")).toEqual({ page: "seat", secret: "abc.d-_e" });
    expect(routeOf("/seat", "abc.d-_+abc.e_).")).toEqual({ page: "seat", secret: "abc.d-_+abc.e_" });
    expect(routeOf("/seat")).toEqual({ page: "lost" });
    expect(routeOf("/match/abc", "BAU-1")).toEqual({ page: "match", id: "abc" });
  });
});

describe("following links", () => {
  let stop: () => void;
  let visited: string[];

  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
    router.go("/");
    stop = router.start();
    visited = [];
    // What the router leaves to the browser arrives here; jsdom cannot follow it.
    addEventListener("click", leftToBrowser);
  });

  afterEach(() => {
    stop();
    removeEventListener("click", leftToBrowser);
    document.body.replaceChildren();
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });

  function leftToBrowser(event: Event) {
    if (event.defaultPrevented) return;
    visited.push((event.target as Element).closest("a")!.href);
    event.preventDefault();
  }

  function click(attributes: string, init: MouseEventInit = {}) {
    document.body.innerHTML = `<a ${attributes}><span>there</span></a>`;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    document.querySelector("span")!.dispatchEvent(event);
  }

  it("shows another page of this site, with its query and fragment", () => {
    click('href="/rules/bauab?from=table#BAU-12"');
    expect(visited).toEqual([]);
    expect(router.route).toEqual({ page: "rules", game: "bauab" });
    expect(router.query.get("from")).toBe("table");
    expect(router.hash).toBe("BAU-12");
    expect(location.pathname).toBe("/rules/bauab");
  });

  it.each([
    ["another site", 'href="https://example.org/match/a"', {}],
    ["a new tab", 'href="/match/a" target="_blank"', {}],
    ["a download", 'href="/match/a" download', {}],
    ["the server's own answers", 'href="/api/matches/a/record"', {}],
    ["a click with a key held", 'href="/match/a"', { ctrlKey: true }],
    ["an anchor of this page", 'href="/#content"', {}],
  ])("leaves %s to the browser", (_, attributes, init) => {
    click(attributes, init);
    expect(visited).toHaveLength(1);
    expect(router.route).toEqual({ page: "home" });
  });

  it("goes back with the browser", async () => {
    router.go("/match/a");
    const back = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    history.back();
    await back;
    expect(router.route).toEqual({ page: "home" });
  });

  describe("to a page that was scrolled when it was left", () => {
    const FAR = 700;
    const scrolledTo = () => vi.mocked(scrollTo).mock.lastCall;

    /** The content of the page is shown. */
    async function pageArrives() {
      document.body.innerHTML = "<main></main>";
      await Promise.resolve();
    }

    beforeEach(() => {
      vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(FAR + innerHeight);
    });
    afterEach(() => vi.restoreAllMocks());

    /** Leave a page that somebody has scrolled far down. */
    function leave(path: string) {
      router.go(path);
      dispatchEvent(new Event("wheel"));
      vi.stubGlobal("scrollY", FAR);
      router.go("/match/a");
      vi.stubGlobal("scrollY", 0);
    }

    it("restores the shelf and how it was filtered, whichever link leads there", async () => {
      leave("/?game=raufer");
      click('href="/"');
      await pageArrives();
      expect(location.search).toBe("?game=raufer");
      expect(scrolledTo()).toEqual([0, FAR]);
    });

    it("begins at the top of any other", async () => {
      leave("/rules/bauab");
      click('href="/rules/bauab"');
      await pageArrives();
      expect(scrolledTo()).toEqual([0, 0]);
    });

    it("restores it when somebody goes back, and was asked first", async () => {
      leave("/rules/bauab");
      const asked = vi.fn();
      const release = router.guard(asked);
      const back = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      history.back();
      await back;
      release();
      router.go(asked.mock.lastCall![0] as string);
      await pageArrives();
      expect(scrolledTo()).toEqual([0, FAR]);
    });

    it("gives the focus to what was pressed there, as soon as that can take it", async () => {
      document.body.innerHTML = '<main><button id="play"></button></main>';
      document.getElementById("play")!.focus();
      leave("/");
      click('href="/"');
      document.body.innerHTML = '<main><button id="play" disabled></button></main>';
      await Promise.resolve();
      expect(document.activeElement).toBe(document.body);
      const play = document.getElementById("play") as HTMLButtonElement;
      play.disabled = false;
      document.body.append("more of the page");
      await Promise.resolve();
      expect(document.activeElement).toBe(play);
    });

    it("restores it when it is loaded anew, and not when a link leads there from elsewhere", async () => {
      leave("/");
      history.pushState(null, "", "/");
      dispatchEvent(new HashChangeEvent("hashchange"));
      vi.mocked(scrollTo).mockClear();
      router.resume();
      await pageArrives();
      expect(scrolledTo()).toBeUndefined();
      router.resume();
      await pageArrives();
      expect(scrolledTo()).toEqual([0, FAR]);
    });

    it("keeps it if the page is left again before it has come that far", async () => {
      leave("/");
      for (let times = 0; times < 2; times += 1) {
        click('href="/"');
        router.go("/match/a");
      }
      click('href="/"');
      await pageArrives();
      expect(scrolledTo()).toEqual([0, FAR]);
    });

    it("leaves it where it is once somebody scrolls", async () => {
      leave("/");
      click('href="/"');
      dispatchEvent(new Event("wheel"));
      await pageArrives();
      expect(scrolledTo()).toEqual([0, 0]);
    });
  });

  it("leads to the beginning of the page that is shown", () => {
    click('href="/"');
    expect(vi.mocked(scrollTo)).toHaveBeenLastCalledWith(0, 0);
  });

  describe("where somebody is to be asked first", () => {
    const asked = vi.fn();
    let release: () => void;

    beforeEach(() => {
      router.go("/match/a");
      asked.mockClear();
      release = router.guard(asked);
    });
    afterEach(() => release());

    it("stays when a link leads away, and goes once it is told to", () => {
      click('href="/rules/bauab"');
      expect(asked).toHaveBeenCalledWith(expect.stringMatching(/\/rules\/bauab$/));
      expect(router.route).toEqual({ page: "match", id: "a" });
      router.go("/rules/bauab");
      expect(router.route).toEqual({ page: "rules", game: "bauab" });
    });

    it("stays when the browser goes back", async () => {
      const back = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
      history.back();
      await back;
      expect(asked).toHaveBeenCalledOnce();
      expect(router.route).toEqual({ page: "match", id: "a" });
      expect(location.pathname).toBe("/match/a");
    });

    it("asks no more once that is over", () => {
      release();
      click('href="/rules/bauab"');
      expect(asked).not.toHaveBeenCalled();
      expect(router.route).toEqual({ page: "rules", game: "bauab" });
    });
  });

  it("leaves no step to come back to when an address is replaced", () => {
    const steps = history.length;
    router.go("/match/a", { replace: true });
    expect(history.length).toBe(steps);
    expect(router.route).toEqual({ page: "match", id: "a" });
  });
});
