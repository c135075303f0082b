/** Carrying out what was chosen: it is sent to the server at once, or tried out first. */
import type { Connection } from "../lib/connection.ts";
import type { Accepted, Choice, Phrase, Problem, Refused } from "../lib/protocol.ts";
import { cue } from "../lib/cues.ts";
import { settings } from "../lib/settings.svelte.ts";
import type { Choosing } from "./selection.svelte.ts";
import type { Device } from "./hotSeat.svelte.ts";
import type { Drafting, Step } from "./draft.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { Racing } from "./race.svelte.ts";
import type { Replaying } from "./replay.svelte.ts";
import type { Screening } from "./viewQueue.ts";
import type { Seating } from "./seating.svelte.ts";
import type { Stage } from "./boardView.svelte.ts";

/** What a claim is told that was right in its place, but not the first. */
const TOO_LATE = "problem-too-late";

/** What an action has to do with. */
export interface Around {
  readonly connection: Connection;
  readonly seating: Seating;
  readonly stage: Stage;
  readonly screening: Screening;
  readonly replay: Replaying;
  readonly choosing: Choosing;
  readonly drafting: Drafting;
  readonly racing: Racing;
  readonly notes: Notes;
  readonly device: Device;
  /** Something went wrong that no rule is concerned with. */
  failed(phrase: Phrase): void;
}

export class Acting {
  #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Carry out a choice, or try it out where that comes first. */
  async commit(choice: Choice): Promise<void> {
    const { choosing, seating, stage } = this.#around;
    const target = choosing.picked.at(-1) ?? null;
    choosing.underway = choice;
    if (seating.table?.drafts && !stage.shown?.race) await this.#tryOut(choice, target);
    else await this.#send(choice, target);
  }

  /** Ask why these targets are impossible, and say so at the last; or whether they are not. */
  async possible(path: string[]): Promise<boolean> {
    const { connection, drafting, notes } = this.#around;
    const after = drafting.actions;
    const answer = await connection.why(path, after);
    if (after !== drafting.actions) return false;
    if (answer.type === "refused") {
      cue("refused");
      notes.refuse(answer, path.at(-1) ?? null);
    } else if (answer.type === "problem") {
      this.#around.failed(answer.phrase);
    }
    return answer.type === "allowed";
  }

  async #send(choice: Choice, target: string | null): Promise<void> {
    const { connection, racing, stage } = this.#around;
    const race = stage.shown?.race ?? "";
    if (race) racing.claimed = racing.buzz ? racing.buzz.elapsed : racing.elapsed();
    const answer = await connection.act(choice.action, race ? racing.claimed : null);
    this.#outcomeOf(answer, target, race);
  }

  /** What has become of an action: its view, which ends the waiting, comes before or after. */
  #outcomeOf(answer: Accepted | Refused | Problem, target: string | null, race = ""): void {
    const { racing, choosing } = this.#around;
    racing.buzz = null;
    racing.claimed = null;
    if (answer.type === "accepted") {
      this.#accepted(answer);
      return;
    }
    choosing.underway = null;
    choosing.drop();
    if (answer.type === "problem") this.#around.failed(answer.phrase);
    else this.#refused(answer, target, race);
  }

  #accepted({ number }: Accepted): void {
    const { connection, choosing, device } = this.#around;
    device.acted();
    if (connection.number < number) return;
    choosing.underway = null;
    device.handOver();
  }

  #refused(answer: Refused, target: string | null, race: string): void {
    const { notes, screening } = this.#around;
    if (race && answer.phrase.key === TOO_LATE) {
      notes.mention(answer.phrase);
    } else if (race && race !== screening.live?.scene.race) {
      notes.mention({ key: "table-race-over", values: {} });
    } else {
      notes.refuse(answer, target);
    }
  }

  // --- trying out ---

  /** Ask what would follow; if the turn would go on, show it, else send all that was tried out. */
  async #tryOut(choice: Choice, target: string | null): Promise<void> {
    const { drafting, connection, choosing } = this.#around;
    const number = drafting.steps.length ? drafting.number : connection.number;
    const answer = await connection.draft([...drafting.actions, choice.action]);
    if (choosing.underway !== choice) return;
    if (answer.type !== "drafted") {
      this.#outcomeOf(answer, target);
    } else if (answer.number !== number || !answer.scene) {
      this.voidDraft();
      choosing.underway = null;
    } else if (answer.open || settings.confirm) {
      drafting.add({ action: choice.action, scene: answer.scene }, number, !answer.open);
      choosing.underway = null;
      await this.present();
    } else {
      await this.#sendDraft(choice.action, number, target);
    }
  }

  /** Try the same out once more: other aids are shown, nothing has happened. */
  async tryAgain(): Promise<void> {
    const { drafting, connection, stage } = this.#around;
    const { actions, number } = drafting;
    const steps: Step[] = [];
    for (const [done, action] of actions.entries()) {
      const answer = await connection.draft(actions.slice(0, done + 1));
      if (drafting.actions !== actions || drafting.sending) return;
      if (answer.type !== "drafted" || answer.number !== number || !answer.scene) return;
      steps.push({ action, scene: answer.scene });
    }
    drafting.steps = steps;
    if (drafting.scene) await stage.draw(drafting.scene, 1);
  }

  /** Send a turn that was tried out to its end. */
  async send(): Promise<void> {
    const { drafting, choosing } = this.#around;
    if (!drafting.complete || drafting.sending || choosing.underway) return;
    const last = drafting.takeBack();
    if (last !== undefined) await this.#sendDraft(last, drafting.number, null, true);
  }

  /** Send the steps and a last action, which may be `seen` on the board already. */
  async #sendDraft(
    last: number,
    number: number,
    target: string | null,
    seen = this.#around.drafting.steps.length > 0,
  ): Promise<void> {
    const { drafting, connection, choosing, screening } = this.#around;
    const sent = await drafting.send(connection, last, number);
    if (sent.type === "dropped") return;
    drafting.drop();
    if (sent.type === "overtaken") {
      choosing.underway = null;
      this.voidDraft();
    } else {
      this.#outcomeOf(sent, target);
    }
    if (sent.type !== "accepted" && seen) {
      screening.catchUp();
      await this.present();
    }
  }

  /** Take back the last action that was tried out. */
  async undo(): Promise<void> {
    if (this.#mayTakeBack) await this.#takeBack(() => this.#around.drafting.takeBack());
  }

  /** Take back everything that was tried out. */
  async startOver(): Promise<void> {
    if (this.#mayTakeBack) await this.#takeBack(() => this.#around.drafting.drop());
  }

  get #mayTakeBack(): boolean {
    const { drafting, choosing, replay } = this.#around;
    return drafting.steps.length > 0 && !choosing.underway && !replay.on;
  }

  async #takeBack(steps: () => void): Promise<void> {
    steps();
    this.#around.notes.clear();
    await this.present();
  }

  /** Something has happened that what was tried out did not know. */
  voidDraft(): void {
    const { drafting, choosing, notes } = this.#around;
    drafting.drop();
    choosing.drop();
    notes.mention({ key: "table-draft-void", values: {} });
  }

  /** Show the position as it is, with what is tried out. */
  async present(): Promise<void> {
    const { drafting, screening, choosing, stage } = this.#around;
    const scene = drafting.scene ?? screening.live?.scene;
    choosing.drop();
    if (scene) await stage.draw(scene, 1);
  }
}
