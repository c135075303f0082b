/** Others who go through the same match: one may lead, and whoever likes follows. */
import { liveAddress, waitBefore } from "../lib/connection.ts";
import type { Company, FromCompany } from "../lib/protocol.ts";

export class Together {
  people = $state(1);
  /** The name of the one who leads, null while nobody does. */
  leader = $state<string | null>(null);
  leading = $state(false);
  /** Whether this window goes where the leader goes. */
  following = $state(true);

  #match: string;
  /** Go to an address; it is where the leader is. */
  #go: (address: string) => void;
  #address = $state("");
  #socket: WebSocket | null = null;
  #tries = 0;

  constructor(match: string, go: (address: string) => void) {
    this.#match = match;
    this.#go = go;
  }

  /** Be there until the answer is called. */
  join(): () => void {
    let ended = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const dial = () => {
      const socket = new WebSocket(liveAddress(this.#match, "company"));
      this.#socket = socket;
      this.#tries += 1;
      socket.onopen = () => (this.#tries = 0);
      socket.onmessage = ({ data }) => this.#hear(JSON.parse(data) as Company);
      socket.onclose = () => {
        this.leader = null;
        this.leading = false;
        this.people = 1;
        if (!ended) retry = setTimeout(dial, waitBefore(Math.max(1, this.#tries)));
      };
    };
    dial();
    return () => {
      ended = true;
      clearTimeout(retry);
      this.#socket?.close();
    };
  }

  /** Lead from now on, or no more. */
  lead(on: boolean, name: string, address: string): void {
    this.#say({ type: "lead", on, name });
    if (on) this.#say({ type: "point", address });
  }

  /** Go where the leader is, and stay with them. */
  follow(): void {
    this.following = true;
    if (this.#address) this.#go(this.#address);
  }

  /** This window shows an address: whoever leads shows it to the others, whoever goes elsewhere
      by themselves follows no longer. */
  shows(address: string): void {
    if (this.leading) this.#say({ type: "point", address });
    else if (this.leader !== null && this.#address && address !== this.#address) {
      this.following = false;
    }
  }

  #hear({ type, ...told }: Company): void {
    if (type !== "company") return;
    const begins = this.leader === null && told.leader !== null;
    this.people = told.people;
    this.leader = told.leader;
    this.leading = told.leading;
    if (begins) this.following = true;
    const moved = told.address !== this.#address;
    this.#address = told.address;
    if (told.leading || !this.following || !told.address) return;
    if (moved || begins) this.#go(told.address);
  }

  #say(message: FromCompany): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
