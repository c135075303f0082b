/** The shell without a server, and what the service worker caches of it. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { selfContained } from "../pwa/page";
import { shellOf, workerFor } from "../pwa/plugin";
import { ARRIVAL_LIMIT } from "../src/lib/within";
import LazyComponent from "../src/shell/LazyComponent.svelte";
import NotFound from "../src/shell/NotFound.svelte";
import Unreachable from "../src/shell/Unreachable.svelte";

describe("the worker", () => {
  const files = new Map([
    ["index.html", "<title>"],
    ["assets/index-1.js", "play()"],
    ["assets/fraunces-latin-wght-normal-1.woff2", "f"],
    ["assets/fraunces-cyrillic-wght-normal-1.woff2", "c"],
    ["favicon.svg", "<svg/>"],
    ["licences.txt", "MIT"],
  ]);
  const source = 'const VERSION = "__VERSION__"; const SHELL = "__SHELL__";';

  it("keeps the page and what it is made of, without fonts of other scripts", () => {
    const urls = shellOf(files).map(({ url }) => url);
    expect(urls).toEqual(["/", "/assets/fraunces-latin-wght-normal-1.woff2", "/assets/index-1.js", "/favicon.svg"]);
  });

  it("is another one as soon as a file is", () => {
    const before = workerFor(source, shellOf(files));
    expect(workerFor(source, shellOf(files))).toBe(before);
    expect(workerFor(source, shellOf(new Map(files).set("favicon.svg", "<svg></svg>")))).not.toBe(before);
    expect(before).not.toContain("__");
  });
});

describe("the page", () => {
  it("brings its first script, its icon and its sign, whatever these hold", () => {
    const page = '<link href="/favicon.svg" /><script src="/theme.js"></script><img src="/favicon.svg" />';
    const icon = "data:image/svg+xml,%3Csvg%20id%3D%22%241%22%2F%3E";
    expect(selfContained(page, "dark('$&')\n", '<svg id="$1"/>')).toBe(
      `<link href="${icon}" /><script>dark('$&')</script><img src="${icon}" />`,
    );
  });
});

describe("without a server", () => {
  let answers = false;
  beforeEach(() => {
    vi.useFakeTimers();
    answers = false;
    vi.stubGlobal("fetch", () =>
      answers ? Promise.resolve(new Response("{}")) : Promise.reject(new TypeError("no network")),
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("the page says what it waits for, and goes on by itself", async () => {
    const retry = vi.fn();
    render(Unreachable, { retry });
    await vi.advanceTimersByTimeAsync(1);
    expect(screen.getByRole("status").textContent).toContain("The server does not answer");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(retry).not.toHaveBeenCalled();
    answers = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(retry).toHaveBeenCalled();
  });

  it("a part that does not come is no reason to begin again and again", async () => {
    answers = true;
    const retry = vi.fn();
    render(Unreachable, { retry });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(screen.getByRole("status").textContent).toContain("has not arrived");
    expect(retry).not.toHaveBeenCalled();
  });
  it("a part that does not come is told of, and shown if it comes after all", async () => {
    answers = true;
    let arrive!: (part: { default: typeof NotFound }) => void;
    const load = () => new Promise<{ default: typeof NotFound }>((come) => (arrive = come));
    render(LazyComponent, { load, with: {} });
    await vi.advanceTimersByTimeAsync(ARRIVAL_LIMIT - 1);
    expect(screen.queryByRole("status")).toBeNull();
    await vi.advanceTimersByTimeAsync(2);
    expect(screen.getByRole("status").textContent).toContain("has not arrived");
    arrive({ default: NotFound });
    await vi.advanceTimersByTimeAsync(1);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByRole("heading")).toBeInTheDocument();
  });
});
