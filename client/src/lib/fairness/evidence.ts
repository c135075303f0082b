/** What this device has noted of matches for the proof of their chance: nobody can change it later.
 */

const STORAGE_KEY = "tischlein.chance";
/** Notes are kept of this many matches; older ones are forgotten first. */
const MAX_MATCHES = 200;

/** Random bytes of this device, for one chair of a match; all in hex. */
export interface OwnContribution {
  hash: string;
  contribution: string;
  /** Whether the server has taken the hash. */
  given: boolean;
  /** Whether the server has said that the contribution counts. */
  counted: boolean;
}

export interface Evidence {
  /** The server's commitment as it was told first. */
  commitment: string;
  /** Whether that was before the match began. */
  before: boolean;
  /** The hashes of all chairs when all of them were in; null if this device did not see that. */
  hashes: string[] | null;
  /** Whether the chairs were said to be the seats. */
  fixed: boolean | null;
  own: OwnContribution[];
}

function readAll(): [match: string, kept: Evidence][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** What is noted of a match. */
export const evidenceOf = (match: string): Evidence | undefined =>
  readAll().find(([other]) => other === match)?.[1];

/** Note something of a match; the first commitment that was told stays. */
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
    // Without storage this device can only say whether the record fits itself.
  }
  return evidence;
}
