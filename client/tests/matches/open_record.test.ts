/** Opening a record: from a file or pasted, and what is said if it cannot be opened. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import OpenRecord from "../../src/matches/OpenRecord.svelte";
import { lineIn, MAX_RECORD_BYTES, textOf } from "../../src/matches/recordFile";
import { router } from "../../src/lib/router.svelte";
import { addTexts } from "../../src/lib/texts.svelte";

const TEXTS = `
record-open = Open a record
record-text = Text of the record
record-file = Choose a file
record-go = Open
record-opening = Replaying
record-empty = Nothing there
record-no-text = No text
problem-too-large = Too much
trouble-unanswered = No answer
problem-record-line = Line { $line }: { $why }
record-refused = “{ $text }”: { $why } ({ $rule })
`;
const RECORD = "game: g\nseats: Anna, Ben\n\nA 3 a1\nB 5 b1\n";

const asked = vi.fn<(path: string, how?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  addTexts("core", "en", TEXTS);
  addTexts("g", "en", "G-1 = { $name } is not to move");
  asked.mockImplementation(() => Promise.resolve(Response.json({ match: "m" })));
  vi.stubGlobal("fetch", asked);
  vi.spyOn(router, "go").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  asked.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Text of the record");
const submit = () => fireEvent.submit(field().form!);
const sent = () => asked.mock.calls.filter(([path]) => path === "/api/records");

async function paste(text: string): Promise<void> {
  await fireEvent.input(field(), { target: { value: text } });
}

function refuse(phrase: object, status = 400): void {
  asked.mockImplementation(() => Promise.resolve(Response.json({ phrase }, { status })));
}

it("leads to the beginning of the match in its analysis", async () => {
  render(OpenRecord);
  await paste(RECORD);
  await submit();
  await expect.poll(() => router.go).toHaveBeenCalledWith("/analysis/m#move-0");
  expect(JSON.parse(String(sent()[0]![1]!.body))).toEqual({ record: RECORD });
});

it("opens a chosen file at once, and the same file again", async () => {
  render(OpenRecord);
  const input = screen.getByLabelText<HTMLInputElement>("Choose a file");
  for (const times of [1, 2]) {
    const file = new File([RECORD], "match.record");
    await fireEvent.change(input, { target: { files: [file] } });
    await expect.poll(() => vi.mocked(router.go).mock.calls.length).toBe(times);
  }
  expect(input.value).toBe("");
  expect(field().value).toBe(RECORD);
});

it("opens a file that is dropped anywhere on the page, but leaves dragged words alone", async () => {
  const { container } = render(OpenRecord);
  const words = new Event("dragover", { bubbles: true, cancelable: true });
  window.dispatchEvent(Object.assign(words, { dataTransfer: { types: ["text/plain"], files: [] } }));
  expect(words.defaultPrevented).toBe(false);
  const dataTransfer = { types: ["Files"], files: [new File([RECORD], "match.record")] };
  const over = Object.assign(new Event("dragover", { cancelable: true }), { dataTransfer });
  window.dispatchEvent(over);
  expect(over.defaultPrevented).toBe(true);
  await expect.poll(() => container.querySelector(".dragged")).not.toBeNull();
  window.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer }));
  await expect.poll(() => router.go).toHaveBeenCalledWith("/analysis/m#move-0");
  expect(container.querySelector(".dragged")).toBeNull();
  expect(container.querySelector("details")!.open).toBe(true);
});

it("says which line is wrong in the words of the game, selects it, and keeps the text", async () => {
  const why = { key: "G-1", values: { name: { key: "seat-name", values: { seat: 1 } } } };
  const refused = { key: "record-refused", values: { text: "B 5 b1", why, rule: "G-1" } };
  const values = { line: 5, why: refused, game: "g", names: ["Anna", "Ben"] };
  refuse({ key: "problem-record-line", values });
  render(OpenRecord);
  await paste(RECORD);
  await submit();
  const told = await screen.findByRole("alert");
  expect(told.textContent).toContain("Line 5: “B 5 b1”: Ben is not to move (G-1)");
  expect(field().value).toBe(RECORD);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(field().getAttribute("aria-describedby")).toContain(told.id);
  const { selectionStart, selectionEnd } = field();
  expect(RECORD.slice(selectionStart, selectionEnd)).toBe("B 5 b1");
  expect(router.go).not.toHaveBeenCalled();
});

it("asks for a text first, and does not send what cannot be one", async () => {
  render(OpenRecord);
  await submit();
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing there");
  const input = screen.getByLabelText("Choose a file");
  const bytes = new File([new Uint8Array([0xff, 0xfe, 0])], "picture");
  await fireEvent.change(input, { target: { files: [bytes] } });
  await expect.poll(() => screen.getByRole("alert").textContent).toContain("No text");
  const large = new File(["#".repeat(MAX_RECORD_BYTES + 1)], "large");
  await fireEvent.change(input, { target: { files: [large] } });
  await expect.poll(() => screen.getByRole("alert").textContent).toContain("Too much");
  expect(sent()).toEqual([]);
});

it("sends a record once, and says meanwhile that it is at it", async () => {
  let answer = (_: Response): void => undefined;
  asked.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  render(OpenRecord);
  await paste(RECORD);
  await submit();
  await submit();
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Replaying");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Open" }).disabled).toBe(true);
  expect(sent().length).toBe(1);
  answer(Response.json({ match: "m" }));
  await expect.poll(() => router.go).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("status").textContent).toBe("");
});

it("knows where a line is, also beyond the end, and which files are text", async () => {
  expect(lineIn("a\nbc\n", 2)).toEqual({ start: 2, end: 4 });
  expect(lineIn("a\nbc", 9)).toEqual({ start: 4, end: 4 });
  expect(await textOf(new Blob(["Zoë"]))).toBe("Zoë");
  expect(await textOf(new Blob([new Uint8Array([0x5a, 0xeb])]))).toBeNull();
});
