/** One sitting at a table: its parts, and what each of them means to the others. */
import { Advisor } from "../advice/advisor.svelte.ts";
import { TableCards } from "../card/tableCards.svelte.ts";
import { contributeTo } from "../lib/fairness/contributions.ts";
import { Connection, socketUrl, type Health, type Socket } from "../lib/connection.ts";
import type { Line, Phrase, TableInfo, View } from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { Chat } from "../chat/chat.svelte.ts";
import { ActionDispatcher } from "./actionDispatcher.ts";
import { BuzzerState } from "./buzzers.svelte.ts";
import { TargetSelection } from "./selection.svelte.ts";
import { HotSeat } from "./hotSeat.svelte.ts";
import { Draft } from "./draft.svelte.ts";
import { headline } from "./resultSummary.ts";
import { Guide } from "./guide.svelte.ts";
import { Log } from "./log.svelte.ts";
import { Notes } from "./notes.svelte.ts";
import { durationFactor } from "./botPace.ts";
import { RaceState } from "./race.svelte.ts";
import { MatchReplay, type LoadPast } from "./replay.svelte.ts";
import { ViewQueue } from "./viewQueue.ts";
import { Seating } from "./seating.svelte.ts";
import { SidePanelState } from "./sidePanel.svelte.ts";
import { BoardView } from "./boardView.svelte.ts";

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
  readonly replay: MatchReplay;
  readonly seating = new Seating();
  readonly cards = new TableCards();
  readonly log = new Log();
  readonly notes = new Notes();
  readonly sidePanel = new SidePanelState();
  readonly raceState = new RaceState();
  /** Own actions that are tried out, not sent yet. */
  readonly draft = new Draft();

  readonly board = new BoardView({
    isReplaying: () => this.replay.on,
    isCovered: () => this.hotSeat.coveredFor !== null,
    onDrawn: (scene) => this.raceState.onSceneDrawn(scene),
  });

  readonly selection: TargetSelection = new TargetSelection(this.board, {
    isBlocked: () =>
      this.guide.resting ||
      this.replay.on ||
      this.seating.isResting ||
      this.draft.complete ||
      this.buzzers.awaitsPress ||
      this.raceState.claimed !== null,
    isReadOnly: () => this.replay.on || this.seating.isResting,
    usesDrafts: () => this.seating.table?.drafts ?? false,
    commit: (choice) => void this.dispatcher.commit(choice),
    explain: (target) => this.#explain(target),
    explainTargets: (path) => this.dispatcher.explainTargets(path),
    reportIdle: (target) => {
      const idle = () => !this.selection.next.has(target);
      this.notes.showTransient({ key: "table-idle-target", values: {} }, target, idle);
    },
  });

  /** What a first match points out. */
  readonly guide: Guide = new Guide(this.selection);

  readonly hotSeat: HotSeat = new HotSeat(this.seating, this.board, {
    isReplaying: () => this.replay.on,
    isAnimating: () => this.viewQueue.running,
    isRacing: () => this.buzzers.active,
    isClaiming: () => this.raceState.buzz !== null || this.selection.underway !== null,
    viewAs: (seat) => {
      this.replay.drop();
      this.notes.clear();
      this.chat.draft = "";
      this.viewAs(seat);
    },
  });

  readonly viewQueue: ViewQueue = new ViewQueue(
    this.board,
    this.notes,
    this.raceState,
    this.draft,
    {
      isReplaying: () => this.replay.on,
      isMyTurn: () => this.myTurn,
      isSwitchingSeat: () => this.hotSeat.isSwitching,
      durationFactor: (view) => durationFactor(view, this.seating.table?.seats ?? []),
      onView: (view) => this.#onShown(view),
      onDraftVoided: () => this.dispatcher.discardDraft(),
      onIdle: () => {
        this.hotSeat.handOver();
        this.#checkEnd();
      },
    },
  );

  /** What a good player would do. */
  readonly advisor: Advisor = new Advisor(this);
  /** Why nobody may look on here, if that is so. */
  closed = $state.raw<Phrase | null>(null);
  /** What is said at the table. */
  readonly chat: Chat;

  readonly buzzers: BuzzerState = new BuzzerState(this);
  readonly dispatcher: ActionDispatcher = new ActionDispatcher(this);

  /** Whether the one who looks is to move. */
  readonly myTurn = $derived.by(() => {
    const { viewerSeat } = this.seating;
    const moving = !this.replay.on && !this.seating.isResting;
    return moving && viewerSeat !== null && this.board.awaited.has(viewerSeat);
  });

  /** What lies on top of the table and can be put away; null if nothing does. */
  readonly onTop: object | null = $derived.by(() => {
    if (this.sidePanel.coversTable) return this.sidePanel;
    return this.notes.note ?? (this.advisor.open ? this.advisor : null);
  });

  /** How the match has ended, for whoever looks; empty before. */
  readonly headline = $derived.by(() => {
    const { result, scored } = this.log;
    const seated = this.seating.spectating ? [] : (this.seating.table?.seats ?? []);
    const mine = seated.filter((seat) => seat.mine);
    const seats = mine.map(({ seat }) => seat);
    return result ? headline(result, seats, scored, this.seating.names) : "";
  });

  /** A table of a match; `told` hears where another line of it is tried out here. */
  constructor(
    match: string,
    loadPast: LoadPast,
    dial: (aided: boolean) => Socket = (aided) => openSocket(match, aided),
    told?: (line: Line) => void,
  ) {
    this.replay = new MatchReplay(loadPast, this.log, this.board, {
      looking: () => this.seating.viewerSeat,
      clearSelection: () => this.#clearSelection(),
      onError: (phrase) => this.showError(phrase),
      isCovered: () => this.hotSeat.coveredFor !== null || this.hotSeat.isSwitching,
      showCurrent: async () => {
        await this.dispatcher.showCurrent();
        this.hotSeat.handOver();
      },
    });
    this.chat = new Chat(match, this.seating, (phrase, holds) => {
      this.notes.showTransient(phrase, null, holds);
    });
    this.connection = new Connection(
      {
        health: (state) => {
          this.health = state;
          if (state === "live") this.chat.onConnect();
        },
        overdue: (on) => (this.overdue = on),
        table: (table) => this.#onTable(table),
        view: (view) => this.#onView(view),
        thinking: (seats) => (this.thinking = seats),
        said: (said) => this.chat.take(said),
        problem: ({ phrase }) => {
          this.closed = phrase.key === NO_SPECTATORS ? phrase : null;
          this.showError(phrase);
        },
        line: (line) => told?.(line),
      },
      dial,
    );
  }

  /** See what everybody may see, for as long as the page is there. */
  watch(): void {
    this.seating.spectating = true;
    this.connection.viewAs(null);
  }

  /** Begin, drawing in `root` and flying pieces in `sky`; the answer ends it. */
  start(root: HTMLElement, sky: HTMLElement): () => void {
    this.board.attach(root, sky);
    this.connection.start();
    const unfollow = this.notes.follow();
    const wake = () => {
      const visible = document.visibilityState === "visible";
      this.connection.setAttention(visible);
      if (visible) this.connection.reconnectNow();
    };
    this.connection.setAttention(document.visibilityState === "visible");
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      unfollow();
      this.replay.setPlaying(false);
      this.connection.close();
    };
  }

  // --- what the player does ---

  /** A target was clicked, tapped, dropped on or chosen by key. */
  pick(target: string): void {
    this.viewQueue.catchUp();
    this.notes.clear();
    if (this.raceState.hasJustEnded && !this.selection.next.has(target)) return;
    if (!this.replay.on && !this.selection.underway) this.selection.pick(target);
  }

  /** Switch a layer of aids on or off; those that are off at first come when they are wanted. */
  switchLayer(id: string): void {
    this.board.switchLayer(id);
    this.connection.setAids(this.board.hasSwitchedLayers);
  }

  /** What bots do is skipped through until it is one's own turn. */
  skip(): void {
    this.connection.hurry();
    this.viewQueue.skip();
  }

  /** The back button of phones: put away what lies on top. Returns whether there was anything. */
  dismissTop(): boolean {
    if (this.sidePanel.coversTable) this.sidePanel.expanded = false;
    else if (this.notes.note) this.notes.close();
    else if (this.advisor.open) this.advisor.close();
    else return false;
    return true;
  }

  /** Escape: put away what lies on top, take back the last pick or the buzzer. Returns whether there
      was any; the replay is left by the page, whose address says that it is on. */
  back(): boolean {
    if (this.dismissTop()) return true;
    if (this.selection.picked.length) this.selection.unpick();
    else if (this.raceState.buzz && this.buzzers.active) this.buzzers.release();
    else return false;
    return true;
  }

  /** A click beside everything: as Escape, but nobody lets go of a buzzer by accident. */
  clickOutside(): boolean {
    if (this.raceState.buzz && !this.onTop && !this.selection.picked.length) return true;
    return this.back();
  }

  // --- what the server says ---

  #onTable(table: TableInfo): void {
    const before = this.seating.table;
    const begins = before?.status === "waiting" && table.status === "playing";
    this.seating.table = table;
    this.chat.follow(table);
    if (before?.status === "playing") this.#onLostSeats(before, table);
    void contributeTo(table);
    if (begins) this.#announceLeftOut(table);
    this.hotSeat.handOver();
    if (table.ending) this.#openResult();
  }

  /** This device has been put out of seats: what was begun at them is gone, and that is told. */
  #onLostSeats({ seats, looking }: TableInfo, now: TableInfo): void {
    const lost = seats.filter(({ seat, mine }) => mine && !now.seats[seat]?.mine);
    if (!lost.length) return;
    const isLost = (seat: number | null) => lost.some((one) => one.seat === seat);
    if (isLost(looking)) {
      this.selection.clear();
      this.draft.clear();
      this.advisor.close();
    }
    if (isLost(this.hotSeat.coveredFor)) this.hotSeat.coveredFor = null;
    this.notes.showPersistent("table-put-out", lost.map(({ name }) => name));
  }

  /** Chance goes without what somebody's device has not brought in time: all are told. */
  #announceLeftOut({ parts, seats }: TableInfo): void {
    const names = seats.filter(({ seat }) => parts[seat]?.state === "left-out");
    if (!names.length) return;
    const values = { names: names.map(({ name }) => name) };
    this.notes.showTransient({ key: "table-left-out", values });
  }

  #onView(view: View): void {
    this.thinking = view.thinking;
    this.viewQueue.push(view);
    if (settings.bots === "skip" && this.#awaitsBotsOnly(view)) this.connection.hurry();
  }

  /** Whether the match waits for bots alone, and somebody here waits for them. */
  #awaitsBotsOnly({ scene }: View): boolean {
    const people = new Set(this.seating.people);
    const waits = scene.awaited?.some((seat) => people.has(seat)) ?? false;
    return this.seating.own.length > 0 && !scene.result && !scene.race && !waits;
  }

  /** An event is told of: it comes into the log, and ends what was waiting for it. */
  #onShown(view: View): void {
    if (view.number < this.log.last) this.replay.forget(view.number);
    this.log.addView(view);
    if (this.draft.hasShown(view.number)) {
      if (!view.entries.length) void this.dispatcher.redraft();
      return;
    }
    this.selection.onEvent(view.scene);
    if (view.fresh) this.hotSeat.onSwitched();
  }

  /** Whatever has been told is shown: if that was the end, its account is opened. */
  #checkEnd(): void {
    if (this.viewQueue.live?.scene.result) this.#openResult();
  }

  /** Say how the match has ended, once. */
  #openResult(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.sidePanel.tab = "result";
    this.sidePanel.expanded = !this.replay.on;
  }

  /** Something went wrong that no rule is concerned with. */
  showError(phrase: Phrase): void {
    this.hotSeat.onSwitchFailed();
    this.notes.show(phrase);
  }

  /** Say why nothing at all can be chosen. */
  #explain(target: string): void {
    const { shown } = this.board;
    if (this.guide.resting) {
      const resting = () => this.guide.resting;
      this.notes.showTransient({ key: "lesson-go-on", values: {} }, target, resting);
    } else if (this.seating.pauseReason) {
      const { key } = this.seating.pauseReason;
      this.notes.showTransient(
        this.seating.pauseReason,
        target,
        () => this.seating.pauseReason?.key === key,
      );
    } else if (this.buzzers.awaitsPress) {
      const unclaimed = () => this.buzzers.awaitsPress;
      this.notes.showTransient({ key: "table-buzz-first", values: {} }, target, unclaimed);
    } else if (shown && !shown.result) {
      this.notes.show(shown.prompt, target);
    }
  }

  /** Ask for other eyes: what was begun through these is given up. */
  viewAs(seat: number | null): void {
    this.selection.clear();
    this.draft.clear();
    this.replay.forget();
    this.connection.viewAs(seat);
  }

  #clearSelection(): void {
    this.selection.clear();
    this.notes.clear();
  }
}

function openSocket(match: string, aided: boolean): Socket {
  const address = `${socketUrl(match)}?aids=${Number(aided)}`;
  return new WebSocket(address) as unknown as Socket;
}
