/** The service worker's page: from the server, or as it is kept. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SOURCE = readFileSync("pwa/worker.js", "utf8").replace('"__SHELL__"', "[]");
/** Longer than anybody waits for a page. */
const LONG = 60_000;

type Asked = { request: object; respondWith: (answer: Promise<Response>) => void };

/** What a navigation gets from a worker with these answers of the server and this kept page. */
function navigate(fetching: () => Promise<Response>, kept: Response | undefined) {
  const heard: Record<string, (event: Asked) => void> = {};
  const worker = {
    addEventListener: (name: string, handle: (event: Asked) => void) => (heard[name] = handle),
  };
  const cache = { match: () => Promise.resolve(kept) };
  const caches = { open: () => Promise.resolve(cache) };
  const place = { origin: "https://here" };
  new Function("self", "caches", "fetch", "location", SOURCE)(worker, caches, fetching, place);
  return new Promise<Response>((got, failed) => {
    heard.fetch!({
      request: { method: "GET", mode: "navigate", url: "https://here/match/m" },
      respondWith: (answer) => void answer.then(got, failed),
    });
  });
}

const never = () => new Promise<Response>(() => undefined);
const page = (text: string, status = 200) => new Response(text, { status });
const fetched = (answer: Response) => () => Promise.resolve(answer);
const broken = () => Promise.reject(new TypeError("no network"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["comes from the server", fetched(page("new")), "new"],
  ["is the kept one without a network", broken, "kept"],
  ["is the kept one behind a proxy without a server", fetched(page("", 502)), "kept"],
  ["is the kept one on a connection that keeps silent", never, "kept"],
])("the page %s", async (_, fetching, text) => {
  const answer = navigate(fetching, page("kept"));
  await vi.advanceTimersByTimeAsync(LONG);
  expect(await (await answer).text()).toBe(text);
});

it("without a kept page, whatever the server says is shown", async () => {
  expect((await navigate(fetched(page("", 502)), undefined)).status).toBe(502);
  await expect(navigate(broken, undefined)).rejects.toThrow("no network");
});
