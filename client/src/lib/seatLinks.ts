/** The private links of the seats that this browser has taken, to go on with another device. */
import type { Opened } from "./protocol.ts";

const STORAGE_KEY = "tischlein.seats";
/** Links are kept for this many matches; older ones are forgotten first. */
const MAX_MATCHES = 200;

function readAll(): [match: string, secrets: string[]][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // Storage may be forbidden, or hold something that is not ours.
  }
}

/** Keep the secrets that a seat taken, claimed or opened came with. */
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
    // Without storage the link can be had again from the device that has it.
  }
}

/** The secrets of this browser's seats in a match. */
export const seatSecrets = (match: string): string[] =>
  readAll().find(([other]) => other === match)?.[1] ?? [];

/** Put the secret of a renewed link in the place of the old one. */
export function replaceSecret(match: string, old: string, secret: string): void {
  const kept = readAll().map(([id, secrets]): [string, string[]] => [
    id,
    id === match ? secrets.map((one) => (one === old ? secret : one)) : secrets,
  ]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // The page shows the new link; it has to be copied from there.
  }
}

/** Stands between the secrets of seats that one address opens; no secret has it. */
const SEPARATOR = "+";

/** The address that opens seats on another device. What follows the # is sent to no server. */
export const seatLink = (...secrets: string[]) =>
  new URL(`/seat#${secrets.join(SEPARATOR)}`, location.origin).href;

/** The secrets in what such an address has behind its #. */
export const secretsFromHash = (hash: string) => hash.split(SEPARATOR);

/** Whether links to this site open on this computer only. */
export const isLoopback = (host = location.hostname) =>
  host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";

/** The address to invite others with. */
export const matchLink = (match: string) => new URL(`/match/${match}`, location.origin).href;
