/** What is said at the table: heard quietly, and not at all from whom one has muted. */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Phrase, Remark, Said } from "../lib/protocol.ts";
import type { Seating } from "../table/seating.svelte.ts";
import { endsWish, saidByTable } from "./words.ts";

/** Milliseconds that a reaction is seen at its seat. */
export const SEEN = 5000;
const STORED = "tischlein.muted.";
/** What is muted with everybody. */
const ALL = "*";

export class Talking {
  #remarks = $state.raw<Remark[]>([]);
  /** Names of those who are not heard here, or all. */
  #muted = new SvelteSet<string>();
  /** The number of the last remark that was looked at. */
  #read = $state(0);
  /** How often the connection has come about. */
  #connections = 0;
  /** What is being written, wherever the panel for it is. */
  draft = $state("");
  /** What shows at a seat for a moment. */
  readonly bubbles = new SvelteMap<number, Remark>();
  /** The newest remark that came while one sat here, for screen readers. */
  latest = $state.raw<Remark | null>(null);

  #match: string;
  #seating: Seating;
  /** Hears in passing what has become of what was proposed. */
  #mention: (phrase: Phrase, holds: () => boolean) => void;

  /** Whether nobody is heard. */
  readonly quiet = $derived.by(() => this.#muted.has(ALL));
  /** What is heard; what the table itself tells always is. */
  readonly remarks = $derived.by(() => this.#remarks.filter((remark) => this.#heard(remark)));
  readonly unread = $derived.by(
    () => this.remarks.filter((remark) => remark.number > this.#read && !this.#own(remark)).length,
  );
  /** Names of those who only look on and have said something. */
  readonly speakers = $derived.by(() =>
    this.#remarks.filter(({ seat }) => seat === null).map(({ name }) => name),
  );
  /** Whether one who looks may say something. */
  readonly speaks = $derived.by(() => {
    const { table } = this.#seating;
    if (!table || table.talk === "off") return false;
    return table.talk === "open" || table.seats.some(({ mine }) => mine);
  });
  /** Whether there is anything to hear or to settle here: somebody else, or what was said. */
  readonly present = $derived.by(() => {
    const { table } = this.#seating;
    if (!table) return false;
    const others = table.seats.some(({ kind, mine }) => kind === "person" && !mine);
    const seated = table.seats.some(({ mine }) => mine);
    const hears = table.talk === "open" || (table.talk === "friends" && seated);
    return this.#remarks.length > 0 || (others && (hears || table.host));
  });

  constructor(match: string, seating: Seating, mention: (phrase: Phrase, holds: () => boolean) => void) {
    this.#match = match;
    this.#seating = seating;
    this.#mention = mention;
    for (const name of stored(match)) this.#muted.add(name);
  }

  /** A connection has come about; what is said next may be all that was said before. */
  connects(): void {
    this.#connections += 1;
  }

  take({ remarks, fresh }: Said): void {
    const known = fresh ? [] : this.#remarks;
    const last = this.#remarks.at(-1)?.number ?? 0;
    const news = remarks.filter(({ number }) => fresh || number > last);
    // What was said before one came is no news; what was while the connection was lost is.
    if (fresh && this.#read === 0 && this.#connections < 2) this.#read = remarks.at(-1)?.number ?? 0;
    this.#remarks = [...known, ...news];
    if (fresh) return;
    for (const remark of news.filter((one) => this.#heard(one))) this.#show(remark);
  }

  /** All that is there is looked at. */
  look(): void {
    this.#read = this.#remarks.at(-1)?.number ?? 0;
  }

  mutes(name: string): boolean {
    return this.#muted.has(name);
  }

  mute(name: string, on: boolean): void {
    if (on) this.#muted.add(name);
    else this.#muted.delete(name);
    try {
      localStorage.setItem(STORED + this.#match, JSON.stringify([...this.#muted]));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  /** Hear nobody, or everybody again who is not muted. */
  hush(on: boolean): void {
    this.mute(ALL, on);
    if (on) this.bubbles.clear();
  }

  #heard(remark: Remark): boolean {
    return saidByTable(remark) || !(this.#muted.has(remark.name) || this.#muted.has(ALL));
  }

  #own(remark: Remark): boolean {
    return (this.#seating.table?.seats ?? []).some(
      ({ seat, mine }) => mine && seat === remark.seat,
    );
  }

  /** What came of a wish is outdated once it is made again, or the match rests or goes on. */
  #untilWishedAgain(what: string | undefined): () => boolean {
    const { paused, proposal } = this.#seating.table!;
    return () => {
      const { paused: rests, proposal: now } = this.#seating.table!;
      const again = now !== null && now.what === what && now.at !== proposal?.at;
      return rests === paused && !again;
    };
  }

  #show(remark: Remark): void {
    const { seat, kind, name, text } = remark;
    if (endsWish(kind)) {
      const refuses = kind === "refused" && this.#own(remark);
      const values = { name, what: text ?? "" };
      if (this.#seating.own.length && !refuses) {
        this.#mention({ key: `decision-${kind}`, values }, this.#untilWishedAgain(text));
      }
      return;
    }
    if (!this.#own(remark)) this.latest = remark;
    if (seat === null || kind === "text") return;
    this.bubbles.set(seat, remark);
    setTimeout(() => {
      if (this.bubbles.get(seat) === remark) this.bubbles.delete(seat);
    }, SEEN);
  }
}

function stored(match: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED + match) ?? "[]");
    return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
