/** What a person has chosen for this browser: language, theme, sound, name and preferred bot. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORED = "tischlein.settings";

interface Stored {
  language?: unknown;
  theme?: unknown;
  sound?: unknown;
  name?: unknown;
  level?: unknown;
}

/** The first of the browser's languages that we speak, English if there is none. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => known === tag.toLowerCase().split("-")[0]);
    if (language) return language;
  }
  return "en";
}

function read(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {}; // Storage may be forbidden, or hold something that is not ours.
  }
}

export class Settings {
  language: Language = $state("en");
  theme: Theme = $state("system");
  sound: boolean = $state(true);
  /** The name last used at a table, empty before the first. */
  name: string = $state("");
  /** The level of the bot last played against. */
  level: string = $state("medium");

  constructor() {
    const { language, theme, sound, name, level } = read();
    this.language =
      LANGUAGES.find((known) => known === language) ?? languageOf(navigator.languages);
    this.theme = THEMES.find((known) => known === theme) ?? "system";
    this.sound = sound !== false;
    this.name = typeof name === "string" ? name : "";
    this.level = typeof level === "string" ? level : "medium";
  }

  /** Write every change to the browser's storage, and show the theme, until the answer is called. */
  keep(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const { language, theme, sound, name, level } = this;
        try {
          localStorage.setItem(STORED, JSON.stringify({ language, theme, sound, name, level }));
        } catch {
          // Without storage the settings last as long as the page.
        }
      });
      $effect(() => {
        document.documentElement.dataset.theme = this.theme;
      });
    });
  }
}

export const settings = new Settings();
