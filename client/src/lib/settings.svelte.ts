/** What a person has chosen for this browser: language, theme, name, and how a table behaves. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How what bots do is shown: as hands would do it, in haste, or not at all. */
export const PACES = ["calm", "fast", "skip"] as const;
export type Pace = (typeof PACES)[number];

export const STORAGE_KEY = "tischlein.settings";

/** What is kept, by name. */
const SETTING_NAMES = [
  "language",
  "theme",
  "sound",
  "vibration",
  "confirm",
  "forced",
  "bots",
  "name",
  "level",
] as const;
type Stored = Partial<Record<(typeof SETTING_NAMES)[number], unknown>>;

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
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {}; // Storage may be forbidden, or hold something that is not ours.
  }
}

export class Settings {
  language: Language = $state("en");
  theme: Theme = $state("system");
  sound: boolean = $state(true);
  /** Whether a device that can do so trembles when one is to move. */
  vibration: boolean = $state(true);
  /** Whether every move waits for a second step before it is sent. */
  confirm: boolean = $state(false);
  /** Whether a move is made by itself where there is no other. */
  forced: boolean = $state(false);
  bots: Pace = $state("calm");
  /** The name last used at a table, empty before the first. */
  name: string = $state("");
  /** The level of the bot last played against. */
  level: string = $state("medium");

  /** What this page knows to be stored. */
  #stored: Stored = {};

  constructor() {
    this.#load(read());
  }

  #load(stored: Stored): void {
    this.language =
      LANGUAGES.find((known) => known === stored.language) ?? languageOf(navigator.languages);
    this.theme = THEMES.find((known) => known === stored.theme) ?? "system";
    this.sound = stored.sound !== false;
    this.vibration = stored.vibration !== false;
    this.confirm = stored.confirm === true;
    this.forced = stored.forced === true;
    this.bots = PACES.find((known) => known === stored.bots) ?? "calm";
    this.name = typeof stored.name === "string" ? stored.name : "";
    this.level = typeof stored.level === "string" ? stored.level : "medium";
    this.#stored = this.#current();
  }

  #current(): Stored {
    return Object.fromEntries(SETTING_NAMES.map((name) => [name, this[name]]));
  }

  /** Write every change to the browser's storage, take over what other pages have written there,
      and show the theme, until the answer is called. */
  persist(): () => void {
    const changed = ({ key }: StorageEvent) => {
      if (key === STORAGE_KEY || key === null) this.#load(read());
    };
    addEventListener("storage", changed);
    const stop = $effect.root(() => {
      $effect(() => {
        const current = this.#current();
        const news = SETTING_NAMES.filter((name) => current[name] !== this.#stored[name]);
        this.#stored = current;
        try {
          const own = Object.fromEntries(news.map((name) => [name, current[name]]));
          if (news.length) localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), ...own }));
        } catch {
          // Without storage the settings last as long as the page.
        }
      });
      $effect(() => {
        document.documentElement.dataset.theme = this.theme;
      });
    });
    return () => {
      removeEventListener("storage", changed);
      stop();
    };
  }
}

export const settings = new Settings();
