/** A session at a table: its parts, and how they are connected. */
import { Advisor } from "../advice/advisor.svelte.ts";
import { TableCards } from "../card/tableCards.svelte.ts";
import { contributeTo } from "../lib/fairness/contributions.ts";
import { Connection, type Health } from "../lib/connection.ts";
import type { Phrase, SeatInfo, TableInfo, TriedLine, View } from "../lib/protocol.ts";
import { openSocket, type Socket } from "../lib/reconnectingSocket.ts";
import { onWakingUp } from "../lib/wakingUp.ts";
import { settings } from "../lib/settings.svelte.ts";
import { seatName } from "../lib/texts.svelte.ts";
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
import { Meanwhile } from "./meanwhile.ts";
import { durationFactor } from "./botPace.ts";
import { RaceState } from "./race.svelte.ts";
import { MatchReplay, type LoadPast } from "./replay.svelte.ts";
import { ViewQueue } from "./viewQueue.ts";
import { Seating } from "./seating.svelte.ts";
import { SidePanelState } from "./sidePanel.svelte.ts";
import { BoardView } from "./boardView.svelte.ts";

/** The problem that spectators are not allowed. */
const NO_SPECTATORS = "problem-no-spectators";

export class TableSession {
  health = $state<Health>("connecting");
  /** Whether a command has waited too long for its answer. */
  overdue = $state(false);
  /** Bots that are thinking. */
  thinking = $state.raw<number[]>([]);

  #resultOpened = false;
  /** Why this device was refused a chair before the start. */
  #chairRefusal: Phrase | null = null;
  readonly #meanwhile = new Meanwhile();

  readonly connection: Connection;
  readonly replay: MatchReplay;
  readonly seating = new Seating();
  readonly cards = new TableCards();
  readonly log = new Log();
  readonly notes = new Notes();
  readonly sidePanel = new SidePanelState();
  readonly raceState = new RaceState();
  /** Own actions that are drafted, not sent yet. */
  readonly draft = new Draft();

  readonly board = new BoardView({
    isReplaying: () => this.replay.active,
    isCovered: () => this.hotSeat.coveredFor !== null,
    onDrawn: (scene) => this.raceState.onSceneDrawn(scene),
  });

  readonly selection: TargetSelection = new TargetSelection(this.board, {
    isBlocked: () =>
      this.guide.resting ||
      this.replay.active ||
      this.seating.isResting ||
      this.draft.complete ||
      this.buzzers.awaitsPress ||
      this.raceState.claimTime !== null,
    isReadOnly: () => this.replay.active || this.seating.isResting,
    usesDrafts: () => this.seating.table?.drafts ?? false,
    commit: (choice) => void this.dispatcher.commit(choice),
    explain: (target) => this.#explain(target),
    explainTargets: (path) => this.dispatcher.explainTargets(path),
    reportIdle: (target) => {
      const { scene } = this.board;
      if (!scene) return;
      const picked = this.selection.picked.at(-1);
      const expected = (picked && scene.prompts?.[picked]) || scene.prompt;
      this.notes.showIdle(target, expected, () => !this.selection.next.has(target));
    },
  });

  /** The guidance of a lesson. */
  readonly guide: Guide = new Guide(this.selection);

  readonly hotSeat: HotSeat = new HotSeat(this.seating, this.board, {
    isReplaying: () => this.replay.active,
    isAnimating: () => this.viewQueue.running,
    isRacing: () => this.buzzers.active,
    isClaiming: () => this.raceState.buzzerPress !== null || this.selection.pendingChoice !== null,
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
      isReplaying: () => this.replay.active,
      isMyTurn: () => this.myTurn,
      isSwitchingSeat: () => this.hotSeat.isSwitching,
      durationFactor: (view) => durationFactor(view, this.seating.table?.seats ?? []),
      onView: (view) => this.#onShown(view),
      onOtherSeat: () => this.#tellMeanwhile(),
      onDraftVoided: () => this.dispatcher.discardDraft(),
      onIdle: () => {
        this.hotSeat.handOver();
        this.#checkEnd();
      },
    },
  );

