/** The live connection to one match: it reconnects, and no command is lost or carried out twice.
 *
 * A command keeps its id until it is answered and is resent after every reconnection; the server
 * answers the same id only once. Gaps in the events are filled by a sync request.
 */
import { applyChanges } from "./changes.ts";
import { ReconnectingSocket, retryDelay, type Socket } from "./reconnectingSocket.ts";
import type {
  Accepted,
  Allowed,
  Changed,
  Drafted,
  FromClient,
  FromServer,
  Problem,
  Refused,
  Said,
  Scene,
  TableInfo,
  TriedLine,
  View,
} from "./protocol";

export type Health = "connecting" | "live" | "reconnecting" | "gone";

/** What the connection reports to the page. */
export interface Listener {
  health(state: Health): void;
  /** Whether a command has waited too long for its answer. */
  overdue(on: boolean): void;
  table(table: TableInfo): void;
  /** Views arrive in order and without gaps; a fresh one starts over. */
  view(view: View): void;
  thinking(seats: number[]): void;
  /** Chat messages have arrived. */
  said(said: Said): void;
  problem(problem: Problem): void;
  /** A variation of a finished match has progressed this far. */
  line(line: TriedLine): void;
}

/** Clients of a server that restarts reconnect within this many milliseconds, at random. */
export const RESTART_SPREAD = 250;
/** After this many milliseconds a command counts as overdue, and the connection is checked. */
export const ANSWER_TIMEOUT = 3000;
/** Milliseconds between two tries of a command that the server cannot carry out just now. */
export const BUSY_RETRY_DELAY = 1000;

/** The close code for an unknown match. */
const NOT_FOUND = 4404;
/** The close code of an overloaded server, which has said when to retry. */
const OVERLOADED = 4429;
/** The close code of a server that shuts down: another one serves the match already. */
const RESTARTING = 1012;
/** The problem that a seat is held by somebody else. */
const OTHER_SEAT = "problem-other-seat";
/** Problems that pass by themselves: nothing was done, or the repeated command is done once. */
const PASSING = ["problem-storage", "problem-table-busy"];
/** A match that existed is given up after being unknown this often in a row. */
const MAX_UNKNOWN = 3;

/** What a seat would see after the actions of a draft; null if it starts from another event. */
export type DraftOutcome = Omit<Drafted, "changes"> & { scene: Scene | null };

type Answer = Accepted | Refused | Allowed | DraftOutcome | Problem;

interface PendingCommand {
  message: FromClient;
  /** The seat it was sent for: the server attributes it to the seat viewed then. */
  seat: number | null;
  answer: (answer: Answer) => void;
  /** The timer of the next try, after the server could not carry it out. */
  retry?: ReturnType<typeof setTimeout>;
}

export class Connection {
  /** The number of the last known event. */
  number = 0;
  /** The scene after that event, the base of scene diffs. */
  #scene: Scene | null = null;
  readonly #socket: ReconnectingSocket;
  #pending = new Map<string, PendingCommand>();
  /** The ids of overdue commands. */
  #overdue = new Set<string>();
  /** The seat that was requested (undefined: none), and the one the server shows. */
  #requestedSeat: number | null | undefined;
  #viewedSeat: number | null = null;
  /** The least delay of the next retry in milliseconds, as the server asked for. */
  #retryAfter = 0;
  #closed = false;
  /** Whether the match had not started at the last table message. */
  #matchWaiting = false;
  /** Whether the match was ever found, and how often in a row it was not. */
  #matchSeen = false;
  #unknownCount = 0;
  #syncing = false;
  #needsFreshView = true;
  /** Whether the page is visible. */
  #attentive = true;
  /** Whether layers that are off by default are requested. */
  #aids = false;
  /** Whether they were when the socket was opened. */
  #openedWithAids = false;

  constructor(
    private readonly listener: Listener,
    connect: (aided: boolean) => Socket,
  ) {
    this.#socket = new ReconnectingSocket(
      {
        opened: () => this.#onOpen(),
        received: (data) => this.#receive(JSON.parse(data) as FromServer),
        lost: (code, tries) => this.#onLost(code, tries),
      },
      () => {
        this.#openedWithAids = this.#aids;
        return connect(this.#aids);
      },
    );
  }

  /** Open the connection and keep it until `close`. */
  start(): void {
    this.listener.health("connecting");
    this.#socket.open();
  }

