/** Advice: what a good player would do, asked for once and shown as long as the position stands. */
import { ApiError, askAdvice } from "../lib/api.ts";
import { heldByAction, type HeldPiece } from "../lib/aim.ts";
import type { Advice, Choice, Phrase, Scene } from "../lib/protocol.ts";
import type { TargetSelection } from "../table/selection.svelte.ts";
import type { Draft } from "../table/draft.svelte.ts";
import type { MatchReplay } from "../table/replay.svelte.ts";
import type { Seating } from "../table/seating.svelte.ts";
import type { BoardView } from "../table/boardView.svelte.ts";

/** What advice has to do with. */
export interface AdvisorContext {
  readonly seating: Seating;
  readonly board: BoardView;
  readonly selection: TargetSelection;
  readonly draft: Draft;
  readonly replay: MatchReplay;
}

/** An action that was named, as the scene offers it; null where it is aimed and not picked. */
export interface Suggestion {
  action: number;
  choice: Choice | null;
  /** The targets that it picks. */
  path: readonly string[];
  /** What would be told of it; empty where that is not known. */
  phrases: readonly Phrase[];
  /** Where the piece is let go; null where it is picked and not aimed. */
  held: HeldPiece | null;
  /** Of the bot's tries, what went to it; null where it does not share them out. */
  share: number | null;
}

export class Advisor {
  /** The scene that was asked about, null while nothing is asked. */
  #askedScene = $state.raw<Scene | null>(null);
  #answer = $state.raw<Advice | null>(null);
  trouble = $state.raw<Phrase | null>(null);
  /** Which of the named actions is looked at alone. */
  highlighted = $state<number | null>(null);

  #context: AdvisorContext;

  /** Whether the card lies on the table; a position that is gone takes it away. */
  readonly open = $derived.by(
    () => this.#askedScene !== null && this.#askedScene === this.#context.board.shown,
  );
  readonly advice = $derived(this.open ? this.#answer : null);
  readonly busy = $derived(this.open && !this.#answer && !this.trouble);
  /** Whether there is something to ask about. */
  readonly canAsk = $derived.by(() => {
    const { seating, board, replay, draft } = this.#context;
    const scene = board.shown;
    return (
      (seating.table?.advice ?? false) &&
      seating.playing &&
      seating.viewerSeat !== null &&
      !replay.on &&
      !draft.complete &&
      scene !== null &&
      !scene.race &&
      (scene.awaited?.includes(seating.viewerSeat) ?? false)
    );
  });
  /** Whether others are told that one asks. */
  readonly announced = $derived.by(
    () =>
      (this.#context.seating.table?.seats ?? []).filter(({ kind }) => kind === "person").length > 1,
  );
  readonly suggestions: Suggestion[] = $derived.by(() => {
    const scene = this.#context.board.shown;
    return (this.advice?.actions ?? []).map((action, at) => {
      const choice = scene?.choices?.find((offered) => offered.action === action) ?? null;
      const held = choice ? null : heldByAction(scene?.aims ?? [], action);
      const path = choice?.path ?? (held ? [held.aim.piece] : []);
      const { deeds, shares } = this.advice!;
      const phrases = deeds?.[at] ?? [];
      return { action, choice, held, path, phrases, share: shares?.[at] ?? null };
    });
  });
  /** The targets to be pointed out, each with the rank of the action that it is part of. */
  readonly targets: ReadonlyMap<string, number> = $derived.by(() => {
    const ranks = new Map<string, number>();
    this.suggestions.forEach(({ path }, rank) => {
      if (this.highlighted !== null && this.highlighted !== rank) return;
      for (const target of path) if (!ranks.has(target)) ranks.set(target, rank + 1);
    });
    return ranks;
  });

  /** Where pieces are to be let go, each with the rank of its action. */
  readonly aimedSuggestions: [rank: number, held: HeldPiece][] = $derived(
    this.suggestions.flatMap(({ held }, rank): [number, HeldPiece][] =>
      held && (this.highlighted === null || this.highlighted === rank) ? [[rank + 1, held]] : [],
    ),
  );

  constructor(asker: AdvisorContext) {
    this.#context = asker;
  }

  /** Ask about the position that is shown, with what is tried out in it. */
  async ask(): Promise<void> {
    const { seating, board, draft } = this.#context;
    const scene = board.shown;
    const { table, viewerSeat } = seating;
    if (!this.canAsk || !scene || !table || viewerSeat === null) return;
    this.close();
    this.#askedScene = scene;
    try {
      const answer = await askAdvice(table.id, { seat: viewerSeat, after: draft.actions });
      if (this.#askedScene === scene) this.#answer = answer;
    } catch (error) {
      if (this.#askedScene !== scene) return;
      this.trouble =
        error instanceof ApiError
          ? error.phrase
          : { key: "trouble-unexpected", values: { status: 0 } };
    }
  }

  close(): void {
    this.#askedScene = null;
    this.#answer = null;
    this.trouble = null;
    this.highlighted = null;
  }
}
