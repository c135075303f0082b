/** Advice for the current position; it disappears with the position. */
import { ApiError, askAdvice } from "../lib/api.ts";
import { heldByAction, type HeldPiece } from "../lib/aim.ts";
import type { Advice, Choice, Phrase, Scene } from "../lib/protocol.ts";
import type { TargetSelection } from "../table/selection.svelte.ts";
import type { Draft } from "../table/draft.svelte.ts";
import type { MatchReplay } from "../table/replay.svelte.ts";
import type { Seating } from "../table/seating.svelte.ts";
import type { BoardView } from "../table/boardView.svelte.ts";

/** What the advisor depends on. */
export interface AdvisorContext {
  readonly seating: Seating;
  readonly board: BoardView;
  readonly selection: TargetSelection;
  readonly draft: Draft;
  readonly replay: MatchReplay;
}

/** The action as the scene offers it; null if it is aimed instead of picked. */
export interface Suggestion {
  action: number;
  choice: Choice | null;
  /** The targets that it picks. */
  path: readonly string[];
  /** The log entries it would produce; empty if unknown. */
  phrases: readonly Phrase[];
  /** Where the piece is released; null if it is picked instead of aimed. */
  held: HeldPiece | null;
  /** Its share of the bot's search, null if unknown. */
  share: number | null;
}

export class Advisor {
  /** The scene that was asked about, null without a request. */
  #askedScene = $state.raw<Scene | null>(null);
  #answer = $state.raw<Advice | null>(null);
  problem = $state.raw<Phrase | null>(null);
  /** The rank of the only suggestion to highlight, null for all. */
  highlighted = $state<number | null>(null);

  #context: AdvisorContext;

  /** Whether the card is shown; a new position closes it. */
  readonly open = $derived.by(
    () => this.#askedScene !== null && this.#askedScene === this.#context.board.scene,
  );
  readonly advice = $derived(this.open ? this.#answer : null);
  readonly busy = $derived(this.open && !this.#answer && !this.problem);
  /** Whether there is something to ask about. */
  readonly canAsk = $derived.by(() => {
    const { seating, board, replay, draft } = this.#context;
    const scene = board.scene;
    return (
      (seating.table?.advice ?? false) &&
      seating.playing &&
      seating.viewerSeat !== null &&
      !replay.active &&
      !draft.complete &&
      scene !== null &&
      !scene.race &&
      (scene.awaited?.includes(seating.viewerSeat) ?? false)
    );
  });
  /** Whether the other players are told of the request. */
  readonly announced = $derived.by(
    () =>
      (this.#context.seating.table?.seats ?? []).filter(({ kind }) => kind === "person").length > 1,
  );
  readonly suggestions: Suggestion[] = $derived.by(() => {
    const scene = this.#context.board.scene;
    return (this.advice?.actions ?? []).map((action, at) => {
      const choice = scene?.choices?.find((offered) => offered.action === action) ?? null;
      const held = choice ? null : heldByAction(scene?.aims ?? [], action);
      const path = choice?.path ?? (held ? [held.aim.piece] : []);
      const { logs, shares } = this.advice!;
      const phrases = logs?.[at] ?? [];
      return { action, choice, held, path, phrases, share: shares?.[at] ?? null };
    });
  });
  /** The targets to highlight, each with the rank of its suggestion. */
  readonly targets: ReadonlyMap<string, number> = $derived.by(() => {
    const ranks = new Map<string, number>();
    this.suggestions.forEach(({ path }, rank) => {
      if (this.highlighted !== null && this.highlighted !== rank) return;
      for (const target of path) if (!ranks.has(target)) ranks.set(target, rank + 1);
    });
    return ranks;
  });

  /** Where pieces would be released, each with the rank of its suggestion. */
  readonly aimedSuggestions: [rank: number, held: HeldPiece][] = $derived(
    this.suggestions.flatMap(({ held }, rank): [number, HeldPiece][] =>
      held && (this.highlighted === null || this.highlighted === rank) ? [[rank + 1, held]] : [],
    ),
  );

  constructor(asker: AdvisorContext) {
    this.#context = asker;
  }

  /** Ask about the current position, including drafted actions. */
  async ask(): Promise<void> {
    const { seating, board, draft } = this.#context;
    const scene = board.scene;
    const { table, viewerSeat } = seating;
    if (!this.canAsk || !scene || !table || viewerSeat === null) return;
    this.close();
    this.#askedScene = scene;
    try {
      const answer = await askAdvice(table.id, { seat: viewerSeat, after: draft.actions });
      if (this.#askedScene === scene) this.#answer = answer;
    } catch (error) {
      if (this.#askedScene !== scene) return;
      this.problem =
        error instanceof ApiError
          ? error.phrase
          : { key: "trouble-unexpected", values: { status: 0 } };
    }
  }

  close(): void {
    this.#askedScene = null;
    this.#answer = null;
    this.problem = null;
    this.highlighted = null;
  }
}
