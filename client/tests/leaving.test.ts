/** Whoever leaves a seat goes to the shelf, unless they have gone elsewhere before the answer, or
 * have to stay.
 */
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { evidenceOf, updateEvidence } from "../src/lib/fairness/evidence";
import { router } from "../src/lib/router.svelte";
import LeaveTable from "../src/shell/LeaveTable.svelte";
import WaitingRoom from "../src/shell/WaitingRoom.svelte";
import { session, table, useTableSession } from "./table/session";

const waiting = () => table({ status: "waiting", host: false });

useTableSession();

/** Answers the request to leave. */
let answer: (response?: Response) => void;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", (path: string) => {
    if (!path.endsWith("/leave")) {
      return Promise.resolve(new Response(JSON.stringify(path.endsWith("/m") ? waiting() : [])));
    }
    return new Promise((resolve) => (answer = (response = new Response("")) => resolve(response)));
  });
  router.go("/match/m");
});
afterEach(cleanup);

async function answered(response?: Response): Promise<void> {
  answer(response);
  await new Promise((done) => setTimeout(done, 20));
  await tick();
}

const waysToLeave: [string, () => Promise<() => void>][] = [
  [
    "by the header",
    async () => {
      const { unmount } = render(LeaveTable, { match: "m" });
      screen.getByRole("button", { name: "[leave-table-ask]" }).click();
      (await screen.findByText("[leave-table]")).click();
      return unmount;
    },
  ],
  [
    "from the chair",
    async () => {
      const { unmount } = render(WaitingRoom, { table: waiting(), session });
      (await screen.findByText("[leave-table]")).click();
      return unmount;
    },
  ],
];

describe.each(waysToLeave)("%s", (_, leaves) => {
  it("one comes to the shelf", async () => {
    await leaves();
    await answered();
    expect(router.path).toBe("/");
  });

  it("one withdraws what one has added to chance", async () => {
    const own = { hash: "1f", contribution: "ab", given: true, counted: false };
    updateEvidence("m", "", (evidence) => evidence.own.push(own));
    await leaves();
    expect(evidenceOf("m")!.own).toEqual([own]);
    await answered();
    expect(evidenceOf("m")!.own).toEqual([]);
  });

  it("one stays whom the server does not let go, and reads why", async () => {
    await leaves();
    const body = JSON.stringify({ phrase: { key: "problem-starting", values: {} } });
    await answered(new Response(body, { status: 409 }));
    expect(await screen.findByText("[problem-starting]")).toBeTruthy();
    expect(router.path).toBe("/match/m");
  });

  it("one stays where one has gone meanwhile", async () => {
    const unmount = await leaves();
    router.go("/rules/bauab");
    unmount();
    await answered();
    expect(router.path).toBe("/rules/bauab");
  });
});

it.each([403, 404])("who does not sit there any more goes to the shelf (%i)", async (status) => {
  render(LeaveTable, { match: "m" });
  screen.getByRole("button", { name: "[leave-table-ask]" }).click();
  (await screen.findByText("[leave-table]")).click();
  await answered(new Response("", { status }));
  expect(router.path).toBe("/");
});
