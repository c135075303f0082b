/** SHA-256 and HMAC-SHA256, by WebCrypto.
 *
 * A page on another machine's address without TLS has no WebCrypto; there a library is loaded.
 */
import { within } from "../within.ts";

const loadFallback = () =>
  within(Promise.all([import("@noble/hashes/sha2.js"), import("@noble/hashes/hmac.js")]));

export type Bytes = Uint8Array<ArrayBuffer>;

/** Whether WebCrypto is available to this page. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

export async function sha256(content: Bytes): Promise<Bytes> {
  if (hasWebCrypto()) return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const [{ sha256 }] = await loadFallback();
  return new Uint8Array(sha256(content));
}

/** A function that signs many messages with one key. */
export async function signer(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  if (hasWebCrypto()) {
    const kind = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
  }
  const [{ sha256 }, { hmac }] = await loadFallback();
  return (message) => Promise.resolve(new Uint8Array(hmac(sha256, key, message)));
}

export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Decode hexadecimal digits. */
export function fromHex(digits: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error("hex digits, two for each byte");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const ascii = (text: string): Bytes => new TextEncoder().encode(text);

/** A number in so many bytes, big-endian. */
export function bigEndian(bytes: number, value: number | bigint): Bytes {
  return fromHex(value.toString(16).padStart(2 * bytes, "0"));
}

export function concatBytes(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bytes prefixed with their length, so that different lists of parts never encode alike. */
export const lengthPrefixed = (content: Bytes): Bytes =>
  concatBytes(bigEndian(4, content.length), content);
