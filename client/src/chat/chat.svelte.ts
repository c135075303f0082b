/** What is said at the table: heard quietly, and not at all from whom one has muted. */
import { SvelteMap } from "svelte/reactivity";
import type { Phrase, Remark, Said, SeatInfo, TableInfo } from "../lib/protocol.ts";
import type { Seating } from "../table/seating.svelte.ts";
import { Muted, sitter, speaker } from "./muted.svelte.ts";
import { endsWish, saidByTable } from "./remarks.ts";

/** Milliseconds that a reaction is seen at its seat. */
export const SEEN = 5000;

/** Somebody whom one can mute. */
interface Person {
  /** By what they are known, whatever they call themselves. */
  readonly known: string;
  readonly name: string;
}

export class Talking {
  #remarks = $state.raw<Remark[]>([]);
  /** Whether anything has been told of what was said. */
  #begun = false;
  readonly #muted: Muted;
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

  #seating: Seating;
  /** Hears in passing what has become of what was proposed. */
  #mention: (phrase: Phrase, holds: () => boolean) => void;

  /** Whether nobody is heard. */
  readonly quiet = $derived.by(() => this.#muted.all);
  /** What is heard; what the table itself tells always is. */
  readonly remarks = $derived.by(() =>
    this.#remarks.filter((remark) => this.#heard(remark)).map((remark) => this.#called(remark)),
  );
  readonly unread = $derived.by(
    () => this.remarks.filter((remark) => remark.number > this.#read && !this.#own(remark)).length,
  );
  /** Those who do not sit here, or no more, and have said something, as they are called by now. */
  readonly #others = $derived.by(() => {
    const found = new Map<string, string>();
    for (const remark of this.#remarks) {
      if (remark.seat === null) found.set(speaker(remark, this.#seats), remark.name);
    }
    return found;
  });
  /** What those of them are called who go by one name together. */
  readonly #toldApart = $derived.by(() => {
    const told = new Map<string, string>();
    const so = new Map<string, number>();
    for (const [known, name] of this.#others) {
      so.set(name, (so.get(name) ?? 0) + 1);
      if (so.get(name)! > 1) told.set(known, `${name} ${so.get(name)}`);
    }
    return told;
  });
  /** Others who sit here, or have said something, and whom one can mute. */
  readonly people = $derived.by<Person[]>(() => [
    ...this.#seats
      .filter(({ kind, mine }) => kind === "person" && !mine)
      .map((seat) => ({ known: sitter(seat), name: seat.name })),
    ...[...this.#others].map(([known, name]) => ({
      known,
      name: this.#toldApart.get(known) ?? name,
    })),
  ]);
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
    this.#seating = seating;
    this.#mention = mention;
    this.#muted = new Muted(match);
  }

  get #seats(): SeatInfo[] {
    return this.#seating.table?.seats ?? [];
  }

  /** The table has been told of: who sits here may be called something else, or be another. */
  follow(table: TableInfo): void {
    this.#muted.follow(table);
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
    const before = fresh && !this.#begun && this.#connections < 2;
    if (before) this.#read = remarks.at(-1)?.number ?? 0;
    this.#begun = true;
    this.#muted.listen(news, this.#seats);
    this.#remarks = [...known, ...news];
    if (fresh) return;
    for (const remark of news.filter((one) => this.#heard(one))) this.#show(remark);
  }

  /** All that is there is looked at. */
  look(): void {
    this.#read = this.#remarks.at(-1)?.number ?? 0;
  }

  mutes({ known }: Person): boolean {
    return this.#muted.has(known);
  }

  mute({ known, name }: Person, on: boolean): void {
    this.#muted.mute(known, name, on);
  }

  /** Hear nobody, or everybody again who is not muted. */
  hush(on: boolean): void {
    this.#muted.muteAll(on);
    if (on) this.bubbles.clear();
  }

  #heard(remark: Remark): boolean {
    return saidByTable(remark) || !(this.quiet || this.#muted.has(speaker(remark, this.#seats)));
  }

  /** A remark under a name that nobody else here goes by. */
  #called(remark: Remark): Remark {
    if (remark.seat !== null) return remark;
    const name = this.#toldApart.get(speaker(remark, this.#seats));
    return name === undefined ? remark : { ...remark, name };
  }

  #own(remark: Remark): boolean {
    return this.#seats.some(({ seat, mine }) => mine && seat === remark.seat);
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
    if (!this.#own(remark)) this.latest = this.#called(remark);
    if (seat === null || kind === "text") return;
    this.bubbles.set(seat, remark);
    setTimeout(() => {
      if (this.bubbles.get(seat) === remark) this.bubbles.delete(seat);
    }, SEEN);
  }
}
