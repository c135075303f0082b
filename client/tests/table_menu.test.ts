/** What is decided together: the dialog goes away by a button, too. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import TableMenu from "../src/shell/TableMenu.svelte";
import { seat, table } from "./table/session";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["playing", "ended"] as const)("while a match is %s", async (status) => {
  const now = table({ status, seats: [seat(0, true), seat(1, false)] });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(now))));
  const { container } = render(TableMenu, { match: "m" });
  const dialog = container.querySelector("dialog")!;
  screen.getByRole("button", { name: "[decide]" }).click();
  expect(dialog.open).toBe(true);
  (await screen.findByText("[put-away]")).click();
  await tick();
  expect(dialog.open).toBe(false);
});
