/** The state of the side panel: its tab, and whether it is open. */

export type Tab = "log" | "rules" | "talk" | "result";

export class SidePanelState {
  tab = $state<Tab>("log");
  /** The rule to open the rules at; a new object for each request. */
  cited = $state.raw<{ rule: string } | null>(null);
  /** Whether that was not shown yet. */
  citationPending = false;
  /** On phones: whether the panel is pulled up. */
  expanded = $state(false);
  /** Whether it covers the table when it is pulled up. */
  isOverlay = $state(false);
  readonly coversTable = $derived(this.isOverlay && this.expanded);
  /** Whether the log is in view. */
  readonly showsLog = $derived(this.tab === "log" && (this.expanded || !this.isOverlay));

  /** Open the rules at a rule. */
  openRule(rule: string): void {
    this.cited = { rule };
    this.citationPending = true;
    this.tab = "rules";
    this.expanded = true;
  }
}
