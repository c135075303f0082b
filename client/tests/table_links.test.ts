/** Whom the link of a table is for; it is shown once that is known. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import TableLinks from "../src/shell/TableLinks.svelte";
import { table } from "./table/session";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ["waiting", true, "link-to-join"],
  ["waiting", false, "link-to-join"],
  ["playing", true, "link-to-watch"],
  ["playing", false, null],
  ["over", false, "link-to-watch"],
  ["ended", false, "link-to-watch"],
] as const)("while a match is %s, watched: %j", async (status, watched, label) => {
  const now = JSON.stringify(table({ status, watched }));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(now)));
  render(TableLinks, { match: "m" });
  screen.getByRole("button", { name: "[table-links]" }).click();
  await screen.findByText(label ? `[${label}]` : "[problem-no-spectators]");
  expect(screen.queryByText("[copy-link]") !== null).toBe(label !== null);
});

it("until it is known whom the link is for, none is shown", async () => {
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((done) => waiting.push(done)));
  render(TableLinks, { match: "m" });
  screen.getByRole("button", { name: "[table-links]" }).click();
  await screen.findByText("[put-away]");
  const shown = () => screen.queryByRole("button", { name: "[copy-link]" }) !== null;
  expect(shown()).toBe(false);
  const now = JSON.stringify(table({ status: "playing", watched: true }));
  for (const answer of waiting) answer(new Response(now));
  await screen.findByRole("button", { name: "[copy-link]" });
});

it("whoever cannot ask for the table has its link all the same", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  render(TableLinks, { match: "m" });
  screen.getByRole("button", { name: "[table-links]" }).click();
  await screen.findByRole("button", { name: "[copy-link]" });
});
