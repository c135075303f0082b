/** Who sits at the table, and through whose eyes this page looks. */
import type { Phrase, TableInfo } from "../lib/protocol.ts";
import { seatName, type Names } from "../lib/texts.svelte.ts";

export class Seating {
  /** The table as the server has last described it. */
  table = $state.raw<TableInfo | null>(null);

  /** The seat looked through, null for a spectator. */
  readonly viewerSeat = $derived(this.table?.looking ?? null);
  readonly names = $derived(namesOf(this.table));
  /** Whether this page only looks on, whatever seats this browser holds: it is seen by all. */
  spectating = $state(false);
  /** The seats that people play on this device. */
  readonly own = $derived(
    (this.spectating ? [] : (this.table?.seats ?? [])).filter(
      ({ mine, stand_in }) => mine && !stand_in,
    ),
  );
  /** The seats that people play, wherever they are. */
  readonly people = $derived(
    (this.table?.seats ?? []).flatMap(({ seat, kind, stand_in }) =>
      kind === "bot" || stand_in ? [] : [seat],
    ),
  );
  readonly playing = $derived(this.table?.status === "playing");
  /** Whether nobody acts until the people want it again. */
  readonly paused = $derived(this.playing && this.table!.paused);
  /** Whether others at this running match sit there themselves and wait for this device. */
  readonly othersWait = $derived(
    this.playing &&
      this.own.length > 0 &&
      (this.table?.seats ?? []).some(
        ({ kind, mine, stand_in, resigned }) =>
          kind === "person" && !mine && !stand_in && !resigned,
      ),
  );
  readonly finished = $derived(this.table?.status === "over" || this.table?.status === "ended");
  /** How the match has ended before its time; null if it has not. */
  readonly endedEarly = $derived.by<Phrase | null>(() => {
    if (!this.table?.ending) return null;
    const gone = this.table.seats.filter(({ resigned }) => resigned);
    const names = gone.map(({ seat }) => seatName(seat, this.names));
    return { key: `table-ended-${this.table.ending}`, values: { names, count: names.length } };
  });
  /** Whether nobody acts, whatever the position asks for. */
  readonly isResting = $derived(this.paused || this.finished);
  /** Why nobody acts, where the position does not say it: an early end, or a pause. */
  readonly pauseReason = $derived<Phrase | null>(
    this.endedEarly ?? (this.paused ? { key: "decision-paused", values: {} } : null),
  );
}

function namesOf(table: TableInfo | null): Names {
  const names: (string | undefined)[] = [];
  for (const { seat, name } of table?.seats ?? []) names[seat] = name || undefined;
  return names;
}
