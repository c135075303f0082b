/** Links are labelled with whether they are secret, and whose seats they open. */
import { readFileSync } from "node:fs";
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberSeats } from "../src/lib/seatLinks";
import { settings, type Language } from "../src/lib/settings.svelte";
import { addTexts, followLanguage, t } from "../src/lib/texts.svelte";
import SeatLinks from "../src/shell/SeatLinks.svelte";

const WORDS: Language[] = ["en", "de", "fr"];
const NAMES = ["Anna", "Mia"];
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  for (const language of WORDS) {
    const file = `../src/tischlein/presentation/texts.${language}.ftl`;
    addTexts("core", language, readFileSync(file, "utf8"));
  }
  stop = followLanguage();
  vi.stubGlobal("fetch", (path: string, { headers }: { headers: Record<string, string> }) => {
    if (!path.startsWith("/api/matches/")) return Promise.reject(new TypeError("no network"));
    const seats = NAMES.map((name, seat) => ({
      name,
      seat,
      mine: headers["X-Tischlein-Token"] === `m.${name}`,
    }));
    return Promise.resolve(new Response(JSON.stringify({ seats })));
  });
});
afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
});

/** Render the links of so many seats in a language; returns the labels of the copy buttons. */
async function shown(names: string[], language: Language): Promise<string[]> {
  settings.language = language;
  rememberSeats({ match: "m", seat_secrets: names.map((name) => `m.${name}`) });
  const { container } = render(SeatLinks, { match: "m" });
  await vi.waitFor(() => {
    expect(container.querySelectorAll(".copy")).toHaveLength(names.length > 1 ? 3 : 1);
    expect(container.querySelector("summary")).toHaveTextContent(t("private-link"));
  });
  return [...container.querySelectorAll(".copy button")].map((button) => button.textContent.trim());
}

it.each(WORDS)("tells the links of several seats from each other and from the table's (%s)", async (language) => {
  const buttons = await shown(NAMES, language);
  expect(new Set([...buttons, t("copy-link")]).size).toBe(4);
  expect(buttons[1]).toContain("Anna");
  expect(buttons[2]).toContain("Mia");
  expect(screen.queryByText(t("private-link-hint", { count: 1 }))).toBeNull();
  expect(screen.getByText(t("private-link-hint", { count: 2 }))).toBeInTheDocument();
});

it("speaks of one seat where there is one", async () => {
  expect(await shown(["Anna"], "en")).toEqual(["Copy the link to your seat"]);
  expect(screen.getByText(/can play on your seat\. Keep it to yourself/)).toBeInTheDocument();
});
