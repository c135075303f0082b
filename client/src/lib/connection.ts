/** The live connection to one match: it comes back by itself, and no command is lost or doubled.
 *
 * A command keeps its id until it is answered, and is sent again after every reconnection; the
 * server gives the same id the same answer. Gaps in the events are filled by asking for them.
 */
import { applyChanges } from "./changes.ts";
import type {
  Accepted,
  Allowed,
  Changed,
  Drafted,
  FromClient,
  FromServer,
  Line,
  Problem,
  Refused,
  Said,
  Scene,
  TableInfo,
  View,
} from "./protocol";

export type Health = "connecting" | "live" | "reconnecting" | "gone";

/** What the connection tells the page. */
export interface Listener {
  health(state: Health): void;
  /** Whether a command has waited long for its answer. */
  overdue(on: boolean): void;
  table(table: TableInfo): void;
  /** Views come in order and without gaps; a fresh one starts anew. */
  view(view: View): void;
  thinking(seats: number[]): void;
  /** Something was said at the table. */
  said(said: Said): void;
  problem(problem: Problem): void;
  /** Another line of a finished match has come so far. */
  line(line: Line): void;
}

/** The part of a WebSocket that is used; tests bring their own. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((closing: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The state of a WebSocket that takes messages. */
const SOCKET_OPEN = 1;

/** Milliseconds. */
export const FIRST_RETRY_DELAY = 400;
export const MAX_RETRY_DELAY = 8000;
/** Within which all come back that a server sends elsewhere. */
export const RESTART_SPREAD = 250;
export const PING_INTERVAL = 20_000;
export const PONG_TIMEOUT = 8000;
/** After which a command without an answer is told as overdue, and has the connection asked for a
 * sign of life. */
export const ANSWER_TIMEOUT = 3000;

/** The closing code of a server that knows no such match. */
const NOT_FOUND = 4404;
/** The closing code of a server that has too much to do; it has said when to try again. */
const OVERLOADED = 4429;
/** The closing code of a server that ends: the match is served elsewhere already. */
const RESTARTING = 1012;
/** What the server says of a seat that the session does not hold. */
const OTHER_SEAT = "problem-other-seat";
/** How often in a row a match that was there must be unknown before it is given up. */
const MAX_UNKNOWN = 3;

/** What a seat would see after the actions of a draft; null if it starts from another event. */
export type DraftOutcome = Omit<Drafted, "changes"> & { scene: Scene | null };

type Answer = Accepted | Refused | Allowed | DraftOutcome | Problem;

interface PendingCommand {
  message: FromClient;
  /** The eyes that it was given through: the server takes it for theirs. */
  seat: number | null;
  answer: (answer: Answer) => void;
}

