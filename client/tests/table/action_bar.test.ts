/** The action bar's prompt is up to date, and asks nothing that was answered. */
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { Choice, Scene } from "../../src/lib/protocol";
import { addTexts } from "../../src/lib/texts.svelte";
import ActionBar from "../../src/table/ActionBar.svelte";
import {
  choice,
  mine,
  phrase,
  serverSends,
  scene,
  seat,
  sent,
  session,
  useTableSession,
  table,
  view,
} from "./session";

useTableSession();

it("the button names what something is done with, and the sentence what comes of it", async () => {
  const slide = choice(7, "one a", { label: phrase("slide 1"), confirm: true });
  await serverSends(view(1, { ...mine, choices: [slide] }));
  const { container } = render(ActionBar, { session, game: "g", steady: true });
  session.pick("one");
  session.pick("a");
  flushSync();
  expect(container.querySelector(".prompt")?.textContent.trim()).toBe("[slide 1]");
  expect(container.querySelector(".main .unseen")?.textContent).toBe("[one] – [a]");
});

it.each([
  [{}, 1],
  [{ countdown: 3 }, 0],
])("offers to skip after a while what others do, but no countdown (%o)", async (more, count) => {
  const bot = { ...seat(1, false), kind: "bot" as const };
  await serverSends(table({ seats: [seat(0, true), bot] }), view(1, scene([1], [], more)));
  vi.useFakeTimers();
  try {
    const { container } = render(ActionBar, { session, game: "g", steady: false });
    await vi.advanceTimersByTimeAsync(5000);
    flushSync();
    expect(container.querySelectorAll(".quiet")).toHaveLength(count);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  [60_000, true],
  [null, false],
])("says why nothing goes on once somebody has gone for a while (%j)", async (patience, told) => {
  addTexts("core", "en", "table-awaits-absent = { $names } gone, soon: { $soon }");
  const gone = { ...seat(1, false), present: false, patience };
  await serverSends(
    table({ seats: [seat(0, true), gone] }),
    view(1, scene([1], [], { prompt: phrase("wait") })),
  );
  vi.useFakeTimers();
  try {
    const { container } = render(ActionBar, { session, game: "g", steady: false });
    const asked = async (later: number) => {
      await vi.advanceTimersByTimeAsync(later);
      flushSync();
      return container.querySelector(".prompt")?.textContent.trim();
    };
    expect(await asked(2000)).toBe("[wait]"); // a page that is loaded again
    expect(await asked(5000)).toMatch(told ? /^\[wait\].*gone, soon: yes$/ : /^\[wait\]$/);
    // Then there is a button for it.
    expect(await asked(60_000)).toMatch(told ? /^\[wait\].*gone, soon: no$/ : /^\[wait\]$/);
    session.seating.table = table({ seats: [seat(0, true), seat(1, false)] });
    expect(await asked(0)).toBe("[wait]");
  } finally {
    vi.useRealTimers();
  }
});

it("of a pause hears nobody twice", async () => {
  const { container } = render(ActionBar, { session, game: "g", steady: true });
  await serverSends(table({ paused: true }));
  expect(container.querySelector(".prompt")?.getAttribute("aria-live")).toBe("off");
  await serverSends(table());
  expect(container.querySelector(".prompt")?.getAttribute("aria-live")).toBe("polite");
});

it("an answered question is not asked again while the answer is on its way", async () => {
  await serverSends(
    view(1, { ...mine, prompt: phrase("first"), prompts: { one: phrase("then") } }),
  );
  const { container } = render(ActionBar, { session, game: "g", steady: true });
  const asked = () => {
    flushSync();
    return container.querySelector(".prompt")?.textContent.trim();
  };
  expect(asked()).toBe("[first]");
  session.pick("one");
  expect(asked()).toBe("[then]");
  session.pick("a");
  expect(sent("act")).toMatchObject({ action: 1 });
  expect(asked()).toBe("[then]");
  await serverSends(view(2, scene([1], [], { prompt: phrase("wait") })));
  expect(asked()).toBe("[wait]");
});

it("what alone can be done has a button, in the game's words, unless more belongs to it", async () => {
  const label = phrase("draw");
  const { container } = render(ActionBar, { session, game: "g", steady: true });
  const only = () => {
    flushSync();
    return container.querySelector<HTMLButtonElement>('[data-name="only"]');
  };
  let number = 0;
  const shows = (choices: Choice[], more: Partial<Scene> = {}) =>
    serverSends(view((number += 1), scene([0], choices, more)));
  const drawing = choice(7, "a", { button_label: label });
  await shows([drawing, choice(8, "b", { button_label: label })]);
  expect(only()).toBeNull();
  await shows([choice(7, "a")]);
  expect(only()).toBeNull();
  await shows([choice(7, "one a", { button_label: label })]);
  expect(only()).toBeNull();
  await shows([choice(7, "a", { button_label: label, confirm: true })]);
  expect(only()).toBeNull();
  await shows([choice(7, "pass", { button_label: label })], { buttons: [{ id: "pass", label }] });
  expect(only()).toBeNull();
  await shows([drawing]);
  expect([...only()!.children].map((part) => part.textContent)).toEqual(["[draw]", "[a]"]);
  only()!.click();
  expect(sent("act")).toMatchObject({ action: 7 });
  expect(only()).toBeNull();
});

it("asks nobody to act on a match that has ended, whatever its last position allows", async () => {
  const alarm = { id: "guess", label: phrase("guess"), tone: "alarm" as const };
  await serverSends(view(1, { ...mine, buttons: [alarm] }));
  const { container } = render(ActionBar, { session, game: "g", steady: true });
  const guessing = () => container.querySelector('[data-target="guess"]');
  expect(guessing()).not.toBeNull();
  await serverSends(table({ status: "ended", ending: "agreed" }));
  expect(guessing()).toBeNull();
});

it("tells what has just happened where the log is out of view, until something is chosen", async () => {
  const { container } = render(ActionBar, { session, game: "g", steady: false, tells: true });
  const told = () => {
    flushSync();
    const lines = [...container.querySelectorAll(".latest p")];
    return lines.map((line) => line.textContent);
  };
  for (const number of [1, 2, 3, 4]) {
    await serverSends(view(number, mine));
  }
  expect(told()).toEqual(["[said-4]", "[said-3]", "[said-2]"]);
  session.pick("one");
  expect(told()).toEqual([]);
  session.back();
  expect(told()).toHaveLength(3);
  await serverSends(view(5, scene([0], [], { buttons: [{ id: "pass", label: phrase("pass") }] })));
  expect(told()).toEqual([]);
});
