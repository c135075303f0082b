/** Short words at a target: why it is not possible, or what went wrong. */
import type { Phrase } from "../lib/protocol.ts";

export interface Note {
  /** Where it is said, null where no target is concerned. */
  target: string | null;
  phrase: Phrase;
  rule: string;
  culprits: string[];
  /** Nobody's mistake: said in passing, it stays over the next events and goes by itself. */
  mild?: boolean;
  /** It stays over all that happens, until it is closed. */
  lasting?: boolean;
}

/** What a refusal says, of an action or of what was asked about. */
type Reason = Pick<Note, "phrase" | "rule" | "culprits">;

export class Notes {
  /** The one note that is shown. */
  note = $state.raw<Note | null>(null);
  /** The targets that explain it. */
  readonly lit = $derived(new Set(this.note?.culprits ?? []));

  /** Say by which rule something is not possible. */
  refuse({ phrase, rule, culprits }: Reason, target: string | null): void {
    this.note = { target, phrase, rule, culprits };
  }

  /** Say something that no rule of the game is concerned with. */
  tell(phrase: Phrase, target: string | null = null): void {
    this.note = { target, phrase, rule: "", culprits: [] };
  }

  /** Say a word that blames nobody. */
  mention(phrase: Phrase, target: string | null = null): void {
    this.note = { target, phrase, rule: "", culprits: [], mild: true };
  }

  /** Say what must not be missed, whenever somebody looks next. */
  insist(phrase: Phrase): void {
    this.note = { target: null, phrase, rule: "", culprits: [], lasting: true };
  }

  clear(): void {
    this.note = null;
  }

  /** Something has happened: what says why something was not possible is outdated. */
  pass(): void {
    if (!this.note?.mild && !this.note?.lasting) this.note = null;
  }
}
