/** One sitting at a table: what the server says, what is shown of it, and what is being chosen. */
import { tick } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import { ApiError } from "../lib/api.ts";
import { foreseen, kept, nextTargets, outcome, picking } from "../lib/choosing.ts";
import { Connection, liveAddress, type Health, type Socket } from "../lib/connection.ts";
import { finished, staged } from "../lib/film.ts";
import { fade, fly, look, type Seen } from "../lib/flights.ts";
import { differences, nudged, spots, type Change } from "../lib/identify.ts";
import type {
  Accepted,
  Choice,
  Film,
  LogEntry,
  Phrase,
  Piece,
  Place,
  Problem,
  Refused,
  Replay,
  Result,
  Scene,
  TableInfo,
  View,
} from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { play, soundOf } from "../lib/sound.ts";
import { Aiming } from "./aiming.svelte.ts";
import { Drafting } from "./drafting.svelte.ts";
import { Projector } from "./projector.svelte.ts";
import { Racing } from "./racing.svelte.ts";

/** A short word at a target: why it is not possible, or what went wrong. */
export interface Note {
  target: string | null;
  phrase: Phrase;
  rule: string;
  culprits: string[];
  /** Nobody's mistake: said in passing, it stays over the next events and goes by itself. */
  mild?: boolean;
}

export type Tab = "log" | "rules" | "result";

/** With more views waiting than this, the ones between are not shown one by one. */
const MOST_WAITING = 6;
/** With more views waiting than this, no film is shown to its end. */
const FEW_WAITING = 2;
/** What a claim is told that was right in its place, but not the first. */
const TOO_LATE = "problem-too-late";
/** Milliseconds from move to move when the replay goes on by itself. */
const REPLAY_PACE = 1400;
/** How many positions before the one asked for are fetched with it. */
const STRETCH = 60;

export class TableSession {
  table = $state.raw<TableInfo | null>(null);
  /** The position on the board now: the live one as far as it has been shown, or a replayed one. */
  shown = $state.raw<Scene | null>(null);
  entries = $state.raw<LogEntry[]>([]);
  thinking = $state.raw<number[]>([]);
  health = $state<Health>("connecting");

  picked = $state.raw<string[]>([]);
  /** The target under the pointer or the focus. */
  pointed = $state.raw<string | null>(null);
  note = $state.raw<Note | null>(null);
  /** The pieces that the last event moved or brought. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  /** The choice that is on its way to the server. */
  underway = $state.raw<Choice | null>(null);

  /** Whether a past position is shown instead of the present one. */
  replaying = $state(false);
  /** The event after which the replay stands. */
  at = $state(0);
  playing = $state(false);

  tab = $state<Tab>("log");
  /** The rule that the rules panel shall open at; a new object each time it is asked for. */
  cited = $state.raw<{ rule: string } | null>(null);
  /** On phones: whether the column is pulled up. */
  sheet = $state(false);
  /** The seat that the device is to be handed to, while the table is covered. */
  veil = $state.raw<number | null>(null);

  #switched = $state.raw<ReadonlyMap<string, boolean>>(new Map());

  readonly looking = $derived(this.table?.looking ?? null);
  readonly names = $derived(namesOf(this.table));
  /** Own actions that are tried out, not sent yet. */
  readonly drafting = new Drafting();
  readonly racing = new Racing();
  /** The piece in hand that is moved and turned before it is let go. */
  readonly aiming = new Aiming(this);
  readonly projector = new Projector();

