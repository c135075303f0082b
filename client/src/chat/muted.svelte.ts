/** Who is not heard at a table, on this device: people, whatever they call themselves.
 *
 * Who sits there is known by the chair, which stays when seats are dealt out; who looks on by what
 * the server tells them apart with, and so is whoever has got up, if they have said anything before.
 * Else a name is all that is known of them.
 */
import { SvelteMap } from "svelte/reactivity";
import type { Remark, SeatInfo, TableInfo } from "../lib/protocol.ts";

const STORAGE_PREFIX = "tischlein.muted.";
/** Everybody. */
const ALL = "*";

const chairKey = (chair: number) => `chair ${chair}`;
const nameKey = (name: string) => `name ${name}`;
const spectatorKey = (mark: string) => `onlooker ${mark}`;

/** By what a person who sits at the table is known. */
export const playerKey = ({ chair }: SeatInfo) => chairKey(chair);

/** By what whoever has said something is known, at a table with these seats. */
export function speakerKey({ seat, name, speaker: onlooker }: Remark, seats: SeatInfo[]): string {
  const sits = seat === null ? undefined : seats[seat];
  if (sits) return playerKey(sits);
  return onlooker ? spectatorKey(onlooker) : nameKey(name);
}

export class MutedPeople {
  /** By what they are known who are not heard, and what they were called last. */
  #known = new SvelteMap<string, string>();
  /** By what those who sit on chairs are known while they look on. */
  #devices = new Map<string, string>();
  /** Of those who have got up: who went on sitting then, perhaps on a device that they share. */
  #stayed = new Map<string, string[]>();
  #match: string;

  constructor(match: string) {
    this.#match = match;
    for (const [person, name, stayed] of readStored(match)) {
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
      this.#known.delete(nameKey(name));
      this.#known.delete(this.#devices.get(person) ?? "");
    }
    this.#save();
  }

  muteAll(on: boolean): void {
    this.mute(ALL, "", on);
  }

  /** Follow people who change their names, get up and sit down again. */
  follow({ seats }: TableInfo): void {
    const before = this.#serialized;
    const sitting = seats.filter(({ kind }) => kind === "person").map(playerKey);
    for (const [person, stayed] of this.#stayed) {
      const still = stayed.filter((chair) => sitting.includes(chair));
      this.#stayed.set(person, still);
    }
    for (const seat of seats) {
      const { kind, name, chair } = seat;
      const muted = this.#known.get(chairKey(chair));
      const device = this.#devices.get(chairKey(chair));
      if (muted !== undefined && kind !== "person") {
        // Whoever sits down there next is somebody else; what has been said is not heard all the same.
        this.#known.delete(chairKey(chair));
        this.#known.set(nameKey(muted), muted);
        if (device !== undefined) {
          this.#known.set(device, muted);
          this.#stayed.set(device, sitting);
        }
      } else if (kind === "person" && (muted !== undefined || this.#known.has(nameKey(name)))) {
        this.#known.set(chairKey(chair), name);
      }
      if (kind !== "person") this.#devices.delete(chairKey(chair));
    }
    if (this.#serialized !== before) this.#save();
  }

  /** Know those again who have got up, or looked on, and speak from a chair by now. */
  recognize(remarks: Remark[], seats: SeatInfo[]): void {
    const before = this.#serialized;
    for (const { seat, name, device } of remarks) {
      const sits = seat === null ? undefined : seats[seat];
      if (!sits || !device) continue;
      const chair = playerKey(sits);
      const looking = spectatorKey(device);
      this.#devices.set(chair, looking);
      if (this.#known.has(looking) && !this.#stayed.get(looking)?.includes(chair)) {
        this.#known.set(chair, name);
      }
    }
    if (this.#serialized !== before) this.#save();
  }

  get #serialized(): string {
    return JSON.stringify(
      [...this.#known].map(([person, name]) => {
        const stayed = this.#stayed.get(person);
        return stayed?.length ? [person, name, stayed] : [person, name];
      }),
    );
  }

  #save(): void {
    try {
      localStorage.setItem(STORAGE_PREFIX + this.#match, this.#serialized);
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

/** Somebody as they are kept: by what they are known, their name, and who stayed as they got up. */
type StoredEntry = [person: string, name: string, stayed: string[]];

/** What is kept of a match; an earlier version kept names alone. */
function readStored(match: string): StoredEntry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_PREFIX + match) ?? "[]");
    return Array.isArray(value) ? value.flatMap(parseEntry) : [];
  } catch {
    return [];
  }
}

function parseEntry(one: unknown): StoredEntry[] {
  if (typeof one === "string") return [one === ALL ? [ALL, "", []] : [nameKey(one), one, []]];
  const [person, name, stayed] = Array.isArray(one) ? (one as unknown[]) : [];
  if (typeof person !== "string" || typeof name !== "string") return [];
  const chairs = Array.isArray(stayed) ? (stayed as unknown[]) : [];
  return [[person, name, chairs.filter((chair) => typeof chair === "string")]];
}
