/** The column beside the board: which of its sheets lies on top. */

export type Tab = "log" | "rules" | "talk" | "result";

export class Sheets {
  tab = $state<Tab>("log");
  /** The rule that the rules shall open at; a new object each time it is asked for. */
  cited = $state.raw<{ rule: string } | null>(null);
  /** Whether that has not been shown yet. */
  citing = false;
  /** On phones: whether the column is pulled up. */
  up = $state(false);
  /** Whether it lies over the table then, and has no place of its own beside it. */
  covers = $state(false);
  readonly over = $derived(this.covers && this.up);

  /** Open the rules at a rule. */
  cite(rule: string): void {
    this.cited = { rule };
    this.citing = true;
    this.tab = "rules";
    this.up = true;
  }
}