  /** The seats that people play on this device. */
  readonly own = $derived(
    (this.table?.seats ?? []).filter(({ mine, stand_in }) => mine && !stand_in),
  );
  readonly awaited = $derived(new Set((this.shown?.awaited ?? []).map(({ seat }) => seat)));
  /** Whether several people on this device race, so that each needs a buzzer to say who claims. */
  readonly buzzing = $derived(
    this.table?.status === "playing" &&
      !this.replaying &&
      this.own.length > 1 &&
      Boolean(this.shown?.race),
  );
  /** Whether nobody on this device may choose before a buzzer is pressed. */
  readonly unclaimed = $derived(
    this.buzzing && (this.racing.buzz === null || this.racing.buzz.seat !== this.looking),
  );
  readonly choices = $derived(
    this.replaying || this.underway || this.unclaimed || this.racing.claimed !== null
      ? []
      : [...(this.shown?.choices ?? []), ...this.aiming.choices],
  );
  readonly anyOrder = $derived(this.shown?.any_order ?? false);
  readonly next = $derived(nextTargets(this.choices, this.picked, this.anyOrder));
  /** What could be picked first; a target of these may be picked instead of another. */
  readonly starts = $derived(nextTargets(this.choices, [], this.anyOrder));
  readonly outcome = $derived(outcome(this.choices, this.picked, this.anyOrder));
  readonly spots = $derived(this.shown ? spots(this.shown) : new Map());
  readonly places = $derived(
    new Map<string, Place>((this.shown?.places ?? []).map((place) => [place.id, place])),
  );
  readonly myTurn = $derived(
    !this.replaying &&
      this.looking !== null &&
      this.awaited.has(this.looking),
  );
  /** How the match has ended, also while an earlier position is replayed. */
  result = $state.raw<Result | null>(null);
  /** Whether points decided; else the scores only say who has won. */
  scored = $state(false);
  readonly finished = $derived(this.table?.status === "over");

  /** The one choice that is pointed at, waits for its confirmation or is on its way. */
  readonly preview = $derived.by((): Choice | null => {
    if (this.underway) return this.underway;
    if (this.outcome.state === "ready") return this.outcome.choice;
    if (this.pointed === null || !this.next.has(this.pointed)) return null;
    return foreseen(this.choices, this.picked, this.pointed, this.anyOrder);
  });

  /** The picked piece, drawn where it would go. */
  readonly ghost = $derived.by((): { piece: Piece; place: Place } | null => {
    const pointed = this.pointed !== null && this.next.has(this.pointed) ? [this.pointed] : [];
    const path = this.preview?.path ?? [...this.picked, ...pointed];
    const piece = path.map((target) => this.spots.get(target)?.piece).find(Boolean);
    const place = path.map((target) => this.places.get(target)).findLast(Boolean);
    const chosen = this.picked.length > 0 || this.underway !== null;
    return chosen && piece && place && piece.place !== place.id ? { piece, place } : null;
  });

  readonly lit = $derived(new Set(this.note?.culprits ?? []));

  readonly connection: Connection;
  #root: HTMLElement | null = null;
  #sky: HTMLElement | null = null;
  #live: View | null = null;
  #queue: View[] = [];
  #running = false;
  /** The seat whose eyes were asked for and not given yet. */
  #wanted: number | null = null;
  /** Whether it has been settled who sits before the device first. */
  #arrived = false;
  /** The own seat that has taken the device though others are awaited, until it has acted. */
  #outOfTurn = $state.raw<number | null>(null);
  /** Ends the wait for what is in motion. */
  #cut: (() => void) | null = null;
  #dropped = new Map<string, Seen>();
  /** Counts the positions asked for: only the last one is shown. */
  #asked = 0;
  /** The event that is just shown as a film, and not told of yet. */
  #filmed: View | null = null;
  #player: ReturnType<typeof setInterval> | undefined;
  /** Positions fetched for the replay, by the number of the event that led to them. */
  #past = new Map<number, Scene>();
  #loadPast: (first: number, seat: number | null) => Promise<Replay>;

  constructor(match: string, loadPast: (first: number, seat: number | null) => Promise<Replay>) {
    this.#loadPast = loadPast;
    this.connection = new Connection(
      {
        health: (state) => (this.health = state),
        table: (table) => this.#table(table),
        view: (view) => this.#view(view),
        thinking: (seats) => (this.thinking = seats),
        problem: (problem) => this.#problem(problem),
      },
      () => new WebSocket(liveAddress(match)) as unknown as Socket,
    );
  }

  /** Begin, drawing in `root` and flying pieces in `sky`; the answer ends it. */
  start(root: HTMLElement, sky: HTMLElement): () => void {
    this.#root = root;
    this.#sky = sky;
    this.connection.start();
    const wake = () => {
      if (document.visibilityState === "visible") this.connection.wake();
    };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      clearInterval(this.#player);
      this.connection.end();
    };
  }

