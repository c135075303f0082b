/** The bar asks what holds now, and nothing that has been answered. */
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import ActionBar from "../../src/table/ActionBar.svelte";
import { mine, phrase, says, scene, sent, session, sitsDown, view } from "./sitting";

sitsDown();

it("an answered question is not asked again while the answer is on its way", async () => {
  await says(view(1, { ...mine, prompt: phrase("first"), prompts: { one: phrase("then") } }));
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
  await says(view(2, scene([1], [], { prompt: phrase("wait") })));
  expect(asked()).toBe("[wait]");
});
