/** What the server sends is shown event by event in its order, unless it is too much. */
import { applyChanges } from "../lib/changes.ts";
import { cue } from "../lib/cues.ts";
import { diffScenes, type Change } from "../lib/sceneDiff.ts";
import type { Film, View } from "../lib/protocol.ts";
import type { Drafting } from "./draft.svelte.ts";
import type { Notes } from "./notes.svelte.ts";
import type { Racing } from "./race.svelte.ts";
import type { Stage } from "./boardView.svelte.ts";

/** With more views waiting than this, the ones between are not shown one by one. */
const MOST_WAITING = 6;
/** With more views waiting than this, no film is shown to its end. */
const FEW_WAITING = 2;
/** Of the usual time, what a motion takes while more than one view waits. */
export const HASTE = 0.4;

/** Milliseconds that something is looked at which the next event takes away. */
const MOMENT = 2000;

/** For whom it is shown. */
export interface Audience {
  /** Whether a past position is looked at. */
  replaying(): boolean;
  /** Whether the one who looks is to move. */
  myTurn(): boolean;
  /** Whether other eyes were asked for and not given yet. */
  changingEyes(): boolean;
  /** Take in what a view brings besides its picture, which may be skipped. */
  told(view: View): void;
  /** How what has led to a view is shown: 1 in the usual time, less in haste, 0 at once. */
  pace(view: View): number;
  /** What was being tried out is void. */
  voided(): void;
  /** All that has happened is shown. */
  upToDate(): void;
}

export class Screening {
  /** The newest view. */
  live: View | null = null;
  /** Whether something is still to be shown. */
  running = false;

  #stage: Stage;
  #notes: Notes;
  #racing: Racing;
  #drafting: Drafting;
  #audience: Audience;
  #queue: View[] = [];
  /** Whether what others do is shown at once, until the one who looks is to move. */
  #skipping = false;
  /** The event that is just shown as a film, and not told of yet. */
  #filmed: View | null = null;
  /** Ends looking at something that is going to be taken away. */
  #goOn: (() => void) | null = null;

  constructor(stage: Stage, notes: Notes, racing: Racing, drafting: Drafting, audience: Audience) {
    this.#stage = stage;
    this.#notes = notes;
    this.#racing = racing;
    this.#drafting = drafting;
    this.#audience = audience;
  }

  /** A view has arrived. */
  take(view: View): void {
    this.live = view;
    this.#racing.runs(view.clock);
    if (view.fresh) {
      this.#queue = [];
      this.#goOn?.();
      this.#stage.projector.skip();
    }
    if (this.#drafting.voidedBy(view.number)) this.#audience.voided();
    if (view.scene.race && view.scene.race !== this.#racing.name) this.#clear();
    this.#queue.push(view);
    if (this.#queue.length > FEW_WAITING) this.#stage.projector.skip();
    void this.#run();
  }

  /** Skip what is still to be shown: somebody acts on the newest position. */
  catchUp(): void {
    const skipped = this.#untold;
    const last = skipped.at(-1);
    if (!last) return;
    this.#filmed = null;
    this.#goOn?.();
    this.#stage.projector.skip();
    for (const view of skipped) this.#audience.told(view);
    this.#queue = [];
    if (!this.#drafting.hasShown(last.number)) void this.#stage.put(last.scene);
  }

  /** Show what others do without motion, until it is the turn of the one who looks. */
  skip(): void {
    this.#skipping = true;
    this.#goOn?.();
    this.#stage.halt();
  }

  /** A race begins: what happened before it keeps nobody from seeing it at once. */
  #clear(): void {
    for (const view of this.#untold) this.#audience.told(view);
    this.#filmed = null;
    this.#queue = [];
    this.#goOn?.();
    this.#stage.halt();
  }

  /** What has happened and is not in the log yet. */
  get #untold(): View[] {
    return this.#filmed ? [this.#filmed, ...this.#queue] : this.#queue;
  }

  async #run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let view = this.#queue.shift(); view; view = this.#queue.shift()) {
      const waiting = this.#queue.length;
      if (waiting > MOST_WAITING) {
        this.#audience.told(view);
        continue;
      }
      const pace = Math.min(this.#audience.pace(view), waiting > 1 ? HASTE : 1);
      await this.#show(view, this.#skipping ? 0 : pace);
    }
    this.running = false;
    this.#audience.upToDate();
  }

  async #show(view: View, haste: number): Promise<void> {
    const audience = this.#audience;
    const begun = this.#stage.shown !== null;
    const otherEyes = audience.changingEyes() && view.fresh;
    const seen = view.film && haste > 0 ? await this.#project(view, view.film) : [];
    if (!seen) return;
    audience.told(view);
    if (this.#drafting.hasShown(view.number) || audience.replaying()) return;
    const mineBefore = audience.myTurn();
    this.#notes.pass();
    if (otherEyes) await this.#stage.put(view.scene);
    else await this.#stage.draw(view.scene, haste, seen);
    const former = view.former && applyChanges(view.scene, view.former);
    if (former) this.#stage.mark(diffScenes(former, view.scene));
    if (otherEyes) return;
    if (audience.myTurn() || view.scene.result) this.#skipping = false;
    const rests = view.scene.moment && haste > 0 && !this.#skipping;
    if (begun && rests && this.#stage.watched) await this.#look();
    if (begun) {
      if (view.scene.result && !view.fresh) cue("end");
      else if (audience.myTurn() && !mineBefore) cue("yours");
    }
  }

  /** Look for a moment at what the next event takes away, unless somebody goes on. */
  async #look(): Promise<void> {
    await new Promise<void>((goOn) => {
      this.#goOn = goOn;
      setTimeout(goOn, MOMENT);
    });
    this.#goOn = null;
  }

  /** Show how an event came about, if somebody sees it and is not behind with it.
   *
   * The answer is what has been seen, null if the table has gone on meanwhile.
   */
  async #project(view: View, film: Film): Promise<Change[] | null> {
    const behind = this.#skipping || this.#queue.length > FEW_WAITING;
    const past = view.fresh || this.#audience.replaying();
    if (behind || past || !this.#stage.watched) return [];
    this.#filmed = view;
    return this.#stage.project(film, view.scene, () => {
      if (this.#filmed !== view) return false;
      this.#filmed = null;
      return true;
    });
  }
}
