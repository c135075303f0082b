/** Settings come from the browser's language and storage, and are stored. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { languageOf, Settings } from "../src/lib/settings.svelte";

const STORED = "tischlein.settings";

beforeEach(() => localStorage.clear());
afterEach(() => delete document.documentElement.dataset.theme);

describe("the language", () => {
  it("is the first of the browser's that we speak", () => {
    expect(languageOf(["nl-NL", "de-AT", "en"])).toBe("de");
    expect(languageOf(["FR"])).toBe("fr");
  });

  it("is English where we speak none of them", () => {
    expect(languageOf(["nl", "sv-SE"])).toBe("en");
    expect(languageOf([])).toBe("en");
  });
});

describe("stored settings", () => {
  it("are taken up", () => {
    localStorage.setItem(
      STORED,
      JSON.stringify({ language: "fr", theme: "dark", sound: false, name: "Zoé", level: "strong" }),
    );
    const { language, theme, sound, name, level } = new Settings();
    expect({ language, theme, sound, name, level }).toEqual({
      language: "fr",
      theme: "dark",
      sound: false,
      name: "Zoé",
      level: "strong",
    });
  });

  it("hold how a table behaves, calmly by default", () => {
    const { confirm, forced, bots, vibration } = new Settings();
    expect({ confirm, forced, bots, vibration }).toEqual({
      confirm: false,
      forced: false,
      bots: "calm",
      vibration: true,
    });
    localStorage.setItem(STORED, JSON.stringify({ confirm: true, bots: "skip", forced: "yes" }));
    expect(new Settings()).toMatchObject({ confirm: true, bots: "skip", forced: false });
  });

  it.each(["not json", "null", '"text"', '{"language":"xx","theme":3,"name":{}}'])(
    "that make no sense are left aside: %s",
    (stored) => {
      localStorage.setItem(STORED, stored);
      const { language, theme, sound, name } = new Settings();
      expect({ language, theme, sound, name }).toEqual({
        language: "en",
        theme: "system",
        sound: true,
        name: "",
      });
    },
  );

  it("follow every change, and the theme shows on the page", () => {
    const settings = new Settings();
    const stop = settings.persist();
    flushSync();
    expect(document.documentElement.dataset.theme).toBe("system");
    settings.theme = "light";
    settings.name = "Ada";
    flushSync();
    stop();
    expect(document.documentElement.dataset.theme).toBe("light");
    expect(JSON.parse(localStorage.getItem(STORED)!)).toMatchObject({ theme: "light", name: "Ada" });
  });

  it("of two pages follow each other, and each writes what it has changed alone", () => {
    const [one, other] = [new Settings(), new Settings()];
    const stops = [one.persist(), other.persist()];
    flushSync();
    one.language = "de";
    one.name = "Ada";
    flushSync();
    other.sound = false;
    flushSync();
    const stored = () => JSON.parse(localStorage.getItem(STORED)!) as object;
    expect(stored()).toEqual({ language: "de", name: "Ada", sound: false });
    dispatchEvent(new StorageEvent("storage", { key: STORED }));
    expect([other.language, other.name, one.sound]).toEqual(["de", "Ada", false]);
    flushSync();
    localStorage.setItem(STORED, JSON.stringify({ ...stored(), name: "" }));
    dispatchEvent(new StorageEvent("storage", { key: STORED }));
    flushSync();
    other.theme = "dark";
    flushSync();
    for (const stop of stops) stop();
    expect(stored()).toEqual({ language: "de", name: "", sound: false, theme: "dark" });
  });
});
