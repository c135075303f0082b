/** One sitting at a table: its parts, and what each of them means to the others. */
import { Advisor } from "../advice/advisor.svelte.ts";
import { TableCards } from "../card/tableCards.svelte.ts";
import { contributeTo } from "../lib/fairness/contributions.ts";
import { Connection, liveAddress, type Health, type Socket } from "../lib/connection.ts";
import type { Line, Phrase, TableInfo, View } from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { Chat } from "../chat/chat.svelte.ts";
import { Acting } from "./actionDispatcher.ts";
import { Buzzing } from "./buzzers.svelte.ts";
import { Choosing } from "./selection.svelte.ts";
import { Device } from "./hotSeat.svelte.ts";
import { Drafting } from "./draft.svelte.ts";
import { headline } from "./resultSummary.ts";
import { Guiding } from "./guide.svelte.ts";
import { Log } from "./log.svelte.ts";
import { Notes } from "./notes.svelte.ts";
import { paceOf } from "./botPace.ts";
import { Racing } from "./race.svelte.ts";
import { Replaying, type LoadPast } from "./replay.svelte.ts";
import { Screening } from "./viewQueue.ts";
import { Seating } from "./seating.svelte.ts";
import { Sheets } from "./sidePanel.svelte.ts";
import { Stage } from "./boardView.svelte.ts";

/** Why a table is not shown to whoever has no seat at it. */
const NO_SPECTATORS = "problem-no-spectators";

export class TableSession {
  health = $state<Health>("connecting");
  /** Whether something that was asked for has had no answer for long. */
  overdue = $state(false);
  /** Bots that are at work. */
  thinking = $state.raw<number[]>([]);

  #ended = false;

  readonly connection: Connection;
  readonly replay: Replaying;
  readonly seating = new Seating();
  readonly cards = new TableCards();
  readonly log = new Log();
  readonly notes = new Notes();
  readonly sheets = new Sheets();
  readonly racing = new Racing();
  /** Own actions that are tried out, not sent yet. */
  readonly drafting = new Drafting();

  readonly stage = new Stage({
    replaying: () => this.replay.on,
    covered: () => this.device.veil !== null,
    drawn: (scene) => this.racing.drawn(scene),
  });

  readonly choosing: Choosing = new Choosing(this.stage, {
    barred: () =>
      this.guiding.resting ||
      this.replay.on ||
      this.seating.resting ||
      this.drafting.complete ||
      this.buzzing.unclaimed ||
      this.racing.claimed !== null,
    still: () => this.replay.on || this.seating.resting,
    tries: () => this.seating.table?.drafts ?? false,
    commit: (choice) => void this.acting.commit(choice),
    explain: (target) => this.#explain(target),
    possible: (path) => this.acting.possible(path),
    idle: (target) => {
      const idle = () => !this.choosing.next.has(target);
      this.notes.mention({ key: "table-idle-target", values: {} }, target, idle);
    },
  });

  /** What a first match points out. */
  readonly guiding: Guiding = new Guiding(this.choosing);

  readonly device: Device = new Device(this.seating, this.stage, {
    replaying: () => this.replay.on,
    showing: () => this.screening.running,
    racing: () => this.buzzing.on,
    claiming: () => this.racing.buzz !== null || this.choosing.underway !== null,
    look: (seat) => {
      this.replay.drop();
      this.notes.clear();
      this.talking.draft = "";
      this.lookAs(seat);
    },
  });

  readonly screening: Screening = new Screening(
    this.stage,
    this.notes,
    this.racing,
    this.drafting,
    {
      replaying: () => this.replay.on,
      myTurn: () => this.myTurn,
      changingEyes: () => this.device.changing,
      pace: (view) => paceOf(view, this.seating.table?.seats ?? []),
      told: (view) => this.#told(view),
      voided: () => this.acting.voidDraft(),
      upToDate: () => {
        this.device.handOver();
        this.#ends();
      },
    },
  );

  /** What a good player would do. */
  readonly advising: Advisor = new Advisor(this);
  /** Why nobody may look on here, if that is so. */
  closed = $state.raw<Phrase | null>(null);
  /** What is said at the table. */
  readonly talking: Chat;

  readonly buzzing: Buzzing = new Buzzing(this);
  readonly acting: Acting = new Acting(this);

