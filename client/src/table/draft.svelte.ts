/** Drafts: actions of one's own that are tried out on screen before any of them is sent. */
import type { Connection } from "../lib/connection.ts";
import type { Accepted, Problem, Refused, Scene } from "../lib/protocol.ts";

/** An action that has been tried out, and what the seat would see after it. */
export interface Step {
  action: number;
  scene: Scene;
}

/** How sending ended: all done, stopped by an answer, overtaken by somebody else's event, or given
 * up.
 */
export type SendResult = Accepted | Refused | Problem | { type: "overtaken" } | { type: "dropped" };

export class Draft {
  steps = $state.raw<Step[]>([]);
  /** Whether the steps are on their way, one after the other. */
  sending = $state(false);
  /** Whether the turn has come to its end, so that sending it is all that is left to do. */
  complete = $state(false);
  /** The number of the event that the draft starts from. */
  number = 0;

  readonly actions = $derived(this.steps.map(({ action }) => action));
  /** What the seat would see after all steps, null without any. */
  readonly scene = $derived(this.steps.at(-1)?.scene ?? null);

  /** Take in a step, from which the seat could go on unless that completes the turn. */
  add(step: Step, number: number, complete = false): void {
    this.number = number;
    this.complete = complete;
    this.steps = [...this.steps, step];
  }

  /** Take the last step back, and say which action it was. */
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

  /** Whether the table has gone on to another event, or back to one, so that the draft is void. */
  isVoidedBy(number: number): boolean {
    return this.steps.length > 0 && !this.sending && number !== this.number;
  }

  /** Whether the position after an event is the draft's own, on the board already. */
  hasShown(number: number): boolean {
    return this.steps.length > 0 && number <= this.number + (this.sending ? this.steps.length : 0);
  }

  /** Send the steps and a last action as commands of their own, each after the one before it. */
  async send(connection: Connection, last: number, number: number): Promise<SendResult> {
    const { steps } = this;
    const actions = [...this.actions, last];
    this.number = number;
    this.sending = true;
    for (const [done, action] of actions.entries()) {
      // Somebody else may have taken the device over.
      if (this.steps !== steps) return { type: "dropped" };
      // What was tried out counts for the position that it was tried out in, and no other.
      if (connection.number > number + done) return { type: "overtaken" };
      const answer = await connection.act(action);
      if (answer.type !== "accepted" || done === actions.length - 1) return answer;
      if (answer.number !== number + done + 1) break;
    }
    return { type: "overtaken" };
  }
}