  /** What a good player would do. */
  readonly advisor: Advisor = new Advisor(this);
  /** Why spectators are not allowed, if so. */
  noSpectators = $state.raw<Phrase | null>(null);
  /** The chat. */
  readonly chat: Chat;

  readonly buzzers: BuzzerState = new BuzzerState(this);
  readonly dispatcher: ActionDispatcher = new ActionDispatcher(this);

  /** Whether it is the viewer's turn. */
  readonly myTurn = $derived.by(() => {
    const { viewerSeat } = this.seating;
    const moving = !this.replay.active && !this.seating.isResting;
    return moving && viewerSeat !== null && this.board.awaited.has(viewerSeat);
  });

  /** What can be dismissed first; null if nothing can. */
  readonly onTop: object | null = $derived.by(() => {
    if (this.sidePanel.coversTable) return this.sidePanel;
    return this.notes.note ?? (this.advisor.open ? this.advisor : null);
  });

  /** The headline of the result for the viewer; empty before the end. */
  readonly headline = $derived.by(() => {
    const { result, scored } = this.log;
    const seated = this.seating.spectating ? [] : (this.seating.table?.seats ?? []);
    const mine = seated.filter((seat) => seat.mine);
    const seats = mine.map(({ seat }) => seat);
    return result ? headline(result, seats, scored, this.seating.names) : "";
  });

