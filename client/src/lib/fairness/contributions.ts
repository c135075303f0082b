/** This device's contributions to the randomness of matches: random bytes, committed to by a hash.
 *
 * Everything is stored before it is sent, so that a reloaded page continues with it, and so that
 * the finished match can be verified (`verify.ts`).
 */
import {
  ApiError,
  contribute,
  join,
  createMatch,
  createNext,
  match as tableOf,
  rematch,
} from "../api.ts";
import type { Join, NewMatch, Opened, TableInfo } from "../protocol.ts";
import { rememberSeats } from "../seatLinks.ts";
import { contributionHash, newContribution } from "./commitment.ts";
import { updateEvidence, evidenceOf, type OwnContribution } from "./evidence.ts";

/** Create and store contributions for so many chairs. */
async function prepareContributions(
  match: string,
  commitment: string,
  chairs: number,
): Promise<OwnContribution[]> {
  const made: OwnContribution[] = [];
  while (made.length < chairs) {
    const contribution = newContribution();
    const hash = await contributionHash(contribution, match, commitment);
    made.push({ hash, contribution, given: false, counted: false });
  }
  updateEvidence(match, commitment, (evidence) => {
    evidence.before = true;
    evidence.own.push(...made);
  });
  return made;
}

function markContributions(
  match: string,
  commitment: string,
  hashes: string[],
  what: "given" | "counted",
) {
  updateEvidence(match, commitment, (evidence) => {
    for (const own of evidence.own) if (hashes.includes(own.hash)) own[what] = true;
  });
}

/** Send the hashes, together with the contributions if nobody else contributes. */
async function send(
  match: string,
  commitment: string,
  made: OwnContribution[],
  alone: boolean,
): Promise<void> {
  const hashes = made.map(({ hash }) => hash);
  const contributions = alone ? made.map(({ contribution }) => contribution) : [];
  await contribute(match, { hashes, contributions });
  markContributions(match, commitment, hashes, "given");
  if (alone) markContributions(match, commitment, hashes, "counted");
}

/** Create a match and contribute to it; returns its id. */
export async function openTable(table: Omit<NewMatch, "contributes">): Promise<string> {
  const opened = await createMatch({ ...table, contributes: true });
  rememberSeats(opened);
  const { match, commitment } = opened;
  const made = await prepareContributions(
    match,
    commitment,
    table.chairs.filter(({ kind }) => kind === "me").length,
  );
  const alone = !table.chairs.some(({ kind }) => kind === "open");
  updateEvidence(match, commitment, (evidence) => {
    evidence.fixed = table.fixed ?? false;
    let next = 0;
    // All hashes are this device's own: nobody else could have changed them.
    if (alone) {
      evidence.hashes = table.chairs.map(({ kind }) => (kind === "me" ? made[next++]!.hash : ""));
    }
  });
  // If it fails, the table's page tries again; and the table does not wait for ever.
  if (made.length) await send(match, commitment, made, alone).catch(() => undefined);
  return match;
}

/** Where to sit: beside others of this device, on a reserved chair, or as in the previous match
 * (`again`); by default on any free chair.
 */
export type SeatPreference = Pick<Join, "beside" | "chair" | "again">;

/** Take a chair at a waiting table, and send the hash of a contribution. */
export async function joinTable(
  table: TableInfo,
  name: string,
  preference: SeatPreference = {},
): Promise<void> {
  const { id, commitment } = table;
  const [own] = await prepareContributions(id, commitment, 1);
  rememberSeats(await join(id, { name, hash: own!.hash, ...preference }));
  markContributions(id, commitment, [own!.hash], "given");
}

/** Open the rematch of a finished match, or find it; returns its id. */
export const openRematch = async (id: string) =>
  sitAtNext(await rematch(id, { contributes: true }));

/** Open another table for the players of a finished match, or find what continues it; returns its
 * id.
 */
export const openNext = async (id: string, table: Omit<NewMatch, "contributes">) =>
  sitAtNext(await createNext(id, { ...table, contributes: true }));

/** Remember the seats at the match that continues another, and contribute to it; returns its id. */
async function sitAtNext(opened: Opened): Promise<string> {
  rememberSeats(opened);
  const { match, commitment, seat_secrets } = opened;
  if (seat_secrets.length) {
    const made = await prepareContributions(match, commitment, seat_secrets.length);
    await send(match, commitment, made, false).catch(() => undefined);
  }
  return match;
}

/** Take the seats reserved for this device at the match that continues another, unless it has them;
 * none if there is no free chair. `name` is for where none is reserved.
 */