export class Connection {
  /** The number of the last event known. */
  number = 0;
  /** The scene after that event; changes start from it. */
  #scene: Scene | null = null;
  #socket: Socket | null = null;
  #pending = new Map<string, PendingCommand>();
  /** The ids of commands that have waited long for their answer. */
  #overdue = new Set<string>();
  /** The eyes asked for, and those that the server looks through. */
  #requestedSeat: number | null | undefined;
  #viewedSeat: number | null = null;
  #tries = 0;
  /** Milliseconds to wait at least before the next try, as the server has asked for. */
  #retryAfter = 0;
  #closed = false;
  /** Whether the match had not begun when the table was told of last. */
  #matchWaiting = false;
  /** Whether the match has been seen, and how often in a row the server did not know it. */
  #matchSeen = false;
  #unknownCount = 0;
  #syncing = false;
  #needsFreshView = true;
  /** Whether somebody has the page before them. */
  #attentive = true;
  /** Whether aids are wanted that are off at first. */
  #aids = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly listener: Listener,
    private readonly connect: (aided: boolean) => Socket,
  ) {}

  /** Open the connection and keep it until `end`. */
  start(): void {
    this.listener.health("connecting");
    this.#openSocket();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#closeSocket();
  }

  /** Try again now instead of after the wait: the network or the page has come back. */
  reconnectNow(): void {
    if (this.#closed) return;
    if (this.#socket) this.#checkAlive();
    else {
      clearTimeout(this.#retry);
      this.#openSocket();
    }
  }

  /** Carry out an action. Resolves when the server has answered, however long that takes.
   *
   * In a race, `elapsed` is how many whole milliseconds it has taken.
   */
  act(action: number, elapsed: number | null = null): Promise<Accepted | Refused | Problem> {
    return this.#ask({ type: "act", id: newId(), action, seen: this.number, elapsed });
  }

  /** Ask what would be seen after these actions, one after the other; nothing happens. */
  draft(actions: number[]): Promise<DraftOutcome | Refused | Problem> {
    return this.#ask({ type: "draft", id: newId(), actions });
  }

  /** Ask why picking these targets is not possible, after the actions of a draft. */
  why(path: string[], after: number[] = []): Promise<Allowed | Refused | Problem> {
    return this.#ask({ type: "why", id: newId(), path, after });
  }

  /** Tell that the seat looked through has pressed its buzzer; its claim follows. */
  buzz(elapsed: number): void {
    this.#send({ type: "buzz", elapsed });
  }

  /** Ask the bots not to pause until a person is to move. */
  hurry(): void {
    this.#send({ type: "hurry" });
  }

  /** Tell whether somebody has the page before them: who has need not be told what happens. */
  setAttention(on: boolean): void {
    if (this.#attentive === on) return;
    this.#attentive = on;
    this.#send({ type: "attention", on });
  }

  /** Tell whether scenes are to bring aids that are off at first; kept over reconnections. */
  setAids(on: boolean): void {
    if (this.#aids === on) return;
    this.#aids = on;
    this.#send({ type: "aids", on });
  }

  /** See through the eyes of another seat; kept over reconnections. */
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
      setTimeout(() => this.#markOverdue(message.id), ANSWER_TIMEOUT);
    });
  }

  /** Whoever waits for something is told so, and sooner if the connection is gone. */
  #markOverdue(command: string): void {
    if (this.#closed || !this.#pending.has(command)) return;
    this.#overdue.add(command);
    this.listener.overdue(true);
    if (this.#socket && this.#tries === 0) this.#checkAlive();
  }

  /** Send what has no answer yet once more, each through the eyes that it was given through. */
  #resend(): void {
    let eyes: number | null | undefined;
    const through = (wanted: number | null) => {
      if (this.#requestedSeat === undefined || wanted === eyes) return;
      eyes = wanted;
      this.#send({ type: "look", seat: wanted });
    };
    for (const command of this.#pending.values()) {
      through(command.seat);
      this.#send(command.message);
    }
    if (this.#requestedSeat !== undefined) through(this.#requestedSeat);
  }

  #send(message: FromClient): void {
    // A connection that closes, and has not said so yet, would lose it with a complaint.
    if (this.#tries > 0 || this.#socket?.readyState !== SOCKET_OPEN) return;
    this.#socket.send(JSON.stringify(message));
  }

  #openSocket(): void {
    const aided = this.#aids;
    const socket = this.connect(aided);
    this.#socket = socket;
    // Until it opens, commands wait in #open; the first try counts as one that is under way.
    this.#tries += 1;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      this.#needsFreshView = true;
      this.#syncing = false;
      this.listener.health("live");
      if (!this.#attentive) this.#send({ type: "attention", on: false });
      if (this.#aids !== aided) this.#send({ type: "aids", on: this.#aids });
      this.#resend();
      this.#ping = setInterval(() => this.#checkAlive(), PING_INTERVAL);
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data) as FromServer);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#closeSocket();
      if (this.#closed) return;
      this.#unknownCount = code === NOT_FOUND ? this.#unknownCount + 1 : 0;
      if (this.#unknownCount >= (this.#matchSeen ? MAX_UNKNOWN : 1)) {
        this.#closed = true;
        this.listener.health("gone");
        return;
      }
      this.listener.health("reconnecting");
      const asked = code === OVERLOADED ? this.#retryAfter : 0;
      const moved = code === RESTARTING && this.#tries === 0;
      const wait = moved ? RESTART_SPREAD * Math.random() : retryDelay(Math.max(1, this.#tries));
      this.#retry = setTimeout(() => this.#openSocket(), Math.max(asked, wait));
    };
  }

  #closeSocket(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    this.#pong = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Ask for a sign of life; a connection that gives none is given up. */
  #checkAlive(): void {
    if (this.#pong !== undefined) return;
    this.#send({ type: "ping" });
    this.#pong = setTimeout(() => this.#socket?.onclose?.({ code: 1006 }), PONG_TIMEOUT);
  }

  #receive(message: FromServer): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    switch (message.type) {
      case "table":
        this.#viewedSeat = message.looking;
        this.#matchSeen = true;
        this.#unknownCount = 0;
        // A match that begins gives everybody the eyes of their own seat.
        if (this.#matchWaiting && message.status !== "waiting" && this.#seatPending) {
          this.#send({ type: "look", seat: this.#requestedSeat ?? null });
        }
        this.#matchWaiting = message.status === "waiting";
        // After a reconnection the server looks through other eyes at first: not for this page's.
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
        if (!this.#resolveCommand(message)) this.listener.problem(message);
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

  /** The seat asked for is somebody else's by now: what was begun through it is over, and the page
   * gets the eyes that the server gives it.
   */
  #onSeatLost(problem: Problem): void {
    const lost = this.#requestedSeat;
    this.#requestedSeat = undefined;
    for (const [id, { seat: eyes }] of [...this.#pending]) {
      if (eyes === lost) this.#resolveCommand({ ...problem, id });
    }
    this.#closeSocket();
    this.#openSocket();
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

  /** Ask for everything after the last event known. */
  #requestSync(): void {
    if (!this.#syncing) this.#send({ type: "sync", have: this.number });
    this.#syncing = true;
    this.#scene = null;
  }

  #onDrafted({ changes, ...drafted }: Drafted): void {
    const known = drafted.number === this.number ? this.#scene : null;
    this.#resolveCommand({ ...drafted, scene: known && applyChanges(known, changes) });
  }

  /** Whether the server looks through other eyes than those asked for. */
  get #seatPending(): boolean {
    return this.#requestedSeat !== undefined && this.#viewedSeat !== this.#requestedSeat;
  }

  #resolveCommand(answer: Answer): boolean {
    const pending = this.#pending.get(answer.id);
    if (!pending) return false;
    this.#pending.delete(answer.id);
    if (this.#overdue.delete(answer.id) && !this.#overdue.size) this.listener.overdue(false);
    pending.answer(answer);
    return true;
  }
}

/** How long to wait before the n-th try, in milliseconds: doubled each time, up to a limit. */
export function retryDelay(tries: number): number {
  const wait = Math.min(MAX_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** (tries - 1));
  // Spread out, so that after a restart not everybody comes back in the same moment.
  return wait * (0.75 + 0.5 * Math.random());
}

/** The address of a match's live connection on this server, or of another socket of the match. */
export function socketUrl(match: string, socket = "live"): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/matches/${match}/${socket}`;
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
