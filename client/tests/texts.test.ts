/** Phrases become sentences of the chosen language, and the language changes as a whole. */
import { flushSync } from "svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Phrase } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import * as texts from "../src/lib/texts.svelte";

const { addTexts, followLanguage, has, language, loadGame, loadTexts, say, t } = texts;

const phrase = (key: string, values: Phrase["values"] = {}): Phrase => ({ key, values });
const seat = (number: number) => phrase("seat-name", { seat: number });

beforeAll(() => {
  addTexts("core", "en", "seat-name = Seat { $letter }\nshared = of the product\nplain = Hello");
  addTexts(
    "chess",
    "en",
    `shared = of the game
moved = { $who } moves { $what } to { $where }.
pawn = the { $colour } pawn
turn = Le tour de \u2060{ $who }. Il n’y a que \u2060{ $who }.
points = { $n ->
    [one] one point
   *[other] { $n } points
}`,
  );
});

describe("a phrase", () => {
  it("names players by their names, and by the seat's letter without one", () => {
    const moved = (who: number) => phrase("moved", { who: seat(who), what: "a4", where: "a5" });
    expect(say(moved(1), ["Anna", "Ben"], "chess")).toBe("Ben moves a4 to a5.");
    expect(say(moved(1), ["Anna"], "chess")).toBe("Seat B moves a4 to a5.");
    expect(say(moved(0), [""], "chess")).toBe("Seat A moves a4 to a5.");
    expect(say(seat(1), ["Anna", "Ben"], "chess")).toBe("Ben");
    expect(say(seat(2), ["Anna", "Ben"], "chess")).toBe("Seat C");
  });

  it("takes phrases and lists as values", () => {
    const what = [phrase("pawn", { colour: "red" }), phrase("pawn", { colour: "blue" }), seat(0)];
    expect(say(phrase("moved", { who: "Ben", what, where: "a5" }), ["Anna"], "chess")).toBe(
      "Ben moves the red pawn, the blue pawn and Anna to a5.",
    );
  });

  it("counts as the language counts", () => {
    expect(say(phrase("points", { n: 1 }), [], "chess")).toBe("one point");
    expect(say(phrase("points", { n: 1200 }), [], "chess")).toBe("1,200 points");
  });

  it("speaks with the game's words before the product's", () => {
    expect(say(phrase("shared"), [], "chess")).toBe("of the game");
    expect(t("shared")).toBe("of the product");
    expect(t("shared", {}, "chess")).toBe("of the game");
    expect(say(phrase("plain"), [], "chess")).toBe("Hello");
  });

  it("elides where the server's French says that it may", () => {
    const turn = (name: string) => say(phrase("turn", { who: seat(0) }), [name], "chess");
    expect(turn("Anna")).toBe("Le tour d’Anna. Il n’y a qu’Anna.");
    expect(turn("Élise de Ott")).toBe("Le tour d’Élise de Ott. Il n’y a qu’Élise de Ott.");
    expect(turn("Özlem")).toBe("Le tour d’Özlem. Il n’y a qu’Özlem.");
    expect(turn("Yves")).toBe("Le tour d’Yves. Il n’y a qu’Yves.");
    expect(turn("Yann")).toBe("Le tour de Yann. Il n’y a que Yann.");
    expect(turn("Ben")).toBe("Le tour de Ben. Il n’y a que Ben.");
  });

  it("ends a sentence with the full stop of a name", () => {
    const turn = say(phrase("turn", { who: seat(0) }), ["N. N."], "chess");
    expect(turn).toBe("Le tour de N. N. Il n’y a que N. N.");
  });

  it("without words stays readable", () => {
    expect(say(phrase("unheard-of", { n: 3, who: seat(0) }), ["Anna"], "chess")).toBe(
      "[unheard-of 3 Anna]",
    );
    expect(has("unheard-of", "chess")).toBe(false);
    expect(has("points", "chess")).toBe(true);
  });
});

describe("another language", () => {
  const files: Record<string, string> = {
    "/api/texts/core/de": "plain = Hallo",
    "/api/texts/chess/de": "shared = des Spiels",
    "/api/texts/core/fr": "plain = Bonjour\nshared = du produit",
  };
  let deliver: (() => void)[];

  beforeEach(() => {
    deliver = [];
    vi.stubGlobal("fetch", (path: string) => {
      const file = files[path];
      const answer = new Response(file ?? "{}", { status: file ? 200 : 404 });
      return new Promise((resolve) => deliver.push(() => resolve(answer)));
    });
    return () => vi.unstubAllGlobals();
  });

  it("shows when all its words have come, and not before", async () => {
    const stop = followLanguage();
    settings.language = "de";
    flushSync();
    await expect.poll(() => deliver).toHaveLength(2);
    deliver[0]!();
    await Promise.resolve();
    expect(t("plain")).toBe("Hello");
    deliver[1]!();
    await expect.poll(() => t("plain")).toBe("Hallo");
    flushSync();
    expect(document.documentElement.lang).toBe("de");
    stop();
  });

  it("leaves a game in the language it has, where the server has no other", async () => {
    const stop = followLanguage();
    settings.language = "fr";
    flushSync();
    await expect.poll(() => deliver).toHaveLength(2);
    deliver.forEach((one) => one());
    await expect.poll(() => t("plain")).toBe("Bonjour");
    expect(language()).toBe("fr");
    expect(t("shared")).toBe("du produit");
    expect(t("shared", {}, "chess")).toBe("of the game");
    expect(say(phrase("shared"), [], "chess")).toBe("of the game");
    stop();
  });

  it("does not show while the server cannot be reached", async () => {
    expect(language()).toBe("fr");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    await expect(loadTexts("core")).resolves.toBeUndefined();
    settings.language = "en";
    await expect(loadTexts("draughts")).rejects.toMatchObject({ status: 0 });
    expect(t("plain")).toBe("Bonjour");
  });
});

it("is of the game whose table was opened last, whichever arrives first", async () => {
  const waiting: [path: string, deliver: () => void][] = [];
  vi.stubGlobal("fetch", (path: string) => {
    const file = path.startsWith("/api/texts") ? `whose = ${path.split("/").at(-2)}` : "<svg/>";
    return new Promise((resolve) => {
      waiting.push([path, () => resolve(new Response(file))]);
    });
  });
  const left = loadGame("go");
  const opened = loadGame("hex");
  const ofLeft = (path: string) => path.includes("/go");
  for (const [path, deliver] of waiting) if (!ofLeft(path)) deliver();
  await opened;
  expect(say(phrase("whose"))).toBe("hex");
  for (const [path, deliver] of waiting) if (ofLeft(path)) deliver();
  await left;
  expect(say(phrase("whose"))).toBe("hex");
  vi.unstubAllGlobals();
});
