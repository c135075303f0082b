/** Asking to play on for a bot, or for somebody who has gone: for whom, under which name, and what
 * is answered.
 */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { addTexts } from "../src/lib/texts.svelte";
import { settings } from "../src/lib/settings.svelte";
import TakeOverForm from "../src/shell/TakeOverForm.svelte";
import { seat } from "./table/session";

beforeAll(() =>
  addTexts(
    "core",
    "en",
    `guest = Guest
problem-name-taken = { $name } is here
late-ask = Ask
bot-name = { $level } bot`,
  ),
);
const asked = vi.fn<(path: string, body: unknown) => void>();
let answer: () => Response;
const opened = { match: "m", seat_secrets: ["s"], commitment: "" };
beforeEach(() => {
  settings.name = "Oma";
  answer = () => new Response(JSON.stringify(opened), { status: 201 });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked(path, JSON.parse(body));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.mockReset();
});

const bot = (number: number, name: string) => ({
  ...seat(number, false),
  kind: "bot" as const,
  name,
  level: "weak",
});
const seats = [seat(0, false), bot(1, "Pixel"), bot(2, "Momo")];

it("the only bot need not be chosen, and the name is that of the device", async () => {
  const onAsked = vi.fn();
  render(TakeOverForm, { match: "m", seats: seats.slice(0, 2), onAsked });
  expect(screen.queryByRole("combobox")).toBeNull();
  await fireEvent.click(screen.getByText("Ask"));
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalled());
  expect(asked).toHaveBeenCalledWith("/api/matches/m/take-over", {
    seat: 1,
    name: "Oma",
    beside: false,
  });
});

it("of several bots one is chosen, for a guest under a name of their own", async () => {
  const onAsked = vi.fn();
  render(TakeOverForm, { match: "m", seats, beside: true, onAsked });
  await fireEvent.change(screen.getByRole("combobox"), { target: { value: "2" } });
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: " Opa " } });
  await fireEvent.click(screen.getByText("Ask"));
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalled());
  expect(asked.mock.lastCall?.[1]).toEqual({ seat: 2, name: "Opa", beside: true });
  expect(settings.name).toBe("Oma");
});

it("a name that somebody has is refused at its field", async () => {
  const onAsked = vi.fn();
  const phrase = { key: "problem-name-taken", values: { name: "Oma" } };
  answer = () =>
    new Response(JSON.stringify({ type: "problem", phrase, id: "", detail: "" }), { status: 409 });
  render(TakeOverForm, { match: "m", seats, onAsked });
  await fireEvent.click(screen.getByText("Ask"));
  expect((await screen.findByRole("alert")).textContent).toContain("Oma is here");
  expect(onAsked).not.toHaveBeenCalled();
});

it("whoever has gone and lets others have the seat can be chosen beside the bots", async () => {
  const gone = { ...seat(0, false), name: "Ben", released: true };
  const resigned = { ...seat(3, false), name: "Cleo", released: true, resigned: true };
  render(TakeOverForm, { match: "m", seats: [gone, ...seats.slice(1), resigned], onAsked: vi.fn() });
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent?.trim());
  expect(names).toEqual(["Ben", "Pixel · weak bot", "Momo · weak bot"]);
  await fireEvent.click(screen.getByText("Ask"));
  await vi.waitFor(() => expect(asked.mock.lastCall?.[1]).toMatchObject({ seat: 0, name: "Oma" }));
});
