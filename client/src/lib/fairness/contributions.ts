/** This device's part in the chance of matches: random bytes, bound by a hash before they are shown.
 *
 * Everything is noted before it is sent, so that a page that goes and comes back goes on with it,
 * and so that the end can be checked (`verify.ts`).
 */
import { ApiError, contribute, join, open, rematch } from "../api.ts";
import type { Join, NewMatch, TableInfo } from "../protocol.ts";
import { rememberSeats } from "../seatLinks.ts";
import { contributionHash, newContribution } from "./commitment.ts";
import { keep, keptOf, type Own } from "./evidence.ts";

/** Bind this device to random bytes for so many chairs. */
async function bind(match: string, commitment: string, chairs: number): Promise<Own[]> {
  const made: Own[] = [];
  while (made.length < chairs) {
    const contribution = newContribution();
    const hash = await contributionHash(contribution, match, commitment);
    made.push({ hash, contribution, given: false, counted: false });
  }
  keep(match, commitment, (kept) => {
    kept.before = true;
    kept.own.push(...made);
  });
  return made;
}

function mark(match: string, commitment: string, hashes: string[], what: "given" | "counted") {
  keep(match, commitment, (kept) => {
    for (const own of kept.own) if (hashes.includes(own.hash)) own[what] = true;
  });
}

/** Send hashes, and the contributions with them if nobody else has any. */
async function send(match: string, commitment: string, made: Own[], alone: boolean): Promise<void> {
  const hashes = made.map(({ hash }) => hash);
  const contributions = alone ? made.map(({ contribution }) => contribution) : [];
  await contribute(match, { hashes, contributions });
  mark(match, commitment, hashes, "given");
  if (alone) mark(match, commitment, hashes, "counted");
}

/** Open a table and take part in its chance; answers with the match. */
export async function openTable(table: Omit<NewMatch, "contributes">): Promise<string> {
  const opened = await open({ ...table, contributes: true });
  rememberSeats(opened);
  const { match, commitment } = opened;
  const made = await bind(match, commitment, table.chairs.filter(({ kind }) => kind === "me").length);
  const alone = !table.chairs.some(({ kind }) => kind === "open");
  keep(match, commitment, (kept) => {
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
export type Where = Pick<Join, "beside" | "chair" | "again">;

/** Take a chair at a table that waits, bound to what this device will contribute. */
export async function sitDown(table: TableInfo, name: string, where: Where = {}): Promise<void> {
  const { id, commitment } = table;
  const [own] = await bind(id, commitment, 1);
  rememberSeats(await join(id, { name, hash: own!.hash, ...where }));
  mark(id, commitment, [own!.hash], "given");
}

/** Open the match that continues a finished one, or find it; answers with the match. */
export async function openRematch(id: string): Promise<string> {
  const opened = await rematch(id, { contributes: true });
  rememberSeats(opened);
  const { match, commitment, seat_secrets } = opened;
  if (seat_secrets.length) {
    const made = await bind(match, commitment, seat_secrets.length);
    await send(match, commitment, made, false).catch(() => undefined);
  }
  return match;
}

/** Whoever gets up takes the part along. */
export function takeBack({ id, commitment }: TableInfo): void {
  keep(id, commitment, (kept) => (kept.own = []));
}

/** What the server answers, or nobody, where the same may be done a moment later. */
const LATER = [0, 429, 502, 503, 504];
/** Milliseconds between two tries, and how many there are: a table does not wait for longer. */
const RETRY = 1000;
const TRIES = 15;

/** Tables for which this device is at work, as they have told of themselves last. */
const underway = new Map<string, TableInfo>();

/** Do what a table asks of this device, and note what it says. */
export async function takePart(table: TableInfo): Promise<void> {
  const { id } = table;
  if (!id) return; // A first match has no chance to take part in.
  note(table);
  const working = underway.has(id);
  underway.set(id, table);
  if (working) return;
  try {
    for (let tries = 0; tries < TRIES; ) {
      const now = underway.get(id)!;
      if (now.status !== "waiting") break; // After the start it is too late.
      if (!(await hasDone(now))) {
        tries += 1;
        await new Promise((go) => setTimeout(go, RETRY));
      } else if (underway.get(id) === now) break;
    }
  } finally {
    underway.delete(id);
  }
}

/** Do what a table asks as it stands; whether there is nothing that can be tried again. */
async function hasDone(table: TableInfo): Promise<boolean> {
  try {
    await bindWhatIsPromised(table);
    await reveal(table);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return !LATER.includes(error.status); // The next word from the table may ask for something else.
  }
}

function note({ id, commitment, status, parts, revealing, fixed, seats }: TableInfo): void {
  const waiting = status === "waiting";
  if (!waiting && keptOf(id)) {
    const counted = parts.filter(({ state }) => state === "revealed").map(({ hash }) => hash);
    mark(id, commitment, counted, "counted");
    return;
  }
  keep(id, commitment, (kept) => {
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
async function bindWhatIsPromised(table: TableInfo): Promise<void> {
  const { id, commitment, parts } = table;
  const chairs = table.seats.filter(({ mine, seat }) => mine && parts[seat]?.state === "promised");
  if (!chairs.length) return;
  const spare = (keptOf(id)?.own ?? []).filter(({ given }) => !given);
  const missing = Math.max(0, chairs.length - spare.length);
  const made = [...spare, ...(await bind(id, commitment, missing))].slice(0, chairs.length);
  await send(id, commitment, made, false);
}

/** Show what this device is bound to, if all are bound and nothing has changed since. */
async function reveal({ id, commitment, parts, revealing, seats }: TableInfo): Promise<void> {
  const kept = keptOf(id);
  if (!revealing || !kept || kept.commitment !== commitment) return;
  if (!kept.hashes?.every((hash, chair) => hash === parts[chair]?.hash)) return;
  const asked = seats.filter(({ mine, seat }) => mine && parts[seat]?.state === "hashed");
  const hashes = new Set(asked.map(({ seat }) => parts[seat]!.hash));
  // What the table has just been shown it may not have told of yet, and it may have begun since.
  const shown = kept.own.filter(({ hash, counted }) => hashes.has(hash) && !counted);
  if (!shown.length) return;
  await contribute(id, { contributions: shown.map(({ contribution }) => contribution) });
  mark(id, commitment, shown.map(({ hash }) => hash), "counted");
}
