/** The chat of a table, without the people who are muted. */
import { SvelteMap } from "svelte/reactivity";
import type { Phrase, Remark, Said, SeatInfo, TableInfo } from "../lib/protocol.ts";
import type { Seating } from "../table/seating.svelte.ts";
import { keepDraft, keptDraft } from "./keptDraft.ts";
import { MutedPeople, playerKey, speakerKey } from "./muted.svelte.ts";
import { endsProposal, isFromTable } from "./remarks.ts";

/** Milliseconds that a reaction is shown at its seat. */
export const BUBBLE_DURATION = 5000;

/** Somebody who can be muted. */
interface Person {
  /** Identifies the person, whatever they call themselves. */
  readonly key: string;
  readonly name: string;
}

export class Chat {
  #remarks = $state.raw<Remark[]>([]);
  /** Whether any messages have arrived. */
  #loaded = false;
  readonly #muted: MutedPeople;
  /** The number of the last message that was read. */
  #read = $state(0);
  /** How often the connection has been opened. */
  #connections = 0;
  readonly #match: string;
  #draft = $state("");
  /** Reactions shown at seats for a moment. */
  readonly bubbles = new SvelteMap<number, Remark>();
  /** The newest message that arrived while this page was open, for screen readers. */
  latest = $state.raw<Remark | null>(null);

  #seating: Seating;
  /** Shows a transient note about the outcome of a proposal. */
  #notify: (phrase: Phrase, holds: () => boolean) => void;

  /** Whether everybody is muted. */
  readonly allMuted = $derived.by(() => this.#muted.all);
  /** The messages that are shown; those from the table itself always are. */
  readonly remarks = $derived.by(() =>
    this.#remarks
      .filter((remark) => this.#isAudible(remark))
      .map((remark) => this.#withDistinctName(remark)),
  );
  readonly unread = $derived.by(
    () =>
      this.remarks.filter((remark) => remark.number > this.#read && !this.#isOwn(remark)).length,
  );
  /** People without a seat (any more) who have written something, by their current names. */
  readonly #others = $derived.by(() => {
    const found = new Map<string, string>();
    for (const remark of this.#remarks) {
      if (remark.seat === null) found.set(speakerKey(remark, this.#seats), remark.name);
    }
    return found;
  });
  /** Numbered names for those of them who share one. */
  readonly #numberedNames = $derived.by(() => {
    const numbered = new Map<string, string>();
    const counts = new Map<string, number>();
    for (const [known, name] of this.#others) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.get(name)! > 1) numbered.set(known, `${name} ${counts.get(name)}`);
    }
    return numbered;
  });
  /** Others who sit here or have written something, and can be muted. */
  readonly people = $derived.by<Person[]>(() => [
    ...this.#seats
      .filter(({ kind, mine }) => kind === "person" && !mine)
      .map((seat) => ({ key: playerKey(seat), name: seat.name })),
    ...[...this.#others].map(([key, name]) => ({
      key,
      name: this.#numberedNames.get(key) ?? name,
    })),
  ]);
  /** Whether this page may write messages. */
  readonly canSpeak = $derived.by(() => {
    const { table } = this.#seating;
    if (!table || table.talk === "off") return false;
    return table.talk === "open" || table.seats.some(({ mine }) => mine);
  });
  /** Whether there is a chat to show: somebody else to talk to, or messages. */
  readonly available = $derived.by(() => {
    const { table } = this.#seating;
    if (!table) return false;
    const others = table.seats.some(({ kind, mine }) => kind === "person" && !mine);
    const seated = table.seats.some(({ mine }) => mine);
    const canRead = table.talk === "open" || (table.talk === "friends" && seated);
    return this.#remarks.length > 0 || (others && (canRead || (table.host && !table.from_record)));
  });

  constructor(
    match: string,
    seating: Seating,
    mention: (phrase: Phrase, holds: () => boolean) => void,
  ) {
    this.#match = match;
    this.#seating = seating;
    this.#notify = mention;
    this.#draft = keptDraft(match);
    this.#muted = new MutedPeople(match);
  }

  /** The message being typed; shared by all panels. */
  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    // On a shared device somebody else may be the next to look at the page.
    keepDraft(this.#match, this.#seating.ownSeats.length > 1 ? "" : text);
  }

  get #seats(): SeatInfo[] {
    return this.#seating.table?.seats ?? [];
  }

  /** The table has changed: people may have other names or seats. */
  follow(table: TableInfo): void {
    this.#muted.follow(table);
  }

  /** A connection was opened; the next messages may be the whole history. */
  onConnect(): void {
    this.#connections += 1;
  }

  addMessages({ remarks, fresh }: Said): void {
    const known = fresh ? [] : this.#remarks;
    const last = this.#remarks.at(-1)?.number ?? 0;
    const news = remarks.filter(({ number }) => fresh || number > last);
    // History is not new, except what was written while the connection was lost.
    const before = fresh && !this.#loaded && this.#connections < 2;
    if (before) this.#read = remarks.at(-1)?.number ?? 0;
    this.#loaded = true;
    this.#muted.recognize(news, this.#seats);
    this.#remarks = [...known, ...news];
    if (fresh) return;
    for (const remark of news.filter((one) => this.#isAudible(one))) this.#show(remark);
  }

  /** Mark all messages as read. */
  markRead(): void {
    this.#read = this.#remarks.at(-1)?.number ?? 0;
  }

  isMuted({ key }: Person): boolean {
    return this.#muted.has(key);
  }

  mute({ key, name }: Person, on: boolean): void {
    this.#muted.mute(key, name, on);
  }

  /** Mute everybody, or only the muted people again. */
  muteAll(on: boolean): void {
    this.#muted.muteAll(on);
    if (on) this.bubbles.clear();
  }

  #isAudible(remark: Remark): boolean {
    return (
      isFromTable(remark) || !(this.allMuted || this.#muted.has(speakerKey(remark, this.#seats)))
    );
  }

  /** A message under a name that nobody else here has. */
  #withDistinctName(remark: Remark): Remark {
    if (remark.seat !== null) return remark;
    const name = this.#numberedNames.get(speakerKey(remark, this.#seats));
    return name === undefined ? remark : { ...remark, name };
  }

  #isOwn(remark: Remark): boolean {
    return this.#seats.some(({ seat, mine }) => mine && seat === remark.seat);
  }

  /** A note about a proposal is outdated once it is made again, or the match pauses or resumes. */
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
      if (this.#seating.ownSeats.length && !refuses) {
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
