/** Who is not heard at a table, on this device: people, whatever they call themselves.
 *
 * Who sits there is known by the chair, which stays when seats are dealt out; who looks on by what
 * the server tells them apart with, and so is whoever has got up, if they have said anything before.
 * Else a name is all that is known of them.
 */
import { SvelteMap } from "svelte/reactivity";
import type { Remark, SeatInfo, TableInfo } from "../lib/protocol.ts";

const STORED = "tischlein.muted.";
/** Everybody. */
const ALL = "*";

const ofChair = (chair: number) => `chair ${chair}`;
const ofName = (name: string) => `name ${name}`;
const ofOnlooker = (mark: string) => `onlooker ${mark}`;

/** By what a person who sits at the table is known. */
export const sitter = ({ chair }: SeatInfo) => ofChair(chair);

/** By what whoever has said something is known, at a table with these seats. */
export function speaker({ seat, name, speaker: onlooker }: Remark, seats: SeatInfo[]): string {
  const sits = seat === null ? undefined : seats[seat];
  if (sits) return sitter(sits);
  return onlooker ? ofOnlooker(onlooker) : ofName(name);
}

export class Muted {
  /** By what they are known who are not heard, and what they were called last. */
  #known = new SvelteMap<string, string>();
  /** By what those who sit on chairs are known while they look on. */
  #devices = new Map<string, string>();
  /** Of those who have got up: who went on sitting then, perhaps on a device that they share. */
  #stayed = new Map<string, string[]>();
  #match: string;

  constructor(match: string) {
    this.#match = match;
    for (const [person, name, stayed] of stored(match)) {
      this.#known.set(person, name);
      if (stayed.length) this.#stayed.set(person, stayed);
    }
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
      this.#known.delete(this.#devices.get(person) ?? "");
    }
    this.#keep();
  }

  muteAll(on: boolean): void {
    this.mute(ALL, "", on);
  }

  /** Follow people who change their names, get up and sit down again. */
  follow({ seats }: TableInfo): void {
    const before = this.#written;
    const sitting = seats.filter(({ kind }) => kind === "person").map(sitter);
    for (const [person, stayed] of this.#stayed) {
      const still = stayed.filter((chair) => sitting.includes(chair));
      this.#stayed.set(person, still);
    }
    for (const seat of seats) {
      const { kind, name, chair } = seat;
      const muted = this.#known.get(ofChair(chair));
      const device = this.#devices.get(ofChair(chair));
      if (muted !== undefined && kind !== "person") {
        // Whoever sits down there next is somebody else; what has been said is not heard all the same.
        this.#known.delete(ofChair(chair));
        this.#known.set(ofName(muted), muted);
        if (device !== undefined) {
          this.#known.set(device, muted);
          this.#stayed.set(device, sitting);
        }
      } else if (kind === "person" && (muted !== undefined || this.#known.has(ofName(name)))) {
        this.#known.set(ofChair(chair), name);
      }
      if (kind !== "person") this.#devices.delete(ofChair(chair));
    }
    if (this.#written !== before) this.#keep();
  }

  /** Know those again who have got up, or looked on, and speak from a chair by now. */
  listen(remarks: Remark[], seats: SeatInfo[]): void {
    const before = this.#written;
    for (const { seat, name, device } of remarks) {
      const sits = seat === null ? undefined : seats[seat];
      if (!sits || !device) continue;
      const chair = sitter(sits);
      const looking = ofOnlooker(device);
      this.#devices.set(chair, looking);
      if (this.#known.has(looking) && !this.#stayed.get(looking)?.includes(chair)) {
        this.#known.set(chair, name);
      }
    }
    if (this.#written !== before) this.#keep();
  }

  get #written(): string {
    return JSON.stringify(
      [...this.#known].map(([person, name]) => {
        const stayed = this.#stayed.get(person);
        return stayed?.length ? [person, name, stayed] : [person, name];
      }),
    );
  }

  #keep(): void {
    try {
      localStorage.setItem(STORED + this.#match, this.#written);
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

/** Somebody as they are kept: by what they are known, their name, and who stayed as they got up. */
type Kept = [person: string, name: string, stayed: string[]];

/** What is kept of a match; an earlier version kept names alone. */
function stored(match: string): Kept[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED + match) ?? "[]");
    return Array.isArray(value) ? value.flatMap(asKept) : [];
  } catch {
    return [];
  }
}

function asKept(one: unknown): Kept[] {
  if (typeof one === "string") return [one === ALL ? [ALL, "", []] : [ofName(one), one, []]];
  const [person, name, stayed] = Array.isArray(one) ? (one as unknown[]) : [];
  if (typeof person !== "string" || typeof name !== "string") return [];
  const chairs = Array.isArray(stayed) ? (stayed as unknown[]) : [];
  return [[person, name, chairs.filter((chair) => typeof chair === "string")]];
}
