/** How a browser binds itself to what it will contribute; see `tischlein.tables.fairness`. */
import { ascii, bytesOf, field, hex, joined, sha256, type Bytes } from "./digest.ts";

const LABEL = ascii("tischlein/contribution/1");
const BYTES = 32;

/** The hash of a contribution to a match with this commitment; all in hex. */
export async function contributionHash(
  contribution: string,
  match: string,
  commitment: string,
): Promise<string> {
  const parts: Bytes[] = [LABEL, ascii(match), bytesOf(commitment), bytesOf(contribution)];
  return hex(await sha256(joined(...parts.map(field))));
}

/** Random bytes, in hex. */
export const newContribution = (): string => hex(crypto.getRandomValues(new Uint8Array(BYTES)));
