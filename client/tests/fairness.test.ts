/** Verifying randomness: the same draws as the server's, and every manipulation is detected. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contributionHash } from "../src/lib/fairness/commitment";
import { fromHex, toHex, sha256 } from "../src/lib/fairness/digest";
import { updateEvidence, evidenceOf, type Evidence } from "../src/lib/fairness/evidence";
import {
  openRematch,
  openTable,
  joinTable,
  withdrawContributions,
  contributeTo,
} from "../src/lib/fairness/contributions";
import {
  createUniform,
  drawOutcome,
  drawSeating,
  verify,
  type LocalLog,
} from "../src/lib/fairness/verify";
import type { Contribute, Fairness, PartInfo, SeatInfo, TableInfo } from "../src/lib/protocol";
import vectors from "./chance-vectors.json";

beforeEach(() => localStorage.clear());

describe.each(["the browser's", "a library's"])("with %s cryptography", (whose) => {
  beforeEach(() => {
    if (whose !== "the browser's") {
      vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
      return () => vi.unstubAllGlobals();
    }
    expect(crypto.subtle).toBeDefined();
  });

  it.each(vectors.map((one) => [one.match, one] as const))(
    "match %j is drawn as on the server",
    async (match, { secret, commitment, contributions, hashes, lot: order, counters, draws }) => {
      expect(toHex(await sha256(fromHex(secret)))).toBe(commitment);
      const uniform = await createUniform(fromHex(secret), contributions.map(fromHex));
      expect(await drawSeating(uniform, match, contributions.length)).toEqual(order);
      for (const [seat, contribution] of contributions.entries()) {
        expect(await contributionHash(contribution, match, commitment)).toBe(hashes[seat]);
      }
      for (const { weights, indices } of draws) {
        for (const [at, counter] of counters.entries()) {
          expect(await drawOutcome(uniform, match, counter, weights)).toBe(indices[at]);
        }
      }
    },
  );
});

// --- verifying ---

const MATCH = "m";
const SECRET = "5e".repeat(32);
const MINE = "11".repeat(32);
const THEIRS = "22".repeat(32);
const SEEN: LocalLog = { events: [1, 2, 5], last: 7, seated: true };

interface Honest {
  proof: Fairness;
  kept: Evidence;
}

/** A match of two people and a bot as an honest server would prove it, and this device's evidence.
 */
async function honest(given: [string, string, string] = [MINE, THEIRS, ""]): Promise<Honest> {
  const commitment = toHex(await sha256(fromHex(SECRET)));
  const hashed = (one: string) => (one ? contributionHash(one, MATCH, commitment) : "");
  const hashes = await Promise.all(given.map(hashed));
  const byChair = await createUniform(fromHex(SECRET), given.map(fromHex));
  const order = await drawSeating(byChair, MATCH, given.length);
  const uniform = await createUniform(
    fromHex(SECRET),
    order.map((chair) => fromHex(given[chair]!)),
  );
  const weights = ["1*6", "3 1 0 2", "1*52"];
  const draws = [];
  for (const [counter, number] of SEEN.events.entries()) {
    const index = await drawOutcome(uniform, MATCH, counter, weights[counter]!);
    draws.push({ number, weights: weights[counter]!, index });
  }
  const seats = order.map((chair) => ({
    chair,
    state: given[chair] ? ("revealed" as const) : ("none" as const),
    hash: hashes[chair]!,
    contribution: given[chair]!,
  }));
  return {
    proof: { match: MATCH, protocol: 2, commitment, secret: SECRET, fixed: false, seats, draws, from_record: false },
    kept: {
      commitment,
      before: true,
      hashes,
      fixed: false,
      own: [{ hash: hashes[0]!, contribution: MINE, given: true, counted: true }],
    },
  };
}

it("an honest match is found to be fair by whoever took part, noted it, or only reads it", async () => {
  const { proof, kept } = await honest();
  const all = { fault: null, own: "counted", noted: true };
  expect(await verify(proof, kept, SEEN)).toEqual(all);
  expect(await verify(proof, { ...kept, own: [] }, SEEN)).toEqual({ ...all, own: "none" });
  const reader = await verify(proof, undefined, { ...SEEN, seated: false });
  expect(reader).toEqual({ fault: null, own: "none", noted: false });
});

