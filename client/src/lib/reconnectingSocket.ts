/** A WebSocket that is opened again whenever it is lost.
 *
 * Browsers may take a quarter of an hour to notice that nothing comes back any more; pings notice it
 * within half a minute.
 */

/** The part of WebSocket that is used, so that tests can fake it. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((closing: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Open a WebSocket at a path of this server, such as `/api/matches/kmw7/live`. */
export function openSocket(path: string): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${path}`) as unknown as Socket;
}

/** The `readyState` of an open WebSocket. */
const SOCKET_OPEN = 1;
/** The close code of a connection that has broken. */
const BROKEN = 1006;
/** Every socket with pings answers this message. */
const PING = JSON.stringify({ type: "ping" });

/** All in milliseconds. */
const FIRST_RETRY_DELAY = 400;
export const MAX_RETRY_DELAY = 8000;
/** A connection that is not open after this is given up: some browsers wait for minutes. */
export const OPEN_TIMEOUT = 20_000;
export const PING_INTERVAL = 20_000;
export const PONG_TIMEOUT = 8000;

/** What happens to the connection. */
export interface SocketEvents {
  opened(): void;
  received(data: string): void;
  /** The connection is lost, after so many tries to open it (0: it was open).
   *
   * Returns after how many milliseconds it is tried again, null for never.
   */
  lost(code: number, tries: number): number | null;
}

export class ReconnectingSocket {
  #socket: Socket | null = null;
  #tries = 0;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly events: SocketEvents,
    private readonly connect: () => Socket,
  ) {}

  /** Whether it is open, as far as is known. */
  get isOpen(): boolean {
    return this.#socket !== null && this.#tries === 0;
  }

  open(): void {
    const socket = this.connect();
    this.#socket = socket;
    // Until it opens, the first try counts as one under way.
    this.#tries += 1;
    this.#opening = setTimeout(() => this.#giveUp(), OPEN_TIMEOUT);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#opening);
      this.#tries = 0;
      this.#ping = setInterval(() => this.checkAlive(), PING_INTERVAL);
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#stopWaitingForPong();
      this.events.received(data);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#drop();
      if (this.#closed) return;
      const delay = this.events.lost(code, this.#tries);
      if (delay === null) this.#closed = true;
      else this.#retry = setTimeout(() => this.open(), delay);
    };
  }

  /** Close it for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** Open it anew. */
  reopen(): void {
    this.#drop();
    this.open();
  }

  /** Retry now instead of after the delay: the network or the page is back. */
  reconnectNow(): void {
    if (this.#closed) return;
    if (this.isOpen) this.checkAlive();
    else if (!this.#socket) {
      clearTimeout(this.#retry);
      this.open();
    }
  }

  /** Send a message; nothing is sent while it is not open. */
  send(text: string): void {
    // A closing socket may not have fired its event yet; sending to it would log an error.
    if (this.#tries > 0 || this.#socket?.readyState !== SOCKET_OPEN) return;
    this.#socket.send(text);
  }

  /** Send a ping; a connection on which nothing comes back is given up. */
  checkAlive(): void {
    if (this.#pong !== undefined) return;
    this.send(PING);
    this.#pong = setTimeout(() => this.#giveUp(), PONG_TIMEOUT);
  }

  /** Treat the connection as broken. */
  #giveUp(): void {
    this.#socket?.onclose?.({ code: BROKEN });
  }

  #drop(): void {
    clearTimeout(this.#opening);
    clearInterval(this.#ping);
    this.#stopWaitingForPong();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #stopWaitingForPong(): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }
}

/** The delay before the n-th retry in milliseconds: exponential backoff up to a limit. */
export function retryDelay(tries: number): number {
  const wait = Math.min(MAX_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** (tries - 1));
  // Jitter, so that after a restart not everybody reconnects at once.
  return wait * (0.75 + 0.5 * Math.random());
}
