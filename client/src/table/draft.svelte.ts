/** Drafts: one's own actions, previewed before any of them is sent. */
import type { Connection } from "../lib/connection.ts";
import type { Accepted, Problem, Refused, Scene } from "../lib/protocol.ts";

/** A drafted action, and the scene after it. */
export interface Step {
  action: number;
  scene: Scene;
}

/** How sending ended: with the last answer, overtaken by somebody else's event, or given up. */
export type SendResult = Accepted | Refused | Problem | { type: "overtaken" } | { type: "dropped" };

export class Draft {
  steps = $state.raw<Step[]>([]);
  /** Whether the actions are being sent. */
  sending = $state(false);
  /** Whether the turn is complete, so that it only has to be sent. */
  complete = $state(false);
  /** The number of the event that the draft starts from. */
  number = 0;

  readonly actions = $derived(this.steps.map(({ action }) => action));
  /** The scene after all actions, null without any. */
  readonly scene = $derived(this.steps.at(-1)?.scene ?? null);

  /** Add an action; the seat could go on after it unless that completes the turn. */
  add(step: Step, number: number, complete = false): void {
    this.number = number;
    this.complete = complete;
    this.steps = [...this.steps, step];
  }

  /** Remove the last action, and return it. */
  removeLast(): number | undefined {
    const last = this.actions.at(-1);
    this.steps = this.steps.slice(0, -1);
    this.complete = false;
    return last;
  }

  clear(): void {
    this.steps = [];
    this.complete = false;
    this.sending = false;
  }

  /** Whether the match has gone on to another event, or back to one, so that the draft is void. */
  isVoidedBy(number: number): boolean {
    return this.steps.length > 0 && !this.sending && number !== this.number;
  }

  /** Whether the position after an event is part of the draft, and on the board already. */
  hasShown(number: number): boolean {
    return this.steps.length > 0 && number <= this.number + (this.sending ? this.steps.length : 0);
  }

  /** Send the actions and a last one as separate commands, each after the answer to the previous
   * one.
   */
  async send(connection: Connection, last: number, number: number): Promise<SendResult> {
    const { steps } = this;
    const actions = [...this.actions, last];
    this.number = number;
    this.sending = true;
    for (const [done, action] of actions.entries()) {
      // Another player of this device may have taken over.
      if (this.steps !== steps) return { type: "dropped" };
      // The draft is valid for the position it was made in only.
      if (connection.number > number + done) return { type: "overtaken" };
      const answer = await connection.act(action);
      if (answer.type !== "accepted" || done === actions.length - 1) return answer;
      if (answer.number !== number + done + 1) break;
    }
    return { type: "overtaken" };
  }
}