it("a contribution that was not shown in time is told of, not taken for a lie", async () => {
  const { proof, kept } = await honest(["", THEIRS, ""]);
  const { hash } = (await honest()).kept.own[0]!;
  const mine = proof.seats.find(({ chair }) => chair === 0)!;
  Object.assign(mine, { hash, state: "left-out" });
  kept.hashes![0] = hash;
  kept.own = [{ hash, contribution: MINE, given: true, counted: false }];
  expect(await verify(proof, kept, SEEN)).toEqual({ fault: null, own: "left-out", noted: true });
  kept.own[0]!.counted = true; // but the server had said that it counts
  expect((await verify(proof, kept, SEEN)).fault?.key).toBe("table-unfair-own");
});

it("a match of the earlier protocol is checked without hashes", async () => {
  const { proof } = await honest();
  const seats = proof.seats.map((seat) => ({ ...seat, hash: "", state: "none" as const }));
  const found = await verify({ ...proof, protocol: 1, seats }, undefined, SEEN);
  expect(found.fault).toBeNull();
});

type Lie = (match: Honest) => void;

const LIES: [fault: string, lie: string, Lie][] = [
  ["commitment", "another commitment than at the start", ({ kept }) => (kept.commitment = "0".repeat(64))],
  ["secret", "another secret", ({ proof }) => (proof.secret = "5f".repeat(32))],
  ["draw", "another outcome", ({ proof }) => (proof.draws[1]!.index ^= 1)],
  ["draw", "other weights", ({ proof }) => (proof.draws[2]!.weights = "0*51 1")],
  ["draw", "draws in another order", ({ proof }) => {
    const [first, second, third] = proof.draws;
    proof.draws = [{ ...third!, number: 1 }, second!, { ...first!, number: 5 }];
  }],
  ["seen", "a draw less", ({ proof }) => proof.draws.pop()],
  ["seen", "draws of other events", ({ proof }) => (proof.draws[0]!.number = 3)],
  ["lot", "other seats", ({ proof }) => {
    const [first, second, third] = proof.seats;
    proof.seats = [second!, first!, third!];
  }],
  ["lot", "no lot at all", ({ proof }) => (proof.fixed = true)],
  ["lot", "no lot where nothing was noted", ({ proof, kept }) => {
    kept.fixed = null;
    proof.fixed = true;
    proof.seats.forEach((seat, at) => (seat.chair = (at + 1) % 3));
    kept.hashes = null;
  }],
  ["hash", "somebody else's contribution", ({ proof }) => {
    proof.seats.find(({ chair }) => chair === 1)!.contribution = "33".repeat(32);
  }],
  ["hashes", "somebody else's hash", ({ proof }) => {
    proof.seats.find(({ chair }) => chair === 1)!.hash = "33".repeat(32);
  }],
  ["hashes", "a contribution more", ({ kept }) => (kept.hashes![1] = "")],
  ["own", "this device's contribution is gone", ({ proof }) => {
    Object.assign(proof.seats.find(({ chair }) => chair === 0)!, { contribution: "", hash: "" });
  }],
  ["own", "this device's contribution is another", ({ proof }) => {
    proof.seats.find(({ chair }) => chair === 0)!.contribution = "33".repeat(32);
  }],
  ["form", "no digits", ({ proof }) => (proof.secret = "secret")],
];

it.each(LIES)("finds by %s: %s", async (fault, _, lie) => {
  const match = await honest();
  lie(match);
  const found = await verify(match.proof, match.kept, SEEN);
  expect(found.fault?.key).toBe(`table-unfair-${fault}`);
});

// --- contributing ---

const COMMITMENT = "c0".repeat(32);
const ME = { kind: "me" as const, name: "Anna" };

/** A fake server that remembers its requests. */
function server(answers: Record<string, unknown> = {}) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    sent.push({ path, body: JSON.parse(body as string) as Record<string, unknown> });
    const opened = { match: MATCH, seat_secrets: ["s"], commitment: COMMITMENT };
    const answer = path.endsWith("/contributions") ? null : { ...opened, ...answers };
    return Promise.resolve(new Response(answer && JSON.stringify(answer), { status: answer ? 201 : 200 }));
  });
  return {
    sent,
    contributed: () =>
      sent.filter(({ path }) => path.endsWith("/contributions")).map(({ body }) => body as Contribute),
  };
}

const seat = (number: number, mine: boolean, kind: SeatInfo["kind"] = "person"): SeatInfo => ({
  seat: number,
  name: `P${number}`,
  kind,
  level: "",
  present: true,
  stand_in: false,
  released: false,
  patience: null,
  resigned: false,
  kept: false,
  kept_for_me: false,
  program: false,
  time: null,
  chair: number,
  mine,
});