  /** Whether the one who looks is to move. */
  readonly myTurn = $derived.by(() => {
    const { looking } = this.seating;
    const moving = !this.replay.on && !this.seating.resting;
    return moving && looking !== null && this.stage.awaited.has(looking);
  });

  /** What lies on top of the table and can be put away; null if nothing does. */
  readonly onTop: object | null = $derived.by(() => {
    if (this.sheets.over) return this.sheets;
    return this.notes.note ?? (this.advising.open ? this.advising : null);
  });

  /** How the match has ended, for whoever looks; empty before. */
  readonly ending = $derived.by(() => {
    const { result, scored } = this.log;
    const seated = this.seating.onlooker ? [] : (this.seating.table?.seats ?? []);
    const mine = seated.filter((seat) => seat.mine);
    const seats = mine.map(({ seat }) => seat);
    return result ? headline(result, seats, scored, this.seating.names) : "";
  });

  /** A table of a match; `told` hears where another line of it is tried out here. */
  constructor(
    match: string,
    loadPast: LoadPast,
    dial: (aided: boolean) => Socket = (aided) => dialTable(match, aided),
    told?: (line: Line) => void,
  ) {
    this.replay = new Replaying(loadPast, this.log, this.stage, {
      looking: () => this.seating.looking,
      letGo: () => this.#letGo(),
      failed: (phrase) => this.failed(phrase),
      covered: () => this.device.veil !== null || this.device.changing,
      present: async () => {
        await this.acting.present();
        this.device.handOver();
      },
    });
    this.talking = new Chat(match, this.seating, (phrase, holds) => {
      this.notes.mention(phrase, null, holds);
    });
    this.connection = new Connection(
      {
        health: (state) => {
          this.health = state;
          if (state === "live") this.talking.onConnect();
        },
        overdue: (on) => (this.overdue = on),
        table: (table) => this.#table(table),
        view: (view) => this.#view(view),
        thinking: (seats) => (this.thinking = seats),
        said: (said) => this.talking.take(said),
        problem: ({ phrase }) => {
          this.closed = phrase.key === NO_SPECTATORS ? phrase : null;
          this.failed(phrase);
        },
        line: (line) => told?.(line),
      },
      dial,
    );
  }

  /** See what everybody may see, for as long as the page is there. */
  lookOn(): void {
    this.seating.onlooker = true;
    this.connection.look(null);
  }

