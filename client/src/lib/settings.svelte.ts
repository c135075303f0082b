/** The user's settings in this browser: language, theme, name, and how a table behaves. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How fast the moves of bots are animated. */
export const PACES = ["calm", "fast", "skip"] as const;
export type Pace = (typeof PACES)[number];

export const STORAGE_KEY = "tischlein.settings";

/** The names of the stored settings. */
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

/** The first supported language among the browser's, else English. */
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
  /** Whether the device vibrates when it is one's turn. */
  vibration: boolean = $state(true);
  /** Whether every move needs confirmation. */
  confirm: boolean = $state(false);
  /** Whether the only possible move is made automatically. */
  forced: boolean = $state(false);
  bots: Pace = $state("calm");
  /** The name last used at a table, empty before the first. */
  name: string = $state("");
  /** The level of the bot last played against. */
  level: string = $state("medium");

  /** The settings as they are stored. */
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

  /** Store every change, adopt changes made in other tabs, and apply the theme; returns a function
   * that ends it.
   */
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
