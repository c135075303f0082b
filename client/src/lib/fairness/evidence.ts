/** What this device has recorded of matches to verify their randomness later. */

const STORAGE_KEY = "tischlein.chance";
/** Evidence is kept for this many matches; the oldest is dropped first. */
const MAX_MATCHES = 200;

/** A contribution of this device for one chair; all in hex. */
export interface OwnContribution {
  hash: string;
  contribution: string;
  /** Whether the server has accepted the hash. */
  given: boolean;
  /** Whether the server has confirmed that the contribution counts. */
  counted: boolean;
}

export interface Evidence {
  /** The server's commitment as it was first seen. */
  commitment: string;
  /** Whether that was before the match began. */
  before: boolean;
  /** The hashes of all chairs once they were complete; null if this device did not see that. */
  hashes: string[] | null;
  /** Whether the chairs were announced to be the seats. */
  fixed: boolean | null;
  own: OwnContribution[];
}

function readAll(): [match: string, evidence: Evidence][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** The evidence of a match. */
export const evidenceOf = (match: string): Evidence | undefined =>
  readAll().find(([other]) => other === match)?.[1];

/** Update the evidence of a match; the first commitment is never overwritten. */
export function updateEvidence(
  match: string,
  commitment: string,
  change: (evidence: Evidence) => void,
): Evidence {
  const known = readAll();
  const evidence = known.find(([other]) => other === match)?.[1] ?? {
    commitment,
    before: false,
    hashes: null,
    fixed: null,
    own: [],
  };
  const before = JSON.stringify(evidence);
  change(evidence);
  const entry: [string, Evidence] = [match, evidence];
  if (JSON.stringify(evidence) === before && known.some(([other]) => other === match))
    return evidence;
  const others = known.filter(([other]) => other !== match);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...others, entry].slice(-MAX_MATCHES)));
  } catch {
    // Without storage this device can only check that the record is consistent.
  }
  return evidence;
}
