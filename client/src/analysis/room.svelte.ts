/** Others who analyse the same match: one may lead, and the others may follow. */
import type { Company, FromCompany, Pong, Problem } from "../lib/protocol.ts";
import { openSocket, ReconnectingSocket, retryDelay } from "../lib/reconnectingSocket.ts";
import { onWakingUp } from "../lib/wakingUp.ts";

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
  #socket: ReconnectingSocket | null = null;

  constructor(match: string, go: (address: string) => void) {
    this.#match = match;
    this.#go = go;
  }

  /** Join the room; returns a function that leaves it. */
  join(): () => void {
    const socket = new ReconnectingSocket(
      {
        opened: () => undefined,
        received: (data) => this.#receive(JSON.parse(data) as Company | Pong | Problem),
        lost: (_, tries) => this.#onLost(tries),
      },
      () => openSocket(`/api/matches/${this.#match}/company`),
    );
    this.#socket = socket;
    socket.open();
    const stopWaking = onWakingUp((visible) => {
      if (visible) socket.reconnectNow();
    });
    return () => {
      stopWaking();
      socket.close();
    };
  }

  #onLost(tries: number): number {
    this.leader = null;
    this.leading = false;
    this.people = 1;
    return retryDelay(Math.max(1, tries));
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

  #receive(room: Company | Pong | Problem): void {
    if (room.type !== "company") return;
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
    this.#socket?.send(JSON.stringify(message));
  }
}
