/** Who is not heard at a table, on this device: people, whatever they call themselves.
 *
 * Who sits there is known by the chair, which stays when seats are dealt out; who looks on by what
 * the server tells them apart with. A name is all that is known of somebody who has got up.
 */
import { SvelteMap } from "svelte/reactivity";
import type { Remark, SeatInfo, TableInfo } from "../lib/protocol.ts";

const STORED = "tischlein.muted.";
/** Everybody. */
const ALL = "*";

const ofChair = (chair: number) => `chair ${chair}`;
const ofName = (name: string) => `name ${name}`;

/** By what a person who sits at the table is known. */
export const sitter = ({ chair }: SeatInfo) => ofChair(chair);

/** By what whoever has said something is known, at a table with these seats. */
export function speaker({ seat, name, speaker: onlooker }: Remark, seats: SeatInfo[]): string {
  const sits = seat === null ? undefined : seats[seat];
  if (sits) return sitter(sits);
  return onlooker ? `onlooker ${onlooker}` : ofName(name);
}

export class Muted {
  /** By what they are known who are not heard, and what they were called last. */
  #known = new SvelteMap<string, string>();
  #match: string;

  constructor(match: string) {
    this.#match = match;
    for (const [person, name] of stored(match)) this.#known.set(person, name);
  }

  /** Whether nobody is heard. */
  get all(): boolean {
    return this.#known.has(ALL);
  }

  has(person: string): boolean {
    return this.#known.has(person);
  }

  mute(person: string, name: string, on: boolean): void {
    if (on) this.#known.set(person, name);
    else {
      this.#known.delete(person);
      // Who has got up in between and is heard again is so with what they said before.
      this.#known.delete(ofName(name));
    }
    this.#keep();
  }

  muteAll(on: boolean): void {
    this.mute(ALL, "", on);
  }

  /** Follow people who change their names, get up and sit down again. */
  follow({ seats }: TableInfo): void {
    const before = [...this.#known];
    for (const seat of seats) {
      const { kind, name, chair } = seat;
      const muted = this.#known.get(ofChair(chair));
      if (muted !== undefined && kind !== "person") {
        // Whoever sits down there next is somebody else; what has been said is not heard all the same.
        this.#known.delete(ofChair(chair));
        this.#known.set(ofName(muted), muted);
      } else if (kind === "person" && (muted !== undefined || this.#known.has(ofName(name)))) {
        this.#known.set(ofChair(chair), name);
      }
    }
    const changed = before.length !== this.#known.size;
    if (changed || before.some(([person, name]) => this.#known.get(person) !== name)) this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(STORED + this.#match, JSON.stringify([...this.#known]));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

/** What is kept of a match; an earlier version kept names alone. */
function stored(match: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED + match) ?? "[]");
    return Array.isArray(value) ? value.flatMap(asKept) : [];
  } catch {
    return [];
  }
}

function asKept(one: unknown): [string, string][] {
  if (typeof one === "string") return [one === ALL ? [ALL, ""] : [ofName(one), one]];
  const [person, name] = Array.isArray(one) ? (one as unknown[]) : [];
  return typeof person === "string" && typeof name === "string" ? [[person, name]] : [];
}
