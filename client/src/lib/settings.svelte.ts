/** What a person has chosen for this browser: language, theme, name, and how a table behaves. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How what bots do is shown: as hands would do it, in haste, or not at all. */
export const PACES = ["calm", "fast", "skip"] as const;
export type Pace = (typeof PACES)[number];

const STORED = "tischlein.settings";

/** What is kept, by name. */
const KEPT = [
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
type Stored = Partial<Record<(typeof KEPT)[number], unknown>>;

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

  constructor() {
    const stored = read();
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
  }

  /** Write every change to the browser's storage, and show the theme, until the answer is called. */
  keep(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const kept = Object.fromEntries(KEPT.map((name) => [name, this[name]]));
        try {
          localStorage.setItem(STORED, JSON.stringify(kept));
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