  close(): void {
    this.#closed = true;
    this.#socket.close();
  }

  /** Retry now instead of after the delay: the network or the page is back. */
  reconnectNow(): void {
    this.#socket.reconnectNow();
  }

  /** Carry out an action. Resolves when the server has answered, however long that takes.
   *
   * In a race, `elapsed` is the reaction time in whole milliseconds.
   */
  act(action: number, elapsed: number | null = null): Promise<Accepted | Refused | Problem> {
    return this.#ask({ type: "act", id: newId(), action, seen: this.number, elapsed });
  }

  /** Preview these actions one after the other, without carrying them out. */
  draft(actions: number[]): Promise<DraftOutcome | Refused | Problem> {
    return this.#ask({ type: "draft", id: newId(), actions });
  }

  /** Ask why these targets cannot be picked, after the actions of a draft. */
  why(path: string[], after: number[] = []): Promise<Allowed | Refused | Problem> {
    return this.#ask({ type: "why", id: newId(), path, after });
  }

  /** Report that the viewed seat has pressed its buzzer; its claim follows. */
  buzz(elapsed: number): void {
    this.#send({ type: "buzz", elapsed });
  }

  /** Ask the bots not to pause until it is a person's turn. */
  hurry(): void {
    this.#send({ type: "hurry" });
  }

  /** Report whether the page is visible: whoever looks at it needs no notifications. */
  setAttention(on: boolean): void {
    if (this.#attentive === on) return;
    this.#attentive = on;
    this.#send({ type: "attention", on });
  }

  /** Request layers that are off by default; remembered across reconnections. */
  setAids(on: boolean): void {
    if (this.#aids === on) return;
    this.#aids = on;
    this.#send({ type: "aids", on });
  }

  /** View the match from another seat; remembered across reconnections. */
  viewAs(seat: number | null): void {
    this.#requestedSeat = seat;
    this.#send({ type: "look", seat });
  }

  #ask<A extends Answer>(message: FromClient & { id: string }): Promise<A> {
    const eyes = this.#requestedSeat !== undefined ? this.#requestedSeat : this.#viewedSeat;
    return new Promise((answer) => {
      this.#pending.set(message.id, {
        message,
        seat: eyes,
        answer: answer as (answer: Answer) => void,
      });
      this.#send(message);
      setTimeout(() => this.#checkOverdue(message.id), ANSWER_TIMEOUT);
    });
  }

  /** Report an overdue command, and check whether the connection is alive. */
  #checkOverdue(command: string): void {
    if (this.#closed || !this.#pending.has(command)) return;
    this.#reportOverdue(command);
    if (this.#socket.isOpen) this.#socket.checkAlive();
  }

  #reportOverdue(command: string): void {
    this.#overdue.add(command);
    this.listener.overdue(true);
  }

  /** Try a command again a little later, under the same id; the user only has to wait. */
  #tryLater(id: string, command: PendingCommand): void {
    this.#reportOverdue(id);
    clearTimeout(command.retry);
    command.retry = setTimeout(() => this.#resend([command], this.#requestedSeat), BUSY_RETRY_DELAY);
  }

