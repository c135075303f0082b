/** What is said at the table: heard quietly, and not at all from whom one has muted. */
import { SvelteMap } from "svelte/reactivity";
import type { Phrase, Remark, Said, SeatInfo, TableInfo } from "../lib/protocol.ts";
import type { Seating } from "../table/seating.svelte.ts";
import { MutedPeople, playerKey, speakerKey } from "./muted.svelte.ts";
import { endsProposal, isFromTable } from "./remarks.ts";

/** Milliseconds that a reaction is seen at its seat. */
export const BUBBLE_DURATION = 5000;

/** Somebody whom one can mute. */
interface Person {
  /** By what they are known, whatever they call themselves. */
  readonly key: string;
  readonly name: string;
}

export class Chat {
  #remarks = $state.raw<Remark[]>([]);
  /** Whether anything has been told of what was said. */
  #loaded = false;
  readonly #muted: MutedPeople;
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
  #notify: (phrase: Phrase, holds: () => boolean) => void;

  /** Whether nobody is heard. */
  readonly allMuted = $derived.by(() => this.#muted.all);
  /** What is heard; what the table itself tells always is. */
  readonly remarks = $derived.by(() =>
    this.#remarks
      .filter((remark) => this.#isAudible(remark))
      .map((remark) => this.#withDistinctName(remark)),
  );
  readonly unread = $derived.by(
    () =>
      this.remarks.filter((remark) => remark.number > this.#read && !this.#isOwn(remark)).length,
  );
  /** Those who do not sit here, or no more, and have said something, as they are called by now. */
  readonly #others = $derived.by(() => {
    const found = new Map<string, string>();
    for (const remark of this.#remarks) {
      if (remark.seat === null) found.set(speakerKey(remark, this.#seats), remark.name);
    }
    return found;
  });
  /** What those of them are called who go by one name together. */
  readonly #numberedNames = $derived.by(() => {
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
      .map((seat) => ({ key: playerKey(seat), name: seat.name })),
    ...[...this.#others].map(([key, name]) => ({
      key,
      name: this.#numberedNames.get(key) ?? name,
    })),
  ]);
  /** Whether one who looks may say something. */
  readonly canSpeak = $derived.by(() => {
    const { table } = this.#seating;
    if (!table || table.talk === "off") return false;
    return table.talk === "open" || table.seats.some(({ mine }) => mine);
  });
  /** Whether there is anything to hear or to settle here: somebody else, or what was said. */
  readonly available = $derived.by(() => {
    const { table } = this.#seating;
    if (!table) return false;
    const others = table.seats.some(({ kind, mine }) => kind === "person" && !mine);
    const seated = table.seats.some(({ mine }) => mine);
    const hears = table.talk === "open" || (table.talk === "friends" && seated);
    return this.#remarks.length > 0 || (others && (hears || table.host));
  });

  constructor(
    match: string,
    seating: Seating,
    mention: (phrase: Phrase, holds: () => boolean) => void,
  ) {
    this.#seating = seating;
    this.#notify = mention;
    this.#muted = new MutedPeople(match);
  }

  get #seats(): SeatInfo[] {
    return this.#seating.table?.seats ?? [];
  }

  /** The table has been told of: who sits here may be called something else, or be another. */
  follow(table: TableInfo): void {
    this.#muted.follow(table);
  }

  /** A connection has come about; what is said next may be all that was said before. */
  onConnect(): void {
    this.#connections += 1;
  }

  take({ remarks, fresh }: Said): void {
    const known = fresh ? [] : this.#remarks;
    const last = this.#remarks.at(-1)?.number ?? 0;
    const news = remarks.filter(({ number }) => fresh || number > last);
    // What was said before one came is no news; what was while the connection was lost is.
    const before = fresh && !this.#loaded && this.#connections < 2;
    if (before) this.#read = remarks.at(-1)?.number ?? 0;
    this.#loaded = true;
    this.#muted.recognize(news, this.#seats);
    this.#remarks = [...known, ...news];
    if (fresh) return;
    for (const remark of news.filter((one) => this.#isAudible(one))) this.#show(remark);
  }

  /** All that is there is looked at. */
  markRead(): void {
    this.#read = this.#remarks.at(-1)?.number ?? 0;
  }

  isMuted({ key }: Person): boolean {
    return this.#muted.has(key);
  }

  mute({ key, name }: Person, on: boolean): void {
    this.#muted.mute(key, name, on);
  }

  /** Hear nobody, or everybody again who is not muted. */
  muteAll(on: boolean): void {
    this.#muted.muteAll(on);
    if (on) this.bubbles.clear();
  }

  #isAudible(remark: Remark): boolean {
    return (
      isFromTable(remark) || !(this.allMuted || this.#muted.has(speakerKey(remark, this.#seats)))
    );
  }

  /** A remark under a name that nobody else here goes by. */
  #withDistinctName(remark: Remark): Remark {
    if (remark.seat !== null) return remark;
    const name = this.#numberedNames.get(speakerKey(remark, this.#seats));
    return name === undefined ? remark : { ...remark, name };
  }

  #isOwn(remark: Remark): boolean {
    return this.#seats.some(({ seat, mine }) => mine && seat === remark.seat);
  }

  /** What came of a wish is outdated once it is made again, or the match rests or goes on. */
  #untilProposedAgain(what: string | undefined): () => boolean {
    const { paused, proposal } = this.#seating.table!;
    return () => {
      const { paused: rests, proposal: now } = this.#seating.table!;
      const again = now !== null && now.what === what && now.at !== proposal?.at;
      return rests === paused && !again;
    };
  }

  #show(remark: Remark): void {
    const { seat, kind, name, text } = remark;
    if (endsProposal(kind)) {
      const refuses = kind === "refused" && this.#isOwn(remark);
      const values = { name, what: text ?? "" };
      if (this.#seating.own.length && !refuses) {
        this.#notify({ key: `decision-${kind}`, values }, this.#untilProposedAgain(text));
      }
      return;
    }
    if (!this.#isOwn(remark)) this.latest = this.#withDistinctName(remark);
    if (seat === null || kind === "text") return;
    this.bubbles.set(seat, remark);
    setTimeout(() => {
      if (this.bubbles.get(seat) === remark) this.bubbles.delete(seat);
    }, BUBBLE_DURATION);
  }
}