  /** Begin, drawing in `root` and flying pieces in `sky`; the answer ends it. */
  start(root: HTMLElement, sky: HTMLElement): () => void {
    this.stage.enter(root, sky);
    this.connection.start();
    const unfollow = this.notes.follow();
    const wake = () => {
      const visible = document.visibilityState === "visible";
      this.connection.attend(visible);
      if (visible) this.connection.wake();
    };
    this.connection.attend(document.visibilityState === "visible");
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      unfollow();
      this.replay.playOn(false);
      this.connection.end();
    };
  }

  // --- what the player does ---

  /** A target was clicked, tapped, dropped on or chosen by key. */
  pick(target: string): void {
    this.screening.catchUp();
    this.notes.clear();
    if (this.racing.justOver && !this.choosing.next.has(target)) return;
    if (!this.replay.on && !this.choosing.underway) this.choosing.pick(target);
  }

  /** Switch a layer of aids on or off; those that are off at first come when they are wanted. */
  switchLayer(id: string): void {
    this.stage.switchLayer(id);
    this.connection.aid(this.stage.aided);
  }

  /** What bots do is skipped through until it is one's own turn. */
  skip(): void {
    this.connection.hurry();
    this.screening.skip();
  }

  /** The back button of phones: put away what lies on top. Returns whether there was anything. */
  putAway(): boolean {
    if (this.sheets.over) this.sheets.up = false;
    else if (this.notes.note) this.notes.close();
    else if (this.advising.open) this.advising.close();
    else return false;
    return true;
  }

  /** Escape: put away what lies on top, take back the last pick or the buzzer. Returns whether there
      was any; the replay is left by the page, whose address says that it is on. */
  back(): boolean {
    if (this.putAway()) return true;
    if (this.choosing.picked.length) this.choosing.takeBack();
    else if (this.racing.buzz && this.buzzing.on) this.buzzing.release();
    else return false;
    return true;
  }

  /** A click beside everything: as Escape, but nobody lets go of a buzzer by accident. */
  aside(): boolean {
    if (this.racing.buzz && !this.onTop && !this.choosing.picked.length) return true;
    return this.back();
  }

  // --- what the server says ---

  #table(table: TableInfo): void {
    const before = this.seating.table;
    const begins = before?.status === "waiting" && table.status === "playing";
    this.seating.table = table;
    this.talking.follow(table);
    if (before?.status === "playing") this.#givesUpLostSeats(before, table);
    void contributeTo(table);
    if (begins) this.#tellOfThoseLeftOut(table);
    this.device.handOver();
    if (table.ending) this.#opensResult();
  }

  /** This device has been put out of seats: what was begun at them is gone, and that is told. */
  #givesUpLostSeats({ seats, looking }: TableInfo, now: TableInfo): void {
    const lost = seats.filter(({ seat, mine }) => mine && !now.seats[seat]?.mine);
    if (!lost.length) return;
    const isLost = (seat: number | null) => lost.some((one) => one.seat === seat);
    if (isLost(looking)) {
      this.choosing.drop();
      this.drafting.drop();
      this.advising.close();
    }
    if (isLost(this.device.veil)) this.device.veil = null;
    this.notes.insist("table-put-out", lost.map(({ name }) => name));
  }

  /** Chance goes without what somebody's device has not brought in time: all are told. */
  #tellOfThoseLeftOut({ parts, seats }: TableInfo): void {
    const names = seats.filter(({ seat }) => parts[seat]?.state === "left-out");
    if (!names.length) return;
    const values = { names: names.map(({ name }) => name) };
    this.notes.mention({ key: "table-left-out", values });
  }

  #view(view: View): void {
    this.thinking = view.thinking;
    this.screening.take(view);
    if (settings.bots === "skip" && this.#botsAlone(view)) this.connection.hurry();
  }

  /** Whether the match waits for bots alone, and somebody here waits for them. */
  #botsAlone({ scene }: View): boolean {
    const people = new Set(this.seating.people);
    const waits = scene.awaited?.some((seat) => people.has(seat)) ?? false;
    return this.seating.own.length > 0 && !scene.result && !scene.race && !waits;
  }

  /** An event is told of: it comes into the log, and ends what was waiting for it. */
  #told(view: View): void {
    if (view.number < this.log.last) this.replay.forget(view.number);
    this.log.take(view);
    if (this.drafting.hasShown(view.number)) {
      if (!view.entries.length) void this.acting.tryAgain();
      return;
    }
    this.choosing.goOn(view.scene);
    if (view.fresh) this.device.sees();
  }

  /** Whatever has been told is shown: if that was the end, its account is opened. */
  #ends(): void {
    if (this.screening.live?.scene.result) this.#opensResult();
  }

  /** Say how the match has ended, once. */
  #opensResult(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.sheets.tab = "result";
    this.sheets.up = !this.replay.on;
  }

  /** Something went wrong that no rule is concerned with. */
  failed(phrase: Phrase): void {
    this.device.stays();
    this.notes.tell(phrase);
  }

  /** Say why nothing at all can be chosen. */
  #explain(target: string): void {
    const { shown } = this.stage;
    if (this.guiding.resting) {
      const resting = () => this.guiding.resting;
      this.notes.mention({ key: "lesson-go-on", values: {} }, target, resting);
    } else if (this.seating.rest) {
      const { key } = this.seating.rest;
      this.notes.mention(this.seating.rest, target, () => this.seating.rest?.key === key);
    } else if (this.buzzing.unclaimed) {
      const unclaimed = () => this.buzzing.unclaimed;
      this.notes.mention({ key: "table-buzz-first", values: {} }, target, unclaimed);
    } else if (shown && !shown.result) {
      this.notes.tell(shown.prompt, target);
    }
  }

  /** Ask for other eyes: what was begun through these is given up. */
  lookAs(seat: number | null): void {
    this.choosing.drop();
    this.drafting.drop();
    this.replay.forget();
    this.connection.look(seat);
  }

  #letGo(): void {
    this.choosing.drop();
    this.notes.clear();
  }
}

function dialTable(match: string, aided: boolean): Socket {
  const address = `${liveAddress(match)}?aids=${Number(aided)}`;
  return new WebSocket(address) as unknown as Socket;
}
