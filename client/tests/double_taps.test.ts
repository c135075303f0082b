/** A second tap before the answer to the first does nothing. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import SeatLink from "../src/shell/SeatLink.svelte";
import TableMenu from "../src/shell/TableMenu.svelte";
import { table } from "./table/session";

/** What the server was asked to do, and how its answers are sent. */
let asked: string[];
let answers: (() => void)[];

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    if (method === "GET") return Promise.resolve(new Response(JSON.stringify(table())));
    asked.push(path);
    const text = JSON.stringify({ match: "m", seat_secrets: ["m.new"] });
    return new Promise((resolve) => answers.push(() => resolve(new Response(text))));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const decisions = ["[decide-back]", "[decide-pause]", "[decide-end]"];

it.each(decisions)("on a decision: %s", async (name) => {
  const { container } = render(TableMenu, { match: "m" });
  const dialog = container.querySelector("dialog")!;
  screen.getByRole("button", { name: "[decide]" }).click();
  const button = await screen.findByText(name);
  button.click();
  await tick();
  button.click();
  expect(asked).toEqual(["/api/matches/m/proposals"]);
  answers[0]!();
  await expect.poll(() => dialog.open).toBe(false);
});

it("on renewing a link", async () => {
  const link = { match: "m", secret: "m.old", label: "Link", copyLabel: "Copy" };
  render(SeatLink, { ...link, onRenewed: () => {} });
  const button = screen.getByRole("button", { name: "[renew-link]", hidden: true });
  button.click();
  await tick();
  button.click();
  expect(asked).toEqual(["/api/matches/m/links"]);
  answers[0]!();
  expect(await screen.findByText("[renewed-link]")).toBeInTheDocument();
});
