/** The column beside the board: which of its sheets lies on top. */

export type Tab = "log" | "rules" | "talk" | "result";

export class SidePanelState {
  tab = $state<Tab>("log");
  /** The rule that the rules shall open at; a new object each time it is asked for. */
  cited = $state.raw<{ rule: string } | null>(null);
  /** Whether that has not been shown yet. */
  citationPending = false;
  /** On phones: whether the column is pulled up. */
  expanded = $state(false);
  /** Whether it lies over the table then, and has no place of its own beside it. */
  isOverlay = $state(false);
  readonly coversTable = $derived(this.isOverlay && this.expanded);

  /** Open the rules at a rule. */
  openRule(rule: string): void {
    this.cited = { rule };
    this.citationPending = true;
    this.tab = "rules";
    this.expanded = true;
  }
}
