/** The chance of a finished match, computed again by this device; fetched when a match is over.
 *
 * It draws exactly as `tischlein.tables.fairness` does, but knows no rules: which outcomes there
 * were, and what they weighed, is what the server says. `tischlein verify` computes that, too.
 */
import type { Fairness, Phrase } from "../protocol.ts";
import { contributionHash } from "./commitment.ts";
import { ascii, bytesOf, field, hex, joined, numberIn, sha256, signer, type Bytes } from "./digest.ts";
import type { Kept } from "./evidence.ts";

/** What came out, and how much this device could say about it. */
export interface Verdict {
  /** The first thing that does not fit, in words; null when all of it does. */
  fault: Phrase | null;
  /** Whether what this device contributed is part of the chance. */
  own: "counted" | "left-out" | "none";
  /** Whether this device had noted the commitment before the match began. */
  noted: boolean;
}

/** What this page has seen of the match. */
export interface Seen {
  /** The numbers of the events of chance. */
  events: number[];
  /** The number of the last event that was told here. */
  last: number;
  /** Whether somebody plays here. */
  seated: boolean;
}

const LABEL = ascii("tischlein/chance/1");
const LOT = "/seats";
const DIGEST_BITS = 256;

/** Draws whole numbers as the server must have drawn them. */
export async function drawing(secret: Bytes, contributions: Bytes[]) {
  const sign = await signer(secret);
  const head = joined(field(LABEL), numberIn(4, contributions.length), ...contributions.map(field));

  /** A number below `total`, each with the same probability (rejection sampling). */
  return async (match: string, counter: number, total: bigint): Promise<bigint> => {
    const bits = (total - 1n).toString(2).length;
    const blocks = Math.max(1, Math.ceil(bits / DIGEST_BITS));
    const span = 1n << BigInt(DIGEST_BITS * blocks);
    const accepted = span - (span % total);
    for (let attempt = 0; ; attempt++) {
      let value = 0n;
      for (let block = 0; block < blocks; block++) {
        const tail = joined(numberIn(8, counter), numberIn(4, attempt), numberIn(4, block));
        const digest = await sign(joined(head, field(ascii(match)), tail));
        value = (value << BigInt(DIGEST_BITS)) | BigInt(`0x${hex(digest)}`);
      }
      if (value < accepted) return value % total;
    }
  };
}

export type Uniform = Awaited<ReturnType<typeof drawing>>;

/** Weights as runs of equal ones. */
type Runs = [weight: bigint, times: bigint][];

function runsOf(weights: string): Runs {
  return weights.split(" ").map((word) => {
    const [weight, times = "1"] = word.split("*");
    return [BigInt(weight!), BigInt(times)];
  });
}

/** The index of the outcome that is drawn among weights (`3 1*2`). */
export async function drawn(
  uniform: Uniform,
  match: string,
  counter: number,
  weights: string,
): Promise<number> {
  const runs = runsOf(weights);
  let rest = await uniform(
    match,
    counter,
    runs.reduce((total, [weight, times]) => total + weight * times, 0n),
  );
  let index = 0n;
  for (const [weight, times] of runs) {
    if (rest < weight * times) return Number(index + rest / weight);
    rest -= weight * times;
    index += times;
  }
  throw new Error("no outcome");
}

/** Which chair becomes seat 0, 1, ...: a shuffle (Fisher-Yates) of the chairs. */
export async function lot(uniform: Uniform, match: string, chairs: number): Promise<number[]> {
  const order = Array.from({ length: chairs }, (_, chair) => chair);
  for (let last = chairs - 1, counter = 0; last > 0; last--, counter++) {
    const other = Number(await uniform(match + LOT, counter, BigInt(last + 1)));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

const fault = (what: string, values: Phrase["values"] = {}): Phrase => ({
  key: `table-unfair-${what}`,
  values,
});

/** Check everything about a match's chance that can be checked without knowing its rules. */
export async function verify(proof: Fairness, kept: Kept | undefined, seen: Seen): Promise<Verdict> {
  const noted = kept?.before ?? false;
  const own = ownPart(proof, kept, seen);
  const verdict = (found: Phrase | null): Verdict => ({
    fault: found,
    own: own === "missing" ? "none" : own,
    noted,
  });
  try {
    if (own === "missing") return verdict(fault("own"));
    return verdict(
      againstNotes(proof, kept) ??
        (await hashes(proof)) ??
        (await draws(proof)) ??
        againstLog(proof, seen),
    );
  } catch {
    return verdict(fault("form")); // What is not even written as it should be proves nothing.
  }
}

/** What has become of this device's contributions. */
function ownPart({ seats }: Fairness, kept: Kept | undefined, seen: Seen) {
  const given = seen.seated ? (kept?.own ?? []).filter((own) => own.given) : [];
  let leftOut = false;
  for (const { hash, contribution, counted } of given) {
    const seat = seats.find((one) => one.hash === hash);
    if (!seat || (seat.contribution !== contribution && (counted || seat.contribution))) {
      return "missing";
    }
    leftOut ||= seat.contribution === "";
  }
  if (!given.length) return "none";
  return leftOut ? "left-out" : "counted";
}

/** What was noted before anybody could know what it would bring holds to the end. */
function againstNotes(proof: Fairness, kept: Kept | undefined): Phrase | null {
  if (!kept) return null;
  if (kept.commitment !== proof.commitment) return fault("commitment");
  if (kept.fixed !== null && kept.fixed !== proof.fixed) return fault("lot");
  const { hashes } = kept;
  if (hashes) {
    const same = proof.seats.every(({ chair, hash }) => hashes[chair] === hash);
    if (!same || hashes.length !== proof.seats.length) return fault("hashes");
  }
  return null;
}

async function hashes({ match, protocol, commitment, secret, seats }: Fairness) {
  if (hex(await sha256(bytesOf(secret))) !== commitment) return fault("secret");
  for (const [seat, { hash, contribution }] of seats.entries()) {
    if (!contribution || (protocol === 1 && !hash)) continue;
    if ((await contributionHash(contribution, match, commitment)) !== hash) {
      return fault("hash", { name: { key: "seat-name", values: { seat } } });
    }
  }
  return null;
}

async function draws({ match, secret, fixed, seats, draws }: Fairness): Promise<Phrase | null> {
  const key = bytesOf(secret);
  const bySeat = seats.map(({ contribution }) => bytesOf(contribution));
  const byChair: Bytes[] = [];
  seats.forEach(({ chair }, seat) => (byChair[chair] = bySeat[seat]!));
  const order = fixed
    ? seats.map((_, seat) => seat)
    : await lot(await drawing(key, byChair), match, seats.length);
  if (!seats.every(({ chair }, seat) => order[seat] === chair)) return fault("lot");
  const uniform = await drawing(key, bySeat);
  for (const [counter, { number, weights, index }] of draws.entries()) {
    if ((await drawn(uniform, match, counter, weights)) !== index) return fault("draw", { number });
  }
  return null;
}

/** The draws are those of the match that was played here, neither more nor fewer. */
function againstLog({ draws }: Fairness, { events, last }: Seen): Phrase | null {
  const told = draws.filter(({ number }) => number <= last);
  const same = told.length === events.length && told.every((one, at) => one.number === events[at]);
  return same ? null : fault("seen");
}
