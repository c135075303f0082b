/** How a browser commits to its contribution; see `tischlein.tables.chance.fairness`. */
import {
  ascii,
  fromHex,
  lengthPrefixed,
  toHex,
  concatBytes,
  sha256,
  type Bytes,
} from "./digest.ts";

const LABEL = ascii("tischlein/contribution/1");
const BYTES = 32;

/** The hash of a contribution to a match with this commitment; all in hex. */
export async function contributionHash(
  contribution: string,
  match: string,
  commitment: string,
): Promise<string> {
  const parts: Bytes[] = [LABEL, ascii(match), fromHex(commitment), fromHex(contribution)];
  return toHex(await sha256(concatBytes(...parts.map(lengthPrefixed))));
}

/** Random bytes, in hex. */
export const newContribution = (): string => toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
