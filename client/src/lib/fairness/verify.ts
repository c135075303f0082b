/** Verifies the randomness of a finished match on this device; loaded when a match is over.
 *
 * It draws exactly as `tischlein.tables.chance.fairness` does, but knows no rules: the outcomes and their
 * weights are what the server says. `tischlein verify` checks these, too.
 */
import type { Fairness, Phrase } from "../protocol.ts";
import { contributionHash } from "./commitment.ts";
import {
  ascii,
  fromHex,
  lengthPrefixed,
  toHex,
  concatBytes,
  bigEndian,
  sha256,
  signer,
  type Bytes,
} from "./digest.ts";
import type { Evidence } from "./evidence.ts";

/** The result, and how much this device could check. */
export interface Verdict {
  /** The first inconsistency, null if there is none. */
  fault: Phrase | null;
  /** Whether this device's contribution was used. */
  own: "counted" | "left-out" | "none";
  /** Whether this device had recorded the commitment before the match began. */
  noted: boolean;
}

/** What this page has seen of the match. */
export interface LocalLog {
  /** The numbers of the chance events. */
  events: number[];
  /** The number of the last event seen here. */
  last: number;
  /** Whether somebody plays on this device. */
  seated: boolean;
}

const LABEL = ascii("tischlein/chance/1");
const SEATING_SUFFIX = "/seats";
const DIGEST_BITS = 256;

/** A function that draws uniform numbers exactly as the server must have drawn them. */
export async function createUniform(secret: Bytes, contributions: Bytes[]) {
  const sign = await signer(secret);
  const head = concatBytes(
    lengthPrefixed(LABEL),
    bigEndian(4, contributions.length),
    ...contributions.map(lengthPrefixed),
  );

  /** A uniform number below `total` (rejection sampling). */
  return async (match: string, counter: number, total: bigint): Promise<bigint> => {
    const bits = (total - 1n).toString(2).length;
    const blocks = Math.max(1, Math.ceil(bits / DIGEST_BITS));
    const span = 1n << BigInt(DIGEST_BITS * blocks);
    const accepted = span - (span % total);
    for (let attempt = 0; ; attempt++) {
      let value = 0n;
      for (let block = 0; block < blocks; block++) {
        const tail = concatBytes(bigEndian(8, counter), bigEndian(4, attempt), bigEndian(4, block));
        const digest = await sign(concatBytes(head, lengthPrefixed(ascii(match)), tail));
        value = (value << BigInt(DIGEST_BITS)) | BigInt(`0x${toHex(digest)}`);
      }
      if (value < accepted) return value % total;
    }
  };
}

export type Uniform = Awaited<ReturnType<typeof createUniform>>;

/** Weights, run-length encoded. */
type Runs = [weight: bigint, times: bigint][];

function parseWeights(weights: string): Runs {
  return weights.split(" ").map((word) => {
    const [weight, times = "1"] = word.split("*");
    return [BigInt(weight!), BigInt(times)];
  });
}

/** The index of the outcome drawn among weights (`3 1*2`). */
export async function drawOutcome(
  uniform: Uniform,
  match: string,
  counter: number,
  weights: string,
): Promise<number> {
  const runs = parseWeights(weights);
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

/** Which chair becomes seat 0, 1, ...: a Fisher-Yates shuffle of the chairs. */
export async function drawSeating(
  uniform: Uniform,
  match: string,
  chairs: number,
): Promise<number[]> {
  const order = Array.from({ length: chairs }, (_, chair) => chair);
  for (let last = chairs - 1, counter = 0; last > 0; last--, counter++) {
    const other = Number(await uniform(match + SEATING_SUFFIX, counter, BigInt(last + 1)));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

const fault = (what: string, values: Phrase["values"] = {}): Phrase => ({
  key: `table-unfair-${what}`,
  values,
});

/** Verify everything about a match's randomness that takes no knowledge of its rules. */
export async function verify(
  proof: Fairness,
  evidence: Evidence | undefined,
  log: LocalLog,
): Promise<Verdict> {
  const noted = evidence?.before ?? false;
  const own = checkOwnContributions(proof, evidence, log);
  const verdict = (found: Phrase | null): Verdict => ({
    fault: found,
    own: own === "missing" ? "none" : own,
    noted,
  });
  try {
    if (own === "missing") return verdict(fault("own"));
    return verdict(
      checkEvidence(proof, evidence) ??
        (await checkHashes(proof)) ??
        (await checkDraws(proof)) ??
        checkLog(proof, log),
    );
  } catch {
    return verdict(fault("form")); // Malformed values prove nothing.
  }
}

/** What became of this device's contributions. */
function checkOwnContributions({ seats }: Fairness, evidence: Evidence | undefined, log: LocalLog) {
  const given = log.seated ? (evidence?.own ?? []).filter((own) => own.given) : [];
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

/** Compare the proof with what was recorded before the match. */
function checkEvidence(proof: Fairness, evidence: Evidence | undefined): Phrase | null {
  if (!evidence) return null;
  if (evidence.commitment !== proof.commitment) return fault("commitment");
  if (evidence.fixed !== null && evidence.fixed !== proof.fixed) return fault("lot");
  const { hashes } = evidence;
  if (hashes) {
    const same = proof.seats.every(({ chair, hash }) => hashes[chair] === hash);
    if (!same || hashes.length !== proof.seats.length) return fault("hashes");
  }
  return null;
}

async function checkHashes({ match, protocol, commitment, secret, seats }: Fairness) {
  if (toHex(await sha256(fromHex(secret))) !== commitment) return fault("secret");
  for (const [seat, { hash, contribution }] of seats.entries()) {
    if (!contribution || (protocol === 1 && !hash)) continue;
    if ((await contributionHash(contribution, match, commitment)) !== hash) {
      return fault("hash", { name: { key: "seat-name", values: { seat } } });
    }
  }
  return null;
}

async function checkDraws({
  match,
  secret,
  fixed,
  seats,
  draws,
}: Fairness): Promise<Phrase | null> {
  const key = fromHex(secret);
  const bySeat = seats.map(({ contribution }) => fromHex(contribution));
  const byChair: Bytes[] = [];
  seats.forEach(({ chair }, seat) => (byChair[chair] = bySeat[seat]!));
  const order = fixed
    ? seats.map((_, seat) => seat)
    : await drawSeating(await createUniform(key, byChair), match, seats.length);
  if (!seats.every(({ chair }, seat) => order[seat] === chair)) return fault("lot");
  const uniform = await createUniform(key, bySeat);
  for (const [counter, { number, weights, index }] of draws.entries()) {
    if ((await drawOutcome(uniform, match, counter, weights)) !== index)
      return fault("draw", { number });
  }
  return null;
}

/** The draws must be exactly those of the match that was seen here. */
function checkLog({ draws }: Fairness, { events, last }: LocalLog): Phrase | null {
  const seen = draws.filter(({ number }) => number <= last);
  const same = seen.length === events.length && seen.every((one, at) => one.number === events[at]);
  return same ? null : fault("seen");
}