export async function takeReservedSeats(id: string, name: string): Promise<void> {
  try {
    const table = await tableOf(id);
    const kept = table.seats.filter(({ kept_for_me }) => kept_for_me);
    if (!kept.length && table.seats.some(({ mine }) => mine)) return;
    await joinTable(table, name, { again: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Whoever leaves their chair withdraws their contributions. */
export function withdrawContributions({ id, commitment }: TableInfo): void {
  updateEvidence(id, commitment, (evidence) => (evidence.own = []));
}

/** Statuses (0: no answer) after which the same request may succeed a moment later. */
const RETRYABLE = [0, 429, 502, 503, 504];
/** Milliseconds between two tries, and their number: a table does not wait for longer. */
const RETRY_DELAY = 1000;
const MAX_TRIES = 15;

/** Tables that are being contributed to, as they were last described. */
const inProgress = new Map<string, TableInfo>();

/** Record what a table says, and send the contributions it asks for. */
export async function contributeTo(table: TableInfo): Promise<void> {
  const { id } = table;
  if (!id) return; // A lesson has no randomness to contribute to.
  recordEvidence(table);
  const working = inProgress.has(id);
  inProgress.set(id, table);
  if (working) return;
  try {
    for (let tries = 0; tries < MAX_TRIES; ) {
      const now = inProgress.get(id)!;
      if (now.status !== "waiting") break; // After the start it is too late.
      if (!(await tryToContribute(now))) {
        tries += 1;
        await new Promise((go) => setTimeout(go, RETRY_DELAY));
      } else if (inProgress.get(id) === now) break;
    }
  } finally {
    inProgress.delete(id);
  }
}

/** Send what a table asks for now; false if it should be tried again. */
async function tryToContribute(table: TableInfo): Promise<boolean> {
  try {
    await sendMissingHashes(table);
    await revealContributions(table);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return !RETRYABLE.includes(error.status); // Else wait for what the table asks for next.
  }
}

function recordEvidence({
  id,
  commitment,
  status,
  parts,
  revealing,
  fixed,
  seats,
}: TableInfo): void {
  const waiting = status === "waiting";
  if (!waiting && evidenceOf(id)) {
    const counted = parts.filter(({ state }) => state === "revealed").map(({ hash }) => hash);
    markContributions(id, commitment, counted, "counted");
    return;
  }
  updateEvidence(id, commitment, (evidence) => {
    if (!waiting) return;
    evidence.before = true;
    evidence.fixed ??= fixed;
    const known = new Set(parts.map(({ hash }) => hash));
    for (const own of evidence.own) own.given ||= known.has(own.hash);
    // Whoever left, or was removed, withdrew the contribution; once some are revealed nobody can.
    const chairs = seats.filter(({ mine }) => mine).length;
    const bound = evidence.own.filter(({ given, counted }) => given && !counted);
    if (!revealing && bound.length > chairs) {
      for (const own of bound) own.given = known.has(own.hash);
    }
    if (revealing) evidence.hashes ??= parts.map(({ hash }) => hash);
  });
}

/** Send hashes for this device's chairs that lack them: the page was reloaded before. */
async function sendMissingHashes(table: TableInfo): Promise<void> {
  const { id, commitment, parts } = table;
  const chairs = table.seats.filter(({ mine, seat }) => mine && parts[seat]?.state === "promised");
  if (!chairs.length) return;
  const spare = (evidenceOf(id)?.own ?? []).filter(({ given }) => !given);
  const missing = Math.max(0, chairs.length - spare.length);
  const made = [...spare, ...(await prepareContributions(id, commitment, missing))].slice(
    0,
    chairs.length,
  );
  await send(id, commitment, made, false);
}

/** Reveal this device's contributions, if all chairs have committed and no hash has changed. */
async function revealContributions({
  id,
  commitment,
  parts,
  revealing,
  seats,
}: TableInfo): Promise<void> {
  const evidence = evidenceOf(id);
  if (!revealing || !evidence || evidence.commitment !== commitment) return;
  if (!evidence.hashes?.every((hash, chair) => hash === parts[chair]?.hash)) return;
  const asked = seats.filter(({ mine, seat }) => mine && parts[seat]?.state === "hashed");
  const hashes = new Set(asked.map(({ seat }) => parts[seat]!.hash));
  // The table may not have reported yet what it was just sent, and may have started since.
  const shown = evidence.own.filter(({ hash, counted }) => hashes.has(hash) && !counted);
  if (!shown.length) return;
  await contribute(id, { contributions: shown.map(({ contribution }) => contribution) });
  markContributions(
    id,
    commitment,
    shown.map(({ hash }) => hash),
    "counted",
  );
}