  /** Resend commands, each while viewing the seat it was sent for; `eyes` is the seat viewed now. */
  #resend(commands: Iterable<PendingCommand>, eyes?: number | null): void {
    const through = (wanted: number | null) => {
      if (this.#requestedSeat === undefined || wanted === eyes) return;
      eyes = wanted;
      this.#send({ type: "look", seat: wanted });
    };
    for (const command of commands) {
      clearTimeout(command.retry);
      through(command.seat);
      this.#send(command.message);
    }
    if (this.#requestedSeat !== undefined) through(this.#requestedSeat);
  }

  #send(message: FromClient): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Commands have waited in #pending until now. */
  #onOpen(): void {
    this.#needsFreshView = true;
    this.#syncing = false;
    this.listener.health("live");
    if (!this.#attentive) this.#send({ type: "attention", on: false });
    if (this.#aids !== this.#openedWithAids) this.#send({ type: "aids", on: this.#aids });
    this.#resend(this.#pending.values());
  }

  #onLost(code: number, tries: number): number | null {
    this.#unknownCount = code === NOT_FOUND ? this.#unknownCount + 1 : 0;
    if (this.#unknownCount >= (this.#matchSeen ? MAX_UNKNOWN : 1)) {
      this.#closed = true;
      this.listener.health("gone");
      return null;
    }
    this.listener.health("reconnecting");
    const asked = code === OVERLOADED ? this.#retryAfter : 0;
    const moved = code === RESTARTING && tries === 0;
    const wait = moved ? RESTART_SPREAD * Math.random() : retryDelay(Math.max(1, tries));
    return Math.max(asked, wait);
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.#viewedSeat = message.looking;
        this.#matchSeen = true;
        this.#unknownCount = 0;
        // At the start of a match everybody views their own seat.
        if (this.#matchWaiting && message.status !== "waiting" && this.#seatPending) {
          this.#send({ type: "look", seat: this.#requestedSeat ?? null });
        }
        this.#matchWaiting = message.status === "waiting";
        // After a reconnection the server shows another seat at first: ignore that.
        if (!this.#needsFreshView || !this.#seatPending) this.listener.table(message);
        break;
      case "view":
        this.#onView(message);
        break;
      case "changed":
        this.#onChanged(message);
        break;
      case "thinking":
        this.listener.thinking(message.seats);
        break;
      case "said":
        this.listener.said(message);
        break;
      case "problem":
        this.#retryAfter = 1000 * (Number(message.phrase.values["seconds"]) || 0);
        if (message.phrase.key === OTHER_SEAT && this.#seatPending) this.#onSeatLost(message);
        this.#onProblem(message);
        break;
      case "accepted":
      case "refused":
      case "allowed":
        this.#resolveCommand(message);
        break;
      case "drafted":
        this.#onDrafted(message);
        break;
      case "probe":
        this.#send({ type: "echo", stamp: message.stamp });
        break;
      case "line":
        this.listener.line(message);
        break;
      case "pong":
        break;
    }
  }

  #onProblem(problem: Problem): void {
    const command = this.#pending.get(problem.id);
    if (command && PASSING.includes(problem.phrase.key)) this.#tryLater(problem.id, command);
    else if (!this.#resolveCommand(problem)) this.listener.problem(problem);
  }

  /** The requested seat belongs to somebody else by now: drop the commands sent for it, and let the
   * server choose the seat.
   */
  #onSeatLost(problem: Problem): void {
    const lost = this.#requestedSeat;
    this.#requestedSeat = undefined;
    for (const [id, { seat: eyes }] of [...this.#pending]) {
      if (eyes === lost) this.#resolveCommand({ ...problem, id });
    }
    this.#socket.reopen();
  }

  #onView(view: View): void {
    if (this.#seatPending) return;
    if (view.fresh) {
      this.#needsFreshView = false;
    } else {
      if (this.#needsFreshView || view.number < this.number) return;
      if (view.number === this.number && this.#scene) return;
      const first = view.entries[0];
      if (first && first.number > this.number + 1) {
        this.#requestSync();
        return;
      }
    }
    this.#syncing = false;
    this.#applyView(view);
  }

  #applyView(view: View): void {
    this.number = view.number;
    this.#scene = view.scene;
    this.listener.view(view);
  }

  #onChanged({ base, changes, ...news }: Changed): void {
    if (this.#seatPending || this.#needsFreshView || news.number < this.number) return;
    // After one and the same event, other aids are shown; what has come already is passed over.
    if (news.number === this.number && base !== news.number) return;
    const scene = base === this.number && this.#scene ? applyChanges(this.#scene, changes) : null;
    if (scene) this.#applyView({ ...news, type: "view", scene, fresh: false, former: null });
    else this.#requestSync();
  }

  /** Ask for everything after the last known event. */
  #requestSync(): void {
    if (!this.#syncing) this.#send({ type: "sync", have: this.number });
    this.#syncing = true;
    this.#scene = null;
  }

  #onDrafted({ changes, ...drafted }: Drafted): void {
    const base = drafted.number === this.number ? this.#scene : null;
    this.#resolveCommand({ ...drafted, scene: base && applyChanges(base, changes) });
  }

  /** Whether the server does not show the requested seat yet. */
  get #seatPending(): boolean {
    return this.#requestedSeat !== undefined && this.#viewedSeat !== this.#requestedSeat;
  }

  #resolveCommand(answer: Answer): boolean {
    const pending = this.#pending.get(answer.id);
    if (!pending) return false;
    this.#pending.delete(answer.id);
    clearTimeout(pending.retry);
    if (this.#overdue.delete(answer.id) && !this.#overdue.size) this.listener.overdue(false);
    pending.answer(answer);
    return true;
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
