/** The chairs of a table before the start: taking, renaming, filling and freeing them.
 *
 * What is refused about a name is shown at its field, everything else for the whole room.
 */
import { ApiError, dismiss, fillChair, invite, leave, match, rename } from "../lib/api.ts";
import { joinTable, withdrawContributions } from "../lib/fairness/contributions.ts";
import type { Phrase, SeatInfo, TableInfo } from "../lib/protocol.ts";
import { settings } from "../lib/settings.svelte.ts";
import { t } from "../lib/texts.svelte.ts";

/** A field for a name: that of a chair, or of another player on this device. */
export type Field = number | "another";

/** Problems that concern the name. */
const NAME_PROBLEMS = ["problem-name", "problem-name-taken"];
/** The status of what the table's state does not allow. */
const CONFLICT = 409;

/** The phrase of an error that concerns the name. */
export const nameProblem = (reason: unknown): Phrase | undefined =>
  reason instanceof ApiError && NAME_PROBLEMS.includes(reason.phrase.key)
    ? reason.phrase
    : undefined;

export class Chairs {
  /** Whether this device's players are getting up, or have. */
  leaving = false;
  /** Whether something is being done. */
  busy = $state(false);
  /** Why the last thing could not be done, unless that concerns a name. */
  error = $state.raw<unknown>();
  /** Why the last name was refused, by field. */
  refusals = $state.raw<ReadonlyMap<Field, Phrase>>(new Map());
  /** Names typed, by chair, because the reserved names are taken by now. */
  readonly typedNames = $state<Record<number, string>>({});

  #table: () => TableInfo;

  /** The chairs of a table, which `table` returns as it is now. */
  constructor(table: () => TableInfo) {
    this.#table = table;
  }

  /** Take a chair; a reserved one under the name it is reserved for, unless another is given. */
  take({ seat, kept_for_me, name }: SeatInfo): Promise<boolean> {
    const named = settings.name.trim() || (kept_for_me ? name : this.#guestName());
    return this.#attempt(() => joinTable(this.#table(), named), seat);
  }

  /** Take a reserved chair for another player on this device. */
  async takeReserved({ seat, name }: SeatInfo): Promise<void> {
    const named = this.#nameTyped(seat, name);
    await this.#attempt(() => joinTable(this.#table(), named, { chair: seat }), seat);
    if (this.refusals.has(seat)) this.typedNames[seat] ??= name;
  }

  /** Take all reserved chairs for which that is possible. */
  takeAllReserved(): Promise<boolean> {
    return this.#attempt(async () => {
      const tried = new Set<number>();
      let refusal: ApiError | undefined;
      for (;;) {
        const now = await match(this.#table().id);
        const next = now.seats.find((seat) => seat.kept_for_me && !tried.has(seat.seat));
        if (!next || now.status !== "waiting") break;
        tried.add(next.seat);
        this.setRefusal(next.seat);
        try {
          await joinTable(now, this.#nameTyped(next.seat, next.name), { chair: next.seat });
        } catch (reason) {
          // The others can be seated nevertheless.
          const found = nameProblem(reason);
          if (found) {
            this.setRefusal(next.seat, found);
            this.typedNames[next.seat] ??= next.name;
          } else if (reason instanceof ApiError && reason.status === CONFLICT) refusal = reason;
          else throw reason;
        }
      }
      if (refusal) throw refusal;
    });
  }

  /** Seat another player on this device; resolves to whether that was possible. */
  seatAnother(name: string): Promise<boolean> {
    const named = name.trim() || this.#guestName();
    return this.#attempt(() => joinTable(this.#table(), named, { beside: true }), "another");
  }

  /** Rename a seat; the first player's name on this device is remembered. */
  rename({ seat, name }: SeatInfo, newName: string): Promise<boolean> {
    return this.#attempt(async () => {
      const called = newName.trim();
      if (!called || called === name) return;
      const { id, seats } = this.#table();
      await rename(id, { seat, name: called });
      if (seat === seats.find(({ mine }) => mine)?.seat) settings.name = called;
    }, seat);
  }

  /** Put a bot of a level on a chair. */
  fill({ seat }: SeatInfo, level: string): Promise<boolean> {
    return this.#attempt(() => fillChair(this.#table().id, { seat, level }));
  }

  /** Keep a chair for a program, by its id. */
  invite({ seat }: SeatInfo, program: string): Promise<boolean> {
    return this.#attempt(() => invite(this.#table().id, { seat, program }));
  }

  free({ seat }: SeatInfo): Promise<boolean> {
    return this.#attempt(() => dismiss(this.#table().id, { seat }));
  }

  /** Get up with all of this device's players; resolves to whether that was possible. */
  async leave(): Promise<boolean> {
    this.leaving = true;
    const left = await this.#attempt(async () => {
      const table = this.#table();
      await leave(table.id);
      withdrawContributions(table);
    });
    this.leaving = left;
    return left;
  }

  /** Tell why the name in a field was refused, or that it is not. */
  setRefusal(field: Field, refusal?: Phrase): void {
    const others = [...this.refusals].filter(([other]) => other !== field);
    this.refusals = new Map(refusal ? [...others, [field, refusal]] : others);
  }

  /** Do something for which only one can be under way; false if it failed. */
  async #attempt(what: () => Promise<unknown>, field?: Field): Promise<boolean> {
    this.busy = true;
    this.error = undefined;
    if (field !== undefined) this.setRefusal(field);
    try {
      await what();
      return true;
    } catch (reason) {
      const refusal = field === undefined ? undefined : nameProblem(reason);
      if (refusal) this.setRefusal(field!, refusal);
      else this.error = reason;
      return false;
    } finally {
      this.busy = false;
    }
  }

  #nameTyped(seat: number, reserved: string): string {
    return (this.typedNames[seat] ?? reserved).trim() || this.#guestName();
  }

  /** A default name that nobody else at the table has. */
  #guestName(): string {
    const taken = new Set(this.#table().seats.map((seat) => seat.name.toLowerCase()));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? t("guest") : `${t("guest")} ${number}`;
      if (!taken.has(name.toLowerCase())) return name;
    }
  }
}
