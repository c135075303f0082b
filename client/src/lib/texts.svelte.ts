/** Translated texts, from the same Fluent files that the server uses. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { SvelteMap } from "svelte/reactivity";
import { texts } from "./api.ts";
import { loadArt } from "./art.svelte.ts";
import type { Phrase } from "./protocol.ts";
import { LANGUAGES, settings, type Language } from "./settings.svelte.ts";

type Value = number | string | Phrase;
export type Values = Record<string, Value | Value[]>;

/** The key of the phrase that stands for a seat's player. */
const SEAT_NAME = "seat-name";

/** Players' names by seat; a seat without a name is called by its letter. */
export type Names = readonly (string | undefined)[];

/** Bundles by `place/language`; a place is a game's key or `core`. */
const bundles = new SvelteMap<string, FluentBundle>();
const pending = new Map<string, Promise<void>>();
const places = new Set<string>();
const active = $state({ language: settings.language, game: "" });

/** The language shown: the chosen one once its texts have arrived. */
export const language = (): Language => active.language;

/** Add texts without asking the server. */
export function addTexts(place: string, language: Language, file: string): void {
  // Isolation marks around values would be read out and copied along with names.
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(file));
  places.add(place);
  bundles.set(`${place}/${language}`, bundle);
}

function fetchTexts(place: string, language: Language): Promise<void> {
  const key = `${place}/${language}`;
  let loading = pending.get(key);
  if (!loading) {
    loading = texts(place, language).then((file) => addTexts(place, language, file));
    loading.catch(() => pending.delete(key));
    pending.set(key, loading);
  }
  return loading;
}

/** Add texts that arrived with another response, unless they are there. */
export function provideTexts(place: string, language: Language, file: string): void {
  const key = `${place}/${language}`;
  if (pending.has(key)) return;
  pending.set(key, Promise.resolve());
  addTexts(place, language, file);
}

/** Fetch the texts of a game, or of the product (`core`), in the chosen language. */
export async function loadTexts(place: string): Promise<void> {
  places.add(place);
  await fetchTexts(place, settings.language);
}

/** The game that was requested last: texts of an earlier one may arrive later. */
let requestedGame = "";

/** Fetch a game's texts and drawings, and make it the one that `say` and `t` use, unless another
 * one is requested meanwhile.
 */
export async function loadGame(game: string): Promise<void> {
  requestedGame = game;
  await Promise.all([loadTexts("core"), loadArt("core"), loadTexts(game), loadArt(game)]);
  if (game === requestedGame) active.game = game;
}

/** Follow the chosen language, switching once all texts are there; returns a function that ends it.
 */
export function followLanguage(): () => void {
  return $effect.root(() => {
    $effect(() => {
      const wanted = settings.language;
      void Promise.allSettled([...places].map((place) => fetchTexts(place, wanted))).then(() => {
        // Without the product's texts the language stays; the choice may have changed meanwhile.
        if (wanted === settings.language && bundles.has(`core/${wanted}`)) {
          active.language = wanted;
        }
      });
    });
    $effect(() => {
      document.documentElement.lang = active.language;
    });
  });
}

/** A phrase in the user's language; the game's messages take precedence over the product's. */
export function say(phrase: Phrase, names: Names = [], game = active.game): string {
  return format(phrase, names, [game, "core"]);
}

/** A message of the product, or of the given game. */
export function t(key: string, values: Values = {}, game?: string): string {
  return format({ key, values }, [], game ? [game, "core"] : ["core", active.game]);
}

/** Whether a game (or the product) has a message. */
export function has(key: string, place = "core"): boolean {
  return bundleOf(place)?.hasMessage(key) ?? false;
}

/** The bundle of a place; in another language where the one shown is missing. */
function bundleOf(place: string): FluentBundle | undefined {
  return [active.language, ...LANGUAGES]
    .map((language) => bundles.get(`${place}/${language}`))
    .find((bundle) => bundle);
}

function format({ key, values }: Phrase, names: Names, from: readonly string[]): string {
  if (key === SEAT_NAME && typeof values.seat === "number") return seatName(values.seat, names);
  const args = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(value, names, from)]),
  );
  for (const place of from) {
    const bundle = bundleOf(place);
    const pattern = bundle?.getMessage(key)?.value;
    // With a list for errors Fluent leaves a readable placeholder where a value is missing.
    if (bundle && pattern) return fixElisions(bundle.formatPattern(pattern, args, []));
  }
  return `[${[key, ...Object.values(args)].join(" ")}]`;
}

const VOWELS = "aeiouàáâäåæéèêëîïíóôöøœúùûü";
/** French elision before a vowel, or a Y that sounds like one: d’Yves, but de Yann. */
const ELIDES = new RegExp(`e \\u2060(?=[${VOWELS}]|y(?![${VOWELS}]))`, "gi");

/** Elisions after French `de` and `que`, which the server's texts mark with U+2060 (d’Anna, de
 * Ben), and a single full stop where a value ends with one.
 */
const fixElisions = (text: string) =>
  text
    .replace(ELIDES, "’")
    .replaceAll("\u2060", "")
    .replace(/([^.])\.\.(?=\s|$)/g, "$1.");

function formatValue(
  value: Value | readonly Value[],
  names: Names,
  from: readonly string[],
): string | number {
  if (typeof value !== "object") return value;
  if ("key" in value) return format(value, names, from);
  return formatList(value.map((item) => String(formatValue(item, names, from))));
}

/** A list of words in the user's language; in English as in the texts, without a comma before the
 * last “and”.
 */
export const formatList = (words: string[]): string =>
  new Intl.ListFormat(active.language === "en" ? "en-GB" : active.language).format(words);

/** The letter of a seat: A for 0. */
export const seatLetter = (seat: number) => String.fromCharCode(65 + seat);

/** The name of a seat's player. */
export const seatName = (seat: number, names: Names = []) =>
  names[seat] || t(SEAT_NAME, { letter: seatLetter(seat) });
