/** How a finished match stood step by step, asked for until all of it is judged. */
import { analysis, ApiError } from "../lib/api.ts";
import type { Analysis } from "../lib/protocol.ts";
import { sidesOf, turns } from "./leadChanges.ts";

/** Milliseconds between two questions while more is to come. */
const PATIENCE = 1_000;

export class Estimates {
  told = $state.raw<Analysis | null>(null);
  /** Whether the server cannot be asked just now. */
  silent = $state(false);

  readonly sides = $derived(this.told ? sidesOf(this.told) : []);
  readonly turns = $derived(this.told?.done ? turns(this.told, this.sides) : []);
  /** How much of it is judged, from 0 to 1. */
  readonly progress = $derived.by(() => {
    const values = this.told?.values ?? [];
    return values.length ? values.filter((row) => row !== null).length / values.length : 0;
  });

  /** Ask from now on; the answer ends it. */
  follow(match: string): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      try {
        this.told = await analysis(match);
        this.silent = false;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.silent = true;
      }
      if (!ended && !this.told?.done) timer = setTimeout(ask, PATIENCE);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }
}