  /** A table of a match; `told` receives the progress of a variation that is played on it. */
  constructor(
    match: string,
    loadPast: LoadPast,
    dial: (aided: boolean) => Socket = (aided) =>
      openSocket(`/api/matches/${match}/live?aids=${Number(aided)}`),
    told?: (line: TriedLine) => void,
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
        said: (said) => this.chat.addMessages(said),
        problem: ({ phrase }) => {
          this.noSpectators = phrase.key === NO_SPECTATORS ? phrase : null;
          this.showError(phrase);
        },
        line: (line) => told?.(line),
      },
      dial,
    );
  }

  /** Watch as a spectator for as long as the page is open. */
  watch(): void {
    this.seating.spectating = true;
    this.connection.viewAs(null);
  }

  /** Start, rendering in `root` and animating in `sky`; returns a function that ends it. */
  start(root: HTMLElement, sky: HTMLElement): () => void {
    this.board.attach(root, sky);
    this.connection.start();
    const unfollow = this.notes.follow();
    const stopWaking = onWakingUp((visible) => {
      this.connection.setAttention(visible);
      if (visible) this.connection.reconnectNow();
    });
    this.connection.setAttention(document.visibilityState === "visible");
    return () => {
      stopWaking();
      unfollow();
      this.replay.setPlaying(false);
      this.connection.close();
    };
  }

  // --- the player's actions ---

  /** A target was clicked, tapped, dropped on or chosen by key. */
  pick(target: string): void {
    this.viewQueue.catchUp();
    this.notes.clear();
    if (this.raceState.hasJustEnded && !this.selection.next.has(target)) return;
    if (!this.replay.active && !this.selection.pendingChoice) this.selection.pick(target);
  }

  /** A dragged piece was dropped on a target, at this box; meanwhile it may have become one that
   * cannot be taken.
   */
  drop(piece: string, target: string, box: DOMRect): void {
    this.viewQueue.catchUp();
    if (!this.selection.picked.includes(piece)) return;
    this.board.onDrop(piece, box);
    this.pick(target);
  }

  /** Switch a layer on or off; the server sends those that are off by default on request. */
  switchLayer(id: string): void {
    this.board.switchLayer(id);
    this.connection.setAids(this.board.hasSwitchedLayers);
  }

  /** Skip the moves of bots until it is one's own turn. */
  skip(): void {
    this.connection.hurry();
    this.viewQueue.skip();
  }

  /** The back button of phones: dismiss what is on top. Returns whether there was anything. */
  dismissTop(): boolean {
    if (this.sidePanel.coversTable) this.sidePanel.expanded = false;
    else if (this.notes.note) this.notes.close();
    else if (this.advisor.open) this.advisor.close();
    else return false;
    return true;
  }

  /** Escape: dismiss what is on top, or undo the last pick or buzzer press. Returns whether there
   * was anything; the page itself leaves the replay, since its address changes.
   */
  back(): boolean {
    if (this.dismissTop()) return true;
    if (this.selection.picked.length) this.selection.unpick();
    else if (this.raceState.buzzerPress && this.buzzers.active) this.buzzers.release();
    else return false;
    return true;
  }

  /** A click outside: like Escape, but a buzzer is not released by accident. */
  clickOutside(): boolean {
    if (this.raceState.buzzerPress && !this.onTop && !this.selection.picked.length) return true;
    return this.back();
  }

  // --- messages of the server ---

  #onTable(table: TableInfo): void {
    const before = this.seating.table;
    const begins = before?.status === "waiting" && table.status === "playing";
    this.seating.table = table;
    this.chat.follow(table);
    if (before?.status === "playing") {
      this.#announceStandIns(before, table);
      this.#onTakenOver(before, table);
      this.#onLostSeats(before, table);
    }
    void contributeTo(table);
    if (begins) {
      this.#announceLeftOut(table);
      this.#tellChairRefusal();
    }
    // Others may end the match while the device is to change hands: then nobody need take it.
    if (!this.seating.playing) this.hotSeat.coveredFor = null;
    this.hotSeat.handOver();
    if (before?.status === "playing" && table.ending) this.#dropBegun();
    if (table.ending) this.#openResult();
  }

  /** The match has ended before its regular end: nothing comes of what was being chosen. */
  #dropBegun(): void {
    this.selection.clear();
    if (!this.draft.steps.length) return;
    this.draft.clear();
    if (!this.replay.active) void this.dispatcher.showCurrent();
  }

  /** Bots have begun to play for people: say so, since at their seats there is little room for it. */
  #announceStandIns({ seats }: TableInfo, now: TableInfo): void {
    if (now.status !== "playing") return;
    for (const { seat, mine, resigned, stand_in, time } of now.seats) {
      const why = time?.overdue ? "time" : resigned ? "resigned" : "away";
      const before = seats[seat];
      const isNew = (resigned && !before?.resigned) || (stand_in && !before?.stand_in);
      if (!isNew || (mine && why !== "time")) continue;
      const values = { name: seatName(seat, this.seating.names), why };
      this.notes.showTransient({ key: "table-bot-takes-over", values }, null, () => {
        const info = this.seating.table?.seats[seat];
        return Boolean(info?.resigned || info?.stand_in);
      });
    }
  }

  /** Somebody has come to a seat, maybe here; or does not get the one that was asked for. */
  #onTakenOver(before: TableInfo, now: TableInfo): void {
    const { seats, proposal } = before;
    const come = newcomers(before, now);
    for (const { seat, name } of come) {
      const { kind: whose, name: about } = seats[seat]!;
      this.notes.showTransient(
        { key: "late-came", values: { name, about, whose } },
        null,
        () => this.seating.playing,
      );
    }
    const own = come.find(({ mine }) => mine);
    if (own && now.looking === null && !this.seating.spectating) {
      this.replay.drop();
      this.viewAs(own.seat);
    }
    if (proposal?.mine && !now.proposal?.mine && !own && now.status === "playing") {
      const { name, kind, stand_in } = now.seats[proposal.seat]!;
      const key = kind === "bot" || stand_in ? "late-stays" : "late-back";
      this.notes.showTransient({ key, values: { name } });
    }
  }

  /** This device has lost seats: drop what was begun for them, and say so. */
  #onLostSeats(before: TableInfo, now: TableInfo): void {
    const { seats, looking } = before;
    const lost = seats.filter(({ seat, mine }) => mine && !now.seats[seat]?.mine);
    if (!lost.length) return;
    const isLost = (seat: number | null) => lost.some((one) => one.seat === seat);
    if (isLost(looking)) {
      this.selection.clear();
      this.draft.clear();
      this.advisor.close();
    }
    if (isLost(this.hotSeat.coveredFor)) this.hotSeat.coveredFor = null;
    const given = new Set(newcomers(before, now).map(({ seat }) => seat));
    const taken = lost.filter(({ seat }) => !given.has(seat));
    if (taken.length) this.notes.showPersistent("table-put-out", taken.map(({ name }) => name));
  }

  /** This device was refused a chair, or (null) was not: should the match begin without it, or have
   * begun, the table says why.
   */
  noteChairRefusal(phrase: Phrase | null): void {
    this.#chairRefusal = phrase;
    if (this.seating.playing) this.#tellChairRefusal();
  }

  #tellChairRefusal(): void {
    if (this.#chairRefusal && !this.seating.ownSeats.length) {
      this.notes.showTransient(this.#chairRefusal);
    }
    this.#chairRefusal = null;
  }

  /** Some devices have not contributed to the randomness in time: say so. */
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

  /** Whether the match waits for bots only, and somebody here waits for them. */
  #awaitsBotsOnly({ scene }: View): boolean {
    const people = new Set(this.seating.people);
    const waits = scene.awaited?.some((seat) => people.has(seat)) ?? false;
    return this.seating.ownSeats.length > 0 && !scene.result && !scene.race && !waits;
  }

  /** An event is shown: add it to the log, and end what was waiting for it. */
  #onShown(view: View): void {
    if (view.number < this.log.last) this.replay.forget(view.number);
    this.log.addView(view);
    if (this.hotSeat.coveredFor === null && !this.hotSeat.isSwitching) this.#noteSeen();
    if (this.draft.hasShown(view.number)) {
      if (!view.entries.length) void this.dispatcher.redraft();
      return;
    }
    this.selection.onEvent(view.scene);
    if (view.fresh) this.hotSeat.onSwitched();
  }

  /** Whoever has the device has seen everything so far. */
  #noteSeen(): void {
    const { viewerSeat } = this.seating;
    if (viewerSeat !== null) this.#meanwhile.onSeen(viewerSeat, this.log.last);
  }

  /** Tell whoever has got the device what happened while they looked away, unless the log does. */
  #tellMeanwhile(): void {
    const { viewerSeat, table } = this.seating;
    if (viewerSeat === null || !table?.secrets) return;
    const events = this.#meanwhile.since(viewerSeat, this.log.entries);
    this.#noteSeen();
    if (this.sidePanel.showsLog) return;
    const lines = events.map(({ phrases }) => phrases);
    if (lines.length) this.notes.showEvents("table-meanwhile", lines);
  }

  /** Everything is shown: if that was the end, open the result. */
  #checkEnd(): void {
    if (this.viewQueue.live?.scene.result) this.#openResult();
  }

  /** Open the result, once. */
  #openResult(): void {
    if (this.#resultOpened) return;
    this.#resultOpened = true;
    this.sidePanel.tab = "result";
    this.sidePanel.expanded = !this.replay.active;
  }

  /** Show an error that no rule is about. */
  showError(phrase: Phrase): void {
    this.hotSeat.onSwitchFailed();
    this.notes.show(phrase);
  }

  /** Explain why nothing at all can be chosen. */
  #explain(target: string): void {
    const { scene } = this.board;
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
    } else if (scene && !scene.result) {
      this.notes.show(scene.prompt, target);
    }
  }

  /** View another seat: drop what was begun for this one. */
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

/** Who has come to a bot's seat, or to one that its player let others have. */
function newcomers({ taken_over }: TableInfo, now: TableInfo): SeatInfo[] {
  const known = new Map(taken_over.map(({ seat, after }) => [seat, after]));
  const come = now.taken_over.filter(({ seat, after }) => known.get(seat) !== after);
  return come.flatMap(({ seat }) => now.seats[seat] ?? []);
}