  // --- what the server says ---

  #table(table: TableInfo): void {
    const before = this.table;
    this.table = table;
    if (before?.status === "playing" && table.status === "over") this.tab = "result";
    if (!before && table.status === "over") this.tab = "result";
    this.#handOver();
  }

  #view(view: View): void {
    this.#live = view;
    this.thinking = view.thinking;
    this.racing.runs(view.clock);
    if (view.fresh) {
      this.#queue = [];
      this.projector.skip();
    }
    if (this.drafting.voidedBy(view.number)) this.#voidDraft();
    if (view.scene.race && view.scene.race !== this.racing.name) this.#clear();
    this.#queue.push(view);
    if (this.#queue.length > FEW_WAITING) this.projector.skip();
    void this.#run();
  }

  /** A race begins: what happened before it keeps nobody from seeing it at once. */
  #clear(): void {
    for (const view of this.#untold) this.#tell(view);
    this.#filmed = null;
    this.#queue = [];
    for (const layer of [this.#root, this.#sky]) {
      for (const motion of layer?.getAnimations?.({ subtree: true }) ?? []) {
        if (!(motion instanceof CSSTransition || motion instanceof CSSAnimation)) motion.cancel();
      }
    }
    this.#sky?.replaceChildren();
    this.#cut?.();
    this.projector.skip();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let view = this.#queue.shift(); view; view = this.#queue.shift()) {
      const waiting = this.#queue.length;
      if (waiting > MOST_WAITING) {
        this.#tell(view);
        continue;
      }
      await this.#show(view, waiting > 1 ? 0.4 : 1);
    }
    this.#running = false;
    this.#handOver();
  }

  /** Skip what is still to be shown: somebody acts on the newest position. */
  #catchUp(): void {
    const skipped = this.#untold;
    const last = skipped.at(-1);
    if (!last) return;
    this.#filmed = null;
    this.projector.skip();
    for (const view of skipped) this.#tell(view);
    this.#queue = [];
    if (this.drafting.hasShown(last.number)) return;
    this.shown = last.scene;
    void tick().then(() => this.racing.drawn(last.scene));
  }

  /** What has happened and is not in the log yet. */
  get #untold(): View[] {
    return this.#filmed ? [this.#filmed, ...this.#queue] : this.#queue;
  }

  /** Take in what a view brings besides its picture, which may be skipped. */
  #tell(view: View): void {
    this.result = view.scene.result ?? null;
    this.scored = (view.scene.panels ?? []).some(({ score }) => typeof score === "number");
    const known = view.fresh ? 0 : (this.entries.at(-1)?.number ?? 0);
    const news = view.entries.filter(({ number }) => number > known);
    this.entries = view.fresh ? news : [...this.entries, ...news];
    if (this.drafting.hasShown(view.number)) return;
    this.picked = this.underway ? [] : kept(view.scene, this.picked);
    this.underway = null;
    if (this.#wanted !== null && view.fresh) {
      this.#wanted = null;
      this.veil = null;
    }
  }

  async #show(view: View, haste: number): Promise<void> {
    const begun = this.shown !== null;
    const otherEyes = this.#wanted !== null && view.fresh;
    const changes = view.film ? await this.#project(view, view.film) : [];
    if (!changes) return;
    this.#tell(view);
    if (this.drafting.hasShown(view.number) || this.replaying) return;
    const mineBefore = this.myTurn;
    if (!this.note?.mild) this.note = null;
    if (otherEyes) {
      this.shown = view.scene;
      await tick();
      this.racing.drawn(view.scene);
      return;
    }
    await this.#draw(view.scene, haste, changes);
    if (begun && settings.sound) {
      if (view.scene.result && !view.fresh) play("end");
      else if (this.myTurn && !mineBefore) play("yours");
    }
  }

  /** Put a scene on the board, its changes in motion; `shownBefore` were seen already. */
  async #draw(scene: Scene, haste: number, shownBefore: Change[] = []): Promise<void> {
    this.projector.skip();
    const before = this.shown;
    const root = this.#root;
    if (!before || !root || !this.#sky || scene.race) {
      // A question must be there at once, and so must everything while seconds count.
      this.shown = scene;
      this.recent = new Set();
      await tick();
      if (!this.replaying) this.racing.drawn(scene);
      return;
    }
    const changes = differences(before, scene);
    const seen = look(
      root,
      changes.map(({ from }) => from),
    );
    for (const [id, drop] of this.#dropped) {
      const origin = seen.get(id);
      if (origin) seen.set(id, { ...origin, box: drop.box });
    }
    this.#dropped.clear();
    this.shown = scene;
    const news = [...shownBefore, ...changes];
    if (news.length) {
      const notable = news.filter((change) => !nudged(change));
      this.recent = new Set(notable.flatMap(({ to }) => (to && !to.tray ? [to.piece.id] : [])));
    }
    await tick();
    if (!this.replaying) this.racing.drawn(scene);
    const sound = soundOf(changes);
    if (sound && settings.sound && this.veil === null) play(sound);
    if (document.visibilityState !== "visible") return;
    const motion = prefersReducedMotion.current
      ? fade(root, changes)
      : fly(root, this.#sky, changes, seen, haste);
    await Promise.race([motion, new Promise<void>((cut) => (this.#cut = cut))]);
  }

  /** Whether somebody sees what moves, and is not behind with it. */
  get #watched(): boolean {
    return (
      document.visibilityState === "visible" &&
      !prefersReducedMotion.current &&
      this.veil === null &&
      this.#queue.length <= FEW_WAITING
    );
  }

  /** Show how an event came about, if somebody sees it.
   *
   * The answer is what has been seen, null if the table has gone on meanwhile.
   */
  async #project(view: View, film: Film): Promise<Change[] | null> {
    const { scene } = view;
    const before = this.shown;
    if (!before || view.fresh || this.replaying || !this.#watched) return [];
    const stage = staged(before, scene, film);
    this.#filmed = view;
    this.shown = stage;
    await this.projector.play(film, () => {
      if (settings.sound) play("lay");
    });
    this.projector.clear();
    if (this.#filmed !== view) return null;
    this.#filmed = null;
    const end = finished(stage, scene, film);
    // Whoever looks at the past sees that.
    if (this.shown === stage) this.shown = end;
    return differences(before, end);
  }

  #problem(problem: Problem): void {
    this.#wanted = null;
    this.note = { target: null, phrase: problem.phrase, rule: "", culprits: [] };
  }

  /** Say a word that blames nobody. */
  #mention(phrase: Phrase, target: string | null = null): void {
    this.note = { target, phrase, rule: "", culprits: [], mild: true };
  }

  // --- several players on one device ---

  /** Look through the eyes of the own seat that is awaited, after the others have looked away. */
  #handOver(): void {
    const { table, shown, looking, awaited, own } = this;
    if (table?.status !== "playing" || !shown || this.#running || this.#wanted !== null) return;
    if (table.seats.filter(({ mine }) => mine).length < 2) return;
    if (looking === null) return;
    if (this.buzzing && (awaited.has(looking) || this.racing.buzz || this.underway)) return;
    if (awaited.has(looking)) this.#outOfTurn = null;
    if (this.#outOfTurn !== null && (this.veil ?? looking) === this.#outOfTurn) return;
    // Whoever is asked for takes the device first: nobody else's hand may come up at that touch.
    if (this.veil !== null) return;
    const next = own.find(({ seat }) => awaited.has(seat))?.seat;
    const to = awaited.has(looking) ? looking : next;
    const arriving = !this.#arrived;
    this.#arrived = true;
    if (table.secrets && (arriving || (to !== undefined && to !== looking))) {
      this.veil = to ?? looking;
    } else if (to !== undefined && to !== looking) {
      this.#lookAs(to);
    }
  }

  /** Whether another own seat may want the device now: for its hand, its choice or an interrupt. */
  mayTakeOver(seat: number): boolean {
    const { table, shown, own, looking } = this;
    if (table?.status !== "playing" || this.replaying || this.buzzing || !shown) return false;
    if (seat === looking || !own.some((info) => info.seat === seat)) return false;
    const interrupts = (shown.buttons ?? []).some(({ tone }) => tone === "alarm");
    // If only others are awaited, the device goes over to them by itself.
    const together = looking === null || this.awaited.has(looking);
    return table.secrets || interrupts || (together && this.awaited.has(seat));
  }

  /** Give the device to another own seat, also out of turn. */
  takeOver(seat: number): void {
    if (!this.mayTakeOver(seat)) return;
    this.#outOfTurn = seat;
    if (this.table?.secrets) this.veil = seat;
    else this.#lookAs(seat);
  }

  /** Whether the device was asked for out of turn, so that it may be given back unseen. */
  readonly refusable = $derived(
    this.veil !== null && this.veil === this.#outOfTurn && this.veil !== this.looking,
  );

  /** Give the device back to the player who had it. */
  giveBack(): void {
    if (!this.refusable) return;
    this.#outOfTurn = null;
    this.veil = this.looking;
  }

  /** The player to whom the device was handed is alone with it. */
  unveil(): void {
    if (this.veil === null) return;
    if (this.veil !== this.looking) {
      this.#lookAs(this.veil);
      return;
    }
    this.veil = null;
    this.#handOver();
  }

  #lookAs(seat: number): void {
    this.#wanted = seat;
    this.picked = [];
    this.drafting.drop();
    this.#past.clear();
    this.connection.look(seat);
  }

  /** Whether an own seat may press its buzzer now. */
  mayPress(seat: number): boolean {
    if (!this.buzzing || this.racing.buzz || this.underway || this.racing.claimed !== null) {
      return false;
    }
    return this.awaited.has(seat) && this.own.some((info) => info.seat === seat);
  }

  /** An own seat presses its buzzer: its time is taken, and what is picked now is its claim. */
  press(seat: number): void {
    if (!this.mayPress(seat)) return;
    const elapsed = this.racing.elapsed();
    this.racing.buzz = { seat, elapsed };
    this.picked = [];
    this.note = null;
    if (seat !== this.looking) this.#lookAs(seat);
    if (elapsed !== null) this.connection.buzz(elapsed);
  }

  /** Whoever has pressed the buzzer lets the others go on. */
  release(): void {
    if (this.underway) return;
    this.racing.buzz = null;
    this.picked = [];
  }

  // --- choosing ---

  /** A target was clicked, tapped, dropped on or chosen by key. */
  pick(target: string): void {
    this.#catchUp();
    this.note = null;
    if (this.replaying || this.underway) return;
    const now = this.outcome;
    const last = this.picked.at(-1);
    if (this.aiming.held && target === last) {
      this.back();
    } else if (now.state === "ready" && confirms(now, target, last)) {
      void this.#commit(now.choice);
    } else if (now.state === "open" && now.whole && target === last) {
      void this.#commit(now.whole);
    } else if (this.next.has(target)) {
      this.#set([...this.picked, target]);
    } else if (this.picked.includes(target)) {
      this.#set(picking(this.picked, target));
    } else if (this.unclaimed) {
      this.#mention({ type: "phrase", key: "table-buzz-first" }, target);
    } else if (this.choices.length === 0) {
      if (this.shown && !this.shown.result) {
        this.note = { target, phrase: this.shown.prompt, rule: "", culprits: [] };
      }
    } else {
      this.#instead(target);
    }
  }

  /** Carry out what is picked: the check mark, or Enter on it. */
  confirm(): void {
    const now = this.outcome;
    if (now.state === "ready") void this.#commit(now.choice);
    else if (now.state === "open" && now.whole) void this.#commit(now.whole);
  }

  /** Escape: close the note, take back the last pick or the buzzer, or leave the replay. */
  back(): void {
    if (this.note) this.note = null;
    else if (this.picked.length) this.#set(this.picked.slice(0, -1));
    else if (this.racing.buzz && this.buzzing) this.release();
    else if (this.sheet) this.sheet = false;
    else if (this.replaying) void this.goLive();
  }

  /** A click beside everything: as Escape, but nobody lets go of a buzzer by accident. */
  aside(): void {
    if (this.note || this.picked.length || !this.racing.buzz) this.back();
  }

  /** Remember where a dragged piece was let go: it moves on from there. */
  dropped(piece: string, box: DOMRect): void {
    this.#dropped.set(piece, { box, picture: null });
  }

  #set(picked: string[]): void {
    this.picked = picked;
    const now = outcome(this.choices, picked, this.anyOrder);
    if (now.state === "done") void this.#commit(now.choice);
  }

  /** A target that does not follow the picks: another of the same group, or an impossible one. */
  #instead(target: string): void {
    const same = this.picked.findIndex((other) => this.#group(other) === this.#group(target));
    const swapped = this.picked.slice(0, same);
    const from = nextTargets(this.choices, swapped, this.anyOrder);
    if (same >= 0 && from.has(target)) this.#set([...swapped, target]);
    else if (this.#group(target) === "button" && this.starts.has(target)) this.#set([target]);
    else void this.#why([...this.picked, target]);
  }

  /** Targets of one group take each other's place: another chip of the hand, another plot. */
  #group(target: string): string {
    const spot = this.spots.get(target);
    if (spot) return spot.tray ? `tray ${spot.tray.id}` : "board";
    return this.places.has(target) ? "place" : "button";
  }

  async #why(path: string[]): Promise<void> {
    const target = path.at(-1)!;
    const after = this.drafting.actions;
    const answer = await this.connection.why(path, after);
    if (after !== this.drafting.actions) return;
    if (answer.type === "refused") {
      if (settings.sound) play("refused");
      const { phrase, rule, culprits } = answer;
      this.note = { target, phrase, rule, culprits };
    } else if (answer.type === "problem") {
      this.#problem(answer);
    } else if (this.starts.has(target)) {
      this.#set([target]);
    } else if (path.length < 4) {
      // It means nothing yet; perhaps the next target makes it something that can be explained.
      this.picked = path;
    }
  }

  /** Carry out a choice, or try it out where that comes first. */
  async #commit(choice: Choice): Promise<void> {
    const target = this.picked.at(-1) ?? null;
    this.underway = choice;
    if (this.table?.drafts && !this.shown?.race) await this.#tryOut(choice, target);
    else await this.#send(choice, target);
  }

  async #send(choice: Choice, target: string | null): Promise<void> {
    const race = this.shown?.race ?? "";
    if (race) {
      const { buzz } = this.racing;
      this.racing.claimed = buzz ? buzz.elapsed : this.racing.elapsed();
    }
    const answer = await this.connection.act(choice.action, race ? this.racing.claimed : null);
    this.#outcomeOf(answer, target, race);
  }

  /** What has become of an action: its view, which ends the waiting, comes before or after. */
  #outcomeOf(answer: Accepted | Refused | Problem, target: string | null, race = ""): void {
    this.racing.buzz = null;
    this.racing.claimed = null;
    if (answer.type === "accepted") {
      this.#outOfTurn = null;
      if (this.connection.number < answer.number) return;
      this.underway = null;
      this.#handOver();
      return;
    }
    this.underway = null;
    this.picked = [];
    if (answer.type === "problem") {
      this.#problem(answer);
    } else if (race && answer.phrase.key === TOO_LATE) {
      this.#mention(answer.phrase);
    } else if (race && race !== this.#live?.scene.race) {
      this.#mention({ type: "phrase", key: "table-race-over" });
    } else {
      const { phrase, rule, culprits } = answer;
      this.note = { target, phrase, rule, culprits };
    }
  }

  // --- trying out ---

  /** Ask what would follow; if the turn would go on, show it, else send all that was tried out. */
  async #tryOut(choice: Choice, target: string | null): Promise<void> {
    const { drafting, connection } = this;
    const number = drafting.steps.length ? drafting.number : connection.number;
    const answer = await connection.draft([...drafting.actions, choice.action]);
    if (this.underway !== choice) return;
    if (answer.type !== "drafted") {
      this.#outcomeOf(answer, target);
    } else if (answer.number !== number) {
      this.#voidDraft();
      this.underway = null;
    } else if (answer.open) {
      drafting.add({ action: choice.action, scene: answer.scene }, number);
      this.underway = null;
      await this.#present();
    } else {
      await this.#sendDraft(choice, number, target);
    }
  }

  async #sendDraft(choice: Choice, number: number, target: string | null): Promise<void> {
    const { drafting } = this;
    const several = drafting.steps.length > 0;
    const sent = await drafting.send(this.connection, choice.action, number);
    drafting.drop();
    if (sent.type === "overtaken") {
      this.underway = null;
      this.#voidDraft();
    } else {
      this.#outcomeOf(sent, target);
    }
    if (sent.type !== "accepted" && several) {
      this.#catchUp();
      await this.#present();
    }
  }

  /** Take back the last action that was tried out. */
  async undo(): Promise<void> {
    if (!this.drafting.steps.length || this.underway || this.replaying) return;
    this.drafting.takeBack();
    this.note = null;
    await this.#present();
  }

  /** Take back everything that was tried out. */
  async startOver(): Promise<void> {
    if (!this.drafting.steps.length || this.underway || this.replaying) return;
    this.drafting.drop();
    this.note = null;
    await this.#present();
  }

  #voidDraft(): void {
    this.drafting.drop();
    this.picked = [];
    this.#mention({ type: "phrase", key: "table-draft-void" });
  }

  /** Show the position as it is, with what is tried out. */
  async #present(): Promise<void> {
    const scene = this.drafting.scene ?? this.#live?.scene;
    this.picked = [];
    if (scene) await this.#draw(scene, 1);
  }

  // --- aids, rules, replay ---

  /** Whether a layer of aids is shown. */
  layerOn(id: string): boolean {
    const layer = this.shown?.layers?.find((other) => other.id === id);
    return this.#switched.get(id) ?? layer?.on ?? false;
  }

  switchLayer(id: string): void {
    this.#switched = new Map(this.#switched).set(id, !this.layerOn(id));
  }

  /** Open the rules at a rule. */
  cite(rule: string): void {
    this.cited = { rule };
    this.tab = "rules";
    this.sheet = true;
  }

  /** The number of the last event that is known. */
  readonly last = $derived(this.entries.at(-1)?.number ?? 0);

  /** Show the position after an event. */
  async replayAt(number: number): Promise<void> {
    const at = Math.max(0, Math.min(number, this.last));
    const asked = (this.#asked += 1);
    if (!this.#past.has(at)) {
      // A stretch around it, so that steps in both directions find the next position here.
      try {
        const { first, scenes } = await this.#loadPast(Math.max(0, at - STRETCH), this.looking);
        for (const [index, scene] of scenes.entries()) this.#past.set(first + index, scene);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#problem({ type: "problem", id: "", phrase: error.phrase });
        return;
      }
    }
    const scene = this.#past.get(at);
    if (!scene || asked !== this.#asked) return;
    this.replaying = true;
    this.picked = [];
    this.note = null;
    this.at = at;
    await this.#draw(scene, 1);
  }

  /** Step from event to event by itself, or stop. */
  playOn(on: boolean): void {
    clearInterval(this.#player);
    this.playing = on;
    if (!on) return;
    void this.replayAt(this.at >= this.last ? 0 : this.at + 1);
    this.#player = setInterval(() => {
      if (this.at >= this.last) this.playOn(false);
      else void this.replayAt(this.at + 1);
    }, REPLAY_PACE);
  }

  /** Leave the replay for the position as it is now. */
  async goLive(): Promise<void> {
    this.playOn(false);
    this.#asked += 1;
    this.replaying = false;
    await this.#present();
  }
}

/** Whether picking a target is the second step: the implied one, or the last one once more. */
function confirms(
  { choice, implied }: { choice: Choice; implied: string[] },
  target: string,
  last: string | undefined,
): boolean {
  return implied.length ? implied.includes(target) && !choice.confirm : target === last;
}

function namesOf(table: TableInfo | null): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  for (const { seat, name } of table?.seats ?? []) names[seat] = name || undefined;
  return names;
}
