/** The private links of this browser's seats, with which another device can take them over. */
import type { Opened } from "./protocol.ts";

const STORAGE_KEY = "tischlein.seats";
/** Links are kept for this many matches; the oldest are dropped first. */
const MAX_MATCHES = 200;

function readAll(): [match: string, secrets: string[]][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** Store the secrets of seats that were taken, claimed or opened. */
export function rememberSeats({
  match,
  seat_secrets,
}: Pick<Opened, "match" | "seat_secrets">): void {
  const known = new Set([...seatSecrets(match), ...seat_secrets]);
  const others = readAll().filter(([other]) => other !== match);
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...others, [match, [...known]]].slice(-MAX_MATCHES)),
    );
  } catch {
    // Without storage the link is available on the other device only.
  }
}

/** The secrets of this browser's seats in a match. */
export const seatSecrets = (match: string): string[] =>
  readAll().find(([other]) => other === match)?.[1] ?? [];

/** Replace the secret of a renewed link. */
export function replaceSecret(match: string, old: string, secret: string): void {
  const links = readAll().map(([id, secrets]): [string, string[]] => [
    id,
    id === match ? secrets.map((one) => (one === old ? secret : one)) : secrets,
  ]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(links));
  } catch {
    // The page shows the new link; it has to be copied from there.
  }
}

/** Separates the secrets in a link for several seats; no secret contains it. */
const SEPARATOR = "+";

/** The link that opens seats on another device. The fragment is sent to no server. */
export const seatLink = (...secrets: string[]) =>
  new URL(`/seat#${secrets.join(SEPARATOR)}`, location.origin).href;

/** The secrets in the fragment of such a link. */
export const secretsFromHash = (hash: string) => hash.split(SEPARATOR);

/** Whether links to this site work on this computer only. */
export const isLoopback = (host = location.hostname) =>
  host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";

/** The link for inviting others. */
export const matchLink = (match: string) => new URL(`/match/${match}`, location.origin).href;
