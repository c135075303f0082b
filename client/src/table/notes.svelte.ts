/** Notes at a target: why it cannot be picked, or what went wrong. */
import type { Phrase } from "../lib/protocol.ts";

export interface Note {
  /** The target it is shown at, null for none. */
  target: string | null;
  phrase: Phrase;
  rule: string;
  culprits: string[];
  /** What it lists, below its phrase. */
  lines?: Phrase[][];
  /** It blames nobody: it outlasts events, and disappears by itself. */
  transient?: boolean;
  /** Whether a transient note still applies; without this function it does. */
  isCurrent?: () => boolean;
  /** It was read out already, by itself before another note replaced it, or by the log. */
  announced?: boolean;
}

/** The content of a refusal. */
type Reason = Pick<Note, "phrase" | "rule" | "culprits">;

export class Notes {
  /** A note that is shown until the next event, or for a while. */
  #current = $state.raw<Note | null>(null);
  /** A note that is shown until it is closed, and the names in it. */
  #persistent = $state.raw<Note | null>(null);
  #named: readonly string[] = [];
  /** The note that is shown. */
  readonly note = $derived(this.#current ?? this.#persistent);
  /** The targets that explain it. */
  readonly highlighted = $derived(new Set(this.note?.culprits ?? []));

  /** Show by which rule something is not possible. */
  showRefusal({ phrase, rule, culprits }: Reason, target: string | null): void {
    this.#set({ target, phrase, rule, culprits });
  }

  /** Show something that no rule is about. */
  show(phrase: Phrase, target: string | null = null): void {
    this.#set({ target, phrase, rule: "", culprits: [] });
  }

  /** Show a transient note, as long as it applies. */
  showTransient(phrase: Phrase, target: string | null = null, holds?: () => boolean): void {
    this.#set({ target, phrase, rule: "", culprits: [], transient: true, isCurrent: holds });
  }

  /** Say that a target has no effect now, and what is expected instead, as long as that holds. */
  showIdle(target: string, expected: Phrase, holds: () => boolean): void {
    this.showTransient({ key: "table-idle-target", values: {} }, target, holds);
    this.#current = { ...this.#current!, lines: [[expected]] };
  }

  /** Show events that the log announces, until the next one. */
  showEvents(key: string, lines: Phrase[][]): void {
    const phrase = { key, values: {} };
    this.#set({ target: null, phrase, lines, rule: "", culprits: [], announced: true });
  }

  /** Show a note until it is closed; names of an unclosed one are added to it. */
  showPersistent(key: string, names: readonly string[]): void {
    this.#current = null;
    const named = this.#persistent ? [...this.#named, ...names] : [...names];
    const phrase = { key, values: { names: named, count: named.length } };
    this.#named = named;
    this.#persistent = { target: null, phrase, rule: "", culprits: [] };
  }

  #set(note: Note): void {
    this.#current = note;
    if (this.#persistent) this.#persistent = { ...this.#persistent, announced: true };
  }

  /** Close the note that is shown. */
  close(): void {
    if (this.#current) this.#current = null;
    else this.#persistent = null;
  }

  /** Another action begins: remove the note about the last one. */
  clear(): void {
    this.#current = null;
  }

  /** Remove transient notes once they no longer apply; returns a function that ends it. */
  follow(): () => void {
    return $effect.root(() => {
      $effect(() => {
        if (this.#current?.isCurrent?.() === false) this.clear();
      });
    });
  }

  /** An event has happened: a note about a refusal is outdated. */
  onEvent(): void {
    if (!this.#current?.transient) this.clear();
  }
}
