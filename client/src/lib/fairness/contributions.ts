/** This device's part in the chance of matches: random bytes, bound by a hash before they are shown.
 *
 * Everything is noted before it is sent, so that a page that goes and comes back goes on with it,
 * and so that the end can be checked (`verify.ts`).
 */
import { ApiError, contribute, join, createMatch, rematch } from "../api.ts";
import type { Join, NewMatch, TableInfo } from "../protocol.ts";
import { rememberSeats } from "../seatLinks.ts";
import { contributionHash, newContribution } from "./commitment.ts";
import { updateEvidence, evidenceOf, type OwnContribution } from "./evidence.ts";

/** Bind this device to random bytes for so many chairs. */
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
  updateEvidence(match, commitment, (kept) => {
    kept.before = true;
    kept.own.push(...made);
  });
  return made;
}

function markContributions(
  match: string,
  commitment: string,
  hashes: string[],
  what: "given" | "counted",
) {
  updateEvidence(match, commitment, (kept) => {
    for (const own of kept.own) if (hashes.includes(own.hash)) own[what] = true;
  });
}

/** Send hashes, and the contributions with them if nobody else has any. */
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

/** Open a table and take part in its chance; answers with the match. */
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
  updateEvidence(match, commitment, (kept) => {
    kept.fixed = table.fixed ?? false;
    let next = 0;
    // All hashes are this device's own: it knows them before anybody could change them.
    if (alone) kept.hashes = table.chairs.map(({ kind }) => (kind === "me" ? made[next++]!.hash : ""));
  });
  // Should it fail, the table's page tries again; and the table does not wait for ever.
  if (made.length) await send(match, commitment, made, alone).catch(() => undefined);
  return match;
}

/** Where one sits down: beside others of this device who sit there already, on a chair that is kept
 * for it, or as in the match before (`again`); without any of that wherever the table lets one.
 */
export type SeatPreference = Pick<Join, "beside" | "chair" | "again">;

/** Take a chair at a table that waits, bound to what this device will contribute. */
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

/** Open the match that continues a finished one, or find it; answers with the match. */
export async function openRematch(id: string): Promise<string> {
  const opened = await rematch(id, { contributes: true });
  rememberSeats(opened);
  const { match, commitment, seat_secrets } = opened;
  if (seat_secrets.length) {
    const made = await prepareContributions(match, commitment, seat_secrets.length);
    await send(match, commitment, made, false).catch(() => undefined);
  }
  return match;
}

/** Whoever gets up takes the part along. */
export function withdrawContributions({ id, commitment }: TableInfo): void {
  updateEvidence(id, commitment, (kept) => (kept.own = []));
}

/** What the server answers, or nobody, where the same may be done a moment later. */
const RETRYABLE = [0, 429, 502, 503, 504];
/** Milliseconds between two tries, and how many there are: a table does not wait for longer. */
const RETRY_DELAY = 1000;
const MAX_TRIES = 15;

/** Tables for which this device is at work, as they have told of themselves last. */
const inProgress = new Map<string, TableInfo>();

/** Do what a table asks of this device, and note what it says. */
export async function contributeTo(table: TableInfo): Promise<void> {
  const { id } = table;
  if (!id) return; // A first match has no chance to take part in.
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

/** Do what a table asks as it stands; whether there is nothing that can be tried again. */
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
  updateEvidence(id, commitment, (kept) => {
    if (!waiting) return;
    kept.before = true;
    kept.fixed ??= fixed;
    const known = new Set(parts.map(({ hash }) => hash));
    for (const own of kept.own) own.given ||= known.has(own.hash);
    // Who got up, or was sent away, took the part along; once parts are shown nobody can.
    const chairs = seats.filter(({ mine }) => mine).length;
    const bound = kept.own.filter(({ given, counted }) => given && !counted);
    if (!revealing && bound.length > chairs) {
      for (const own of bound) own.given = known.has(own.hash);
    }
    if (revealing) kept.hashes ??= parts.map(({ hash }) => hash);
  });
}

/** The chairs of this device whose hash is still missing get one: the page has gone and come back.
 */
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

/** Show what this device is bound to, if all are bound and nothing has changed since. */
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
  // What the table has just been shown it may not have told of yet, and it may have begun since.
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
