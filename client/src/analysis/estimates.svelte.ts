/** The evaluation of a finished match, polled until it is complete. */
import { analysis, ApiError } from "../lib/api.ts";
import type { Analysis } from "../lib/protocol.ts";
import { sidesOf, leadChanges } from "./leadChanges.ts";

/** Milliseconds between two requests. */
const POLL_INTERVAL = 1_000;

export class Estimates {
  analysis = $state.raw<Analysis | null>(null);
  /** Whether the server does not answer at the moment. */
  unreachable = $state(false);

  readonly sides = $derived(this.analysis ? sidesOf(this.analysis) : []);
  readonly leadChanges = $derived(
    this.analysis?.done ? leadChanges(this.analysis, this.sides) : [],
  );
  /** How much is evaluated, from 0 to 1. */
  readonly progress = $derived.by(() => {
    const values = this.analysis?.values ?? [];
    return values.length ? values.filter((row) => row !== null).length / values.length : 0;
  });

  /** Start polling; returns a function that stops it. */
  follow(match: string): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      try {
        this.analysis = await analysis(match);
        this.unreachable = false;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.unreachable = true;
      }
      if (!ended && !this.analysis?.done) timer = setTimeout(ask, POLL_INTERVAL);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }
}
