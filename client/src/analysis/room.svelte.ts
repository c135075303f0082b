/** Others who analyse the same match: one may lead, and the others may follow. */
import { OPEN_TIMEOUT, socketUrl, retryDelay } from "../lib/connection.ts";
import type { Company, FromCompany } from "../lib/protocol.ts";

export class AnalysisRoom {
  people = $state(1);
  /** The leader's name, null without a leader. */
  leader = $state<string | null>(null);
  leading = $state(false);
  /** Whether this window follows the leader. */
  following = $state(true);

  #match: string;
  /** Navigates to the leader's address. */
  #go: (address: string) => void;
  #address = $state("");
  #socket: WebSocket | null = null;
  #tries = 0;

  constructor(match: string, go: (address: string) => void) {
    this.#match = match;
    this.#go = go;
  }

  /** Join the room; returns a function that leaves it. */
  join(): () => void {
    let ended = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let opening: ReturnType<typeof setTimeout> | undefined;
    const dial = () => {
      const socket = new WebSocket(socketUrl(this.#match, "company"));
      this.#socket = socket;
      this.#tries += 1;
      opening = setTimeout(() => socket.close(), OPEN_TIMEOUT);
      socket.onopen = () => {
        clearTimeout(opening);
        this.#tries = 0;
      };
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(data) as Company);
      socket.onclose = () => {
        clearTimeout(opening);
        this.leader = null;
        this.leading = false;
        this.people = 1;
        if (!ended) retry = setTimeout(dial, retryDelay(Math.max(1, this.#tries)));
      };
    };
    dial();
    return () => {
      ended = true;
      clearTimeout(retry);
      clearTimeout(opening);
      this.#socket?.close();
    };
  }

  /** Start or stop leading. */
  lead(on: boolean, name: string, address: string): void {
    this.#send({ type: "lead", on, name });
    if (on) this.#send({ type: "point", address });
  }

  /** Go to the leader's address, and follow. */
  follow(): void {
    this.following = true;
    if (this.#address) this.#go(this.#address);
  }

  /** This window shows an address: a leader sends it to the others; others who navigate themselves
   * stop following.
   */
  onNavigate(address: string): void {
    if (this.leading) this.#send({ type: "point", address });
    else if (this.leader !== null && this.#address && address !== this.#address) {
      this.following = false;
    }
  }

  #receive({ type, ...room }: Company): void {
    if (type !== "company") return;
    const begins = this.leader === null && room.leader !== null;
    this.people = room.people;
    this.leader = room.leader;
    this.leading = room.leading;
    if (begins) this.following = true;
    const moved = room.address !== this.#address;
    this.#address = room.address;
    if (room.leading || !this.following || !room.address) return;
    if (moved || begins) this.#go(room.address);
  }

  #send(message: FromCompany): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