function table(parts: PartInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: MATCH,
    status: "waiting",
    commitment: COMMITMENT,
    seats: parts.map((_, chair) => seat(chair, chair === 0)),
    parts,
    revealing: false,
    fixed: false,
    ...more,
  } as TableInfo;
}

const hashedPart = (hash: string): PartInfo => ({ state: "hashed", hash });
const revealing = (...hashes: string[]) => table(hashes.map(hashedPart), { revealing: true });
const ownHash = () => evidenceOf(MATCH)!.own[0]!.hash;

it("alone with bots everything is sent at once, once the commitment is known", async () => {
  const { sent, contributed } = server();
  await openTable({ game: "g", chairs: [ME, { kind: "bot" }, { ...ME, name: "Ben" }] });
  expect(sent[0]!.body).toMatchObject({ contributes: true });
  expect(JSON.stringify(sent[0])).not.toMatch(/[0-9a-f]{32}/);
  const [{ hashes, contributions }] = contributed() as [Required<Contribute>];
  expect(new Set(contributions).size).toBe(2);
  for (const [at, one] of contributions.entries()) {
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(await contributionHash(one, MATCH, COMMITMENT)).toBe(hashes[at]);
  }
  const { own, hashes: all, commitment } = evidenceOf(MATCH)!;
  expect(all).toEqual([hashes[0], "", hashes[1]]);
  expect(own.every(({ given, counted }) => given && counted)).toBe(true);
  expect(commitment).toBe(COMMITMENT);
});

it("with others only the hash is sent, and the contribution when all hashes are in", async () => {
  const { contributed } = server();
  await openTable({ game: "g", chairs: [ME, { kind: "open" }] });
  const hash = ownHash();
  expect(contributed()).toEqual([{ hashes: [hash], contributions: [] }]);
  await contributeTo(table([hashedPart(hash), { state: "none", hash: "" }]));
  expect(contributed()).toHaveLength(1);
  await contributeTo(revealing(hash, "99".repeat(32)));
  expect(contributed()[1]).toEqual({ contributions: [evidenceOf(MATCH)!.own[0]!.contribution] });
  expect(evidenceOf(MATCH)!.hashes).toEqual([hash, "99".repeat(32)]);
  expect(evidenceOf(MATCH)!.own[0]!.counted).toBe(true);
});

it("what was shown is not sent again because the table tells a little late that it has it", async () => {
  const { contributed } = server();
  await openTable({ game: "g", chairs: [ME, { kind: "open" }] });
  const earlier = revealing(ownHash(), "99".repeat(32));
  await contributeTo(earlier);
  await contributeTo(earlier);
  expect(contributed()).toHaveLength(2);
});

it("what the server cannot take just now it is shown again a little later, unless it is too late", async () => {
  vi.useFakeTimers();
  /** Advance the timers until a promise settles. */
  const comesToAnEnd = async (work: Promise<void>) => {
    let over = false;
    void work.then(() => (over = true));
    while (!over) await vi.advanceTimersByTimeAsync(1000);
  };
  try {
    const { contributed } = server();
    await openTable({ game: "g", chairs: [ME, { kind: "open" }] });
    const asked = revealing(ownHash(), "99".repeat(32));
    let away = true;
    const there = fetch;
    vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) => {
      if (!away) return there(...request);
      return Promise.resolve(
        new Response(JSON.stringify({ phrase: { key: "problem-storage", values: {} } }), { status: 503 }),
      );
    });
    const shows = contributeTo(asked);
    await vi.advanceTimersByTimeAsync(4000);
    expect(contributed()).toHaveLength(1);
    away = false;
    await comesToAnEnd(shows);
    expect(contributed()).toHaveLength(2);

    localStorage.clear();
    await openTable({ game: "g", chairs: [ME, { kind: "open" }] });
    away = true;
    const late = contributeTo(revealing(ownHash(), "99".repeat(32)));
    await vi.advanceTimersByTimeAsync(0);
    await contributeTo({ ...asked, status: "playing" });
    away = false;
    await comesToAnEnd(late);
    expect(contributed()).toHaveLength(3); // of which the last is the second table's hash
  } finally {
    vi.useRealTimers();
  }
});

it("what the table asks for while this device is at work is done, too", async () => {
  const { contributed } = server();
  const there = fetch;
  const others = "99".repeat(32);
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const answer = await there(...request);
    // All hear that the last hash is in before the answer has come to this device.
    if (contributed().length === 1) await contributeTo(revealing(ownHash(), others));
    return answer;
  });
  await contributeTo(table([{ state: "promised", hash: "" }, hashedPart(others)]));
  const [{ contribution }] = evidenceOf(MATCH)!.own as [Evidence["own"][number]];
  expect(contributed()[1]).toEqual({ contributions: [contribution] });
});

