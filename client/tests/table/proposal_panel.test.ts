/** Proposals, as seen by those who are asked, and by the one who asks. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ProposalInfo, TableInfo } from "../../src/lib/protocol";
import { addTexts } from "../../src/lib/texts.svelte";
import ProposalPanel from "../../src/table/ProposalPanel.svelte";
import type { TableSession } from "../../src/table/session.svelte";
import { seat, table } from "./session";

beforeAll(() =>
  addTexts(
    "core",
    "en",
    `decide = Decide
decide-resume = Play on
decision-back = { $name } would take back
decision-stand-in = A bot for { $about }
decision-take-over = { $name } for { $about }
decision-waits = Waiting for { $names }
decision-agree = Agree
decision-refuse = Refuse
decision-withdraw = Withdraw
chair-away = away
decision-paused = Paused
decision-unattended = Waits for a server`,
  ),
);
const asked = vi.fn();
beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked(path, JSON.parse(body));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.mockReset();
});

function shows(more: Partial<TableInfo>) {
  const notes = { show: vi.fn() };
  const session = { seating: { table: table(more), names: ["Anna", "Ben"] }, notes };
  render(ProposalPanel, { session: session as unknown as TableSession });
  return session;
}
const back = (by: number): ProposalInfo => ({ what: "back", seat: by, about: null, asked: [1 - by], at: 1 });
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent?.trim());

it("nothing is in the way while nothing is to be decided", () => {
  shows({});
  expect(document.body.textContent?.trim()).toBe("");
});

it("who is asked agrees or refuses", async () => {
  shows({ proposal: back(1) });
  expect(screen.getByText(/Ben would take back/)).toBeTruthy();
  expect(buttons()).toEqual(["Agree", "Refuse"]);
  await fireEvent.click(screen.getByText("Agree"));
  expect(asked).toHaveBeenCalledWith("/api/matches/m/consent", { agree: true, at: 1 });
});

it("who asks sees for whom is waited and may withdraw", async () => {
  shows({ proposal: back(0) });
  expect(screen.getByText(/Waiting for Ben/)).toBeTruthy();
  expect(buttons()).toEqual(["Withdraw"]);
  await fireEvent.click(screen.getByText("Withdraw"));
  expect(asked).toHaveBeenCalledWith("/api/matches/m/consent", { agree: false, at: 1 });
});

it("who has agreed sees who has gone before answering, and may think better of it", async () => {
  const gone = { ...seat(2, false), present: false };
  shows({
    proposal: { ...back(1), asked: [2] },
    seats: [seat(0, true), seat(1, false), gone],
  });
  expect(screen.getByText(/Waiting for .*\(away\)/)).toBeTruthy();
  expect(buttons()).toEqual(["Withdraw"]);
  await fireEvent.click(screen.getByText("Withdraw"));
  expect(asked).toHaveBeenCalledWith("/api/matches/m/consent", { agree: false, at: 1 });
});

it.each([
  [0, true],
  [429, true],
  [409, false], // it was decided meanwhile
])("an answer that fails with %i is told: %s", async (status, told) => {
  vi.stubGlobal("fetch", () =>
    status ? Promise.resolve(new Response("{}", { status })) : Promise.reject(new TypeError()),
  );
  const { notes } = shows({ proposal: back(1) });
  await fireEvent.click(screen.getByText("Agree"));
  await expect.poll(() => screen.getByText("Agree")).toBeEnabled();
  expect(notes.show).toHaveBeenCalledTimes(Number(told));
});

it("who only watches sees it and is asked nothing", () => {
  shows({ proposal: back(1), seats: [seat(0, false), seat(1, false)] });
  expect(screen.getByText(/Ben would take back/)).toBeTruthy();
  expect(buttons()).toEqual([]);
});

it("anybody who plays ends a pause", async () => {
  shows({ paused: true });
  expect(buttons()).toEqual(["Play on"]);
  await fireEvent.click(screen.getByText("Play on"));
  expect(asked).toHaveBeenCalledWith("/api/matches/m/proposals", { what: "resume" });
});

it("a table for which no server works says why nothing goes on", () => {
  shows({ unattended: true });
  expect(document.body.textContent?.trim()).toBe("Waits for a server");
  expect(buttons()).toEqual([]);
});

it("who has come and asks for a bot's seat may withdraw, and has none yet", async () => {
  const wish: ProposalInfo = { what: "take-over", seat: 1, about: null, asked: [0], at: 1, name: "Oma" };
  const nobody = [seat(0, false), { ...seat(1, false), kind: "bot" as const }];
  shows({ proposal: { ...wish, mine: true }, seats: nobody });
  expect(screen.getByText(/Oma for Ben/)).toBeTruthy();
  expect(buttons()).toEqual(["Withdraw"]);
  await fireEvent.click(screen.getByText("Withdraw"));
  expect(asked).toHaveBeenCalledWith("/api/matches/m/consent", { agree: false, at: 1 });
  cleanup();
  shows({ proposal: wish, seats: nobody });
  expect(buttons()).toEqual([]);
});
