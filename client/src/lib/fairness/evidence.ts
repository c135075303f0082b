/** What this device has noted of matches for the proof of their chance: nobody can change it later.
 */

const STORED = "tischlein.chance";
/** Notes are kept of this many matches; older ones are forgotten first. */
const KEPT = 200;

/** Random bytes of this device, for one chair of a match; all in hex. */
export interface Own {
  hash: string;
  contribution: string;
  /** Whether the server has taken the hash. */
  given: boolean;
  /** Whether the server has said that the contribution counts. */
  counted: boolean;
}

export interface Kept {
  /** The server's commitment as it was told first. */
  commitment: string;
  /** Whether that was before the match began. */
  before: boolean;
  /** The hashes of all chairs when all of them were in; null if this device did not see that. */
  hashes: string[] | null;
  /** Whether the chairs were said to be the seats. */
  fixed: boolean | null;
  own: Own[];
}

function all(): [match: string, kept: Kept][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** What is noted of a match. */
export const keptOf = (match: string): Kept | undefined =>
  all().find(([other]) => other === match)?.[1];

/** Note something of a match; the first commitment that was told stays. */
export function keep(match: string, commitment: string, change: (kept: Kept) => void): Kept {
  const known = all();
  const kept = known.find(([other]) => other === match)?.[1] ?? {
    commitment,
    before: false,
    hashes: null,
    fixed: null,
    own: [],
  };
  const before = JSON.stringify(kept);
  change(kept);
  const entry: [string, Kept] = [match, kept];
  if (JSON.stringify(kept) === before && known.some(([other]) => other === match)) return kept;
  const others = known.filter(([other]) => other !== match);
  try {
    localStorage.setItem(STORED, JSON.stringify([...others, entry].slice(-KEPT)));
  } catch {
    // Without storage this device can only say whether the record fits itself.
  }
  return kept;
}
