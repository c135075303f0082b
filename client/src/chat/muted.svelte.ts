/** The people who are muted at a table, on this device, whatever they call themselves.
 *
 * Players are identified by their chair, which stays the same when seats are drawn; spectators and
 * former players by a token from the server, if they have written anything. Otherwise only the name
 * is known.
 */
import { SvelteMap } from "svelte/reactivity";
import type { Remark, SeatInfo, TableInfo } from "../lib/protocol.ts";

const STORAGE_PREFIX = "tischlein.muted.";
/** The key for everybody. */
const ALL = "*";

const chairKey = (chair: number) => `chair ${chair}`;
const nameKey = (name: string) => `name ${name}`;
const spectatorKey = (mark: string) => `onlooker ${mark}`;

/** The key of a person with a seat. */
export const playerKey = ({ chair }: SeatInfo) => chairKey(chair);

/** The key of a message's author, at a table with these seats. */
export function speakerKey({ seat, name, speaker: onlooker }: Remark, seats: SeatInfo[]): string {
  const sits = seat === null ? undefined : seats[seat];
  if (sits) return playerKey(sits);
  return onlooker ? spectatorKey(onlooker) : nameKey(name);
}

export class MutedPeople {
  /** The names of muted people by key. */
  #known = new SvelteMap<string, string>();
  /** The spectator keys of people who have a chair now. */
  #devices = new Map<string, string>();
  /** For people who left their chair: the chairs that stayed taken, perhaps on a shared device. */
  #stayed = new Map<string, string[]>();
  #match: string;

  constructor(match: string) {
    this.#match = match;
    for (const [person, name, stayed] of readStored(match)) {
      this.#known.set(person, name);
      if (stayed.length) this.#stayed.set(person, stayed);
    }
  }

  /** Whether everybody is muted. */
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
      // Unmute what they wrote under former keys, too.
      this.#known.delete(nameKey(name));
      this.#known.delete(this.#devices.get(person) ?? "");
    }
    this.#save();
  }

  muteAll(on: boolean): void {
    this.mute(ALL, "", on);
  }

  /** Follow people who change names, leave chairs and take them. */
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
        // The chair's next occupant is somebody else; the old messages stay muted.
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

  /** Recognise muted spectators and former players who now write from a chair. */
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

/** A stored entry: key, name, and the chairs that stayed taken. */
type StoredEntry = [person: string, name: string, stayed: string[]];

/** The stored entries of a match; an earlier version stored names alone. */
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