it("whoever takes a chair brings the hash along", async () => {
  const { sent } = server();
  await joinTable(table([hashedPart("88".repeat(32)), { state: "none", hash: "" }]), "Ben");
  const [{ hash, contribution, given }] = evidenceOf(MATCH)!.own as [Evidence["own"][number]];
  expect(sent[0]).toEqual({ path: `/api/matches/${MATCH}/join`, body: { name: "Ben", hash } });
  expect(await contributionHash(contribution, MATCH, COMMITMENT)).toBe(hash);
  expect(given).toBe(true);
});

it("nothing is shown to a server that has changed its commitment or a hash", async () => {
  const { contributed } = server();
  await openTable({ game: "g", chairs: [ME, { kind: "open" }] });
  const hash = ownHash();
  await contributeTo({ ...revealing(hash, "99".repeat(32)), commitment: "c1".repeat(32) });
  expect(contributed()).toHaveLength(1);
  updateEvidence(MATCH, COMMITMENT, (kept) => (kept.hashes = [hash, "99".repeat(32)]));
  await contributeTo(revealing(hash, "98".repeat(32)));
  expect(contributed()).toHaveLength(1);
  expect(evidenceOf(MATCH)!.hashes).toEqual([hash, "99".repeat(32)]);
});

it("a page that has come back sends what was promised before", async () => {
  const { contributed } = server();
  await contributeTo(table([{ state: "promised", hash: "" }, { state: "none", hash: "" }]));
  expect(contributed()).toEqual([{ hashes: [ownHash()], contributions: [] }]);
  await contributeTo(table([{ state: "promised", hash: "" }, { state: "none", hash: "" }]));
  expect(evidenceOf(MATCH)!.own).toHaveLength(2); // the first was given: another one is asked for
});

it("a rematch is taken part in anew, by whoever opens it", async () => {
  const { sent, contributed } = server();
  await openRematch("old");
  expect(sent[0]).toEqual({ path: "/api/matches/old/rematch", body: { contributes: true } });
  expect(contributed()).toEqual([{ hashes: [ownHash()], contributions: [] }]);
  localStorage.clear();
  const second = server({ seat_secrets: [] });
  await openRematch("old");
  expect(second.contributed()).toEqual([]);
});

it("a spectator notes what was fixed and shows nothing, and who gets up takes the part back", async () => {
  const { contributed } = server();
  const watched = revealing("88".repeat(32), "99".repeat(32));
  await contributeTo({ ...watched, seats: [seat(0, false), seat(1, false)] });
  expect(contributed()).toEqual([]);
  expect(evidenceOf(MATCH)).toMatchObject({
    before: true,
    hashes: ["88".repeat(32), "99".repeat(32)],
  });
  await joinTable(table([hashedPart("88".repeat(32)), { state: "none", hash: "" }]), "Ben");
  withdrawContributions(watched);
  expect(evidenceOf(MATCH)!.own).toEqual([]);
});

it("whoever was sent away, or got up, and sits down again is bound to the new hash alone", async () => {
  server();
  const empty = table([hashedPart("88".repeat(32)), { state: "none", hash: "" }]);
  const away = { ...empty, seats: [seat(0, false), seat(1, false)] };
  await joinTable(empty, "Ben");
  await contributeTo(away);
  await joinTable(empty, "Ben");
  const [former, present] = evidenceOf(MATCH)!.own;
  expect([former!.given, present!.given]).toEqual([false, true]);
  const mine = { seats: [seat(0, false), seat(1, true)] };
  await contributeTo({ ...revealing("88".repeat(32), present!.hash), ...mine });
  expect(evidenceOf(MATCH)!.own.map(({ given }) => given)).toEqual([false, true]);
});

it("once parts are shown, a hash that is missing is evidence", async () => {
  server();
  const empty = table([hashedPart("88".repeat(32)), { state: "none", hash: "" }]);
  await joinTable(empty, "Ben");
  const others = revealing("88".repeat(32), "99".repeat(32));
  await contributeTo({ ...others, seats: [seat(0, false), seat(1, false)] });
  expect(evidenceOf(MATCH)!.own[0]!.given).toBe(true);
});

it("whoever comes after the start notes nothing that would prove anything", async () => {
  server();
  await contributeTo(table([{ state: "revealed", hash: "88".repeat(32) }], { status: "playing" }));
  expect(evidenceOf(MATCH)).toMatchObject({ before: false, hashes: null });
});
