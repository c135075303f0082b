/** Short words at a target: why it is not possible, or what went wrong. */
import type { Phrase } from "../lib/protocol.ts";

export interface Note {
  /** Where it is said, null where no target is concerned. */
  target: string | null;
  phrase: Phrase;
  rule: string;
  culprits: string[];
  /** Nobody's mistake: said in passing, it stays over the next events and goes by itself. */
  transient?: boolean;
  /** Whether what is said in passing is true still; without it, it does not become untrue. */
  isCurrent?: () => boolean;
  /** Something else has been said since: it is not to be read out once more. */
  announced?: boolean;
}

/** What a refusal says, of an action or of what was asked about. */
type Reason = Pick<Note, "phrase" | "rule" | "culprits">;

export class Notes {
  /** What is said until something happens, or for a while. */
  #current = $state.raw<Note | null>(null);
  /** What is said until it is closed, and of whom. */
  #persistent = $state.raw<Note | null>(null);
  #named: readonly string[] = [];
  /** The one note that is shown. */
  readonly note = $derived(this.#current ?? this.#persistent);
  /** The targets that explain it. */
  readonly highlighted = $derived(new Set(this.note?.culprits ?? []));

  /** Say by which rule something is not possible. */
  showRefusal({ phrase, rule, culprits }: Reason, target: string | null): void {
    this.#set({ target, phrase, rule, culprits });
  }

  /** Say something that no rule of the game is concerned with. */
  show(phrase: Phrase, target: string | null = null): void {
    this.#set({ target, phrase, rule: "", culprits: [] });
  }

  /** Say a word that blames nobody, for a while at most as long as it holds. */
  showTransient(phrase: Phrase, target: string | null = null, holds?: () => boolean): void {
    this.#set({ target, phrase, rule: "", culprits: [], transient: true, isCurrent: holds });
  }

  /** Say what these people must not miss, whenever somebody looks next; of whom it has been said
      and not been closed since, it is said in the same breath. */
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

  /** Something else is done: what is said of what was done before is over. */
  clear(): void {
    this.#current = null;
  }

  /** End what is said in passing as soon as it holds no more, until called off. */
  follow(): () => void {
    return $effect.root(() => {
      $effect(() => {
        if (this.#current?.isCurrent?.() === false) this.clear();
      });
    });
  }

  /** Something has happened: what says why something was not possible is outdated. */
  onEvent(): void {
    if (!this.#current?.transient) this.clear();
  }
}
