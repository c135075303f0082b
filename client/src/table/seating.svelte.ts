/** Who sits at the table, and which seat this page views. */
import type { Phrase, TableInfo } from "../lib/protocol.ts";
import { seatName, type Names } from "../lib/texts.svelte.ts";

export class Seating {
  /** The table as the server has last described it. */
  table = $state.raw<TableInfo | null>(null);

  /** The viewed seat, null for a spectator. */
  readonly viewerSeat = $derived(this.table?.looking ?? null);
  readonly names = $derived(namesOf(this.table));
  /** Whether this page only watches, whatever seats this browser holds: everybody can see it. */
  spectating = $state(false);
  /** The seats that people play on this device. */
  readonly ownSeats = $derived(
    (this.spectating ? [] : (this.table?.seats ?? [])).filter(
      ({ mine, stand_in }) => mine && !stand_in,
    ),
  );
  /** The seats that people play, on any device. */
  readonly people = $derived(
    (this.table?.seats ?? []).flatMap(({ seat, kind, stand_in }) =>
      kind === "bot" || stand_in ? [] : [seat],
    ),
  );
  readonly playing = $derived(this.table?.status === "playing");
  /** Whether the match is paused. */
  readonly paused = $derived(this.playing && this.table!.paused);
  /** Whether people at other devices wait for this one. */
  readonly othersWait = $derived(
    this.playing &&
      this.ownSeats.length > 0 &&
      (this.table?.seats ?? []).some(
        ({ kind, mine, stand_in, resigned }) =>
          kind === "person" && !mine && !stand_in && !resigned,
      ),
  );
  readonly finished = $derived(this.table?.status === "over" || this.table?.status === "ended");
  /** How the match ended before its regular end; null if it did not. */
  readonly endedEarly = $derived.by<Phrase | null>(() => {
    if (!this.table?.ending) return null;
    const { ending, seats, winners } = this.table;
    const named = (of: readonly number[]) => of.map((seat) => seatName(seat, this.names));
    // A player who resigned before the rest of the team had won is among those who win.
    const out = seats.filter(({ seat, resigned }) => resigned && !winners.includes(seat));
    const values: Phrase["values"] = {
      names: named(out.map(({ seat }) => seat)),
      count: out.length,
    };
    if (!winners.length) return { key: `table-ended-${ending}`, values };
    const decided = { winners: named(winners), won: winners.length };
    return { key: `table-decided-${ending}`, values: { ...values, ...decided } };
  });
  /** Whether nobody can act, whatever the position says. */
  readonly isResting = $derived(this.paused || this.finished);
  /** Why nobody can act: an early end, or a pause. */
  readonly pauseReason = $derived<Phrase | null>(
    this.endedEarly ?? (this.paused ? { key: "decision-paused", values: {} } : null),
  );
}

function namesOf(table: TableInfo | null): Names {
  const names: (string | undefined)[] = [];
  for (const { seat, name } of table?.seats ?? []) names[seat] = name || undefined;
  return names;
}
