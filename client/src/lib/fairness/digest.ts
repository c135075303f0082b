/** SHA-256 and HMAC-SHA256, by the browser itself.
 *
 * A page without TLS on another machine's address gets no WebCrypto: there a library does the same.
 */
const loadFallback = () =>
  Promise.all([import("@noble/hashes/sha2.js"), import("@noble/hashes/hmac.js")]);

export type Bytes = Uint8Array<ArrayBuffer>;

/** Whether the browser lends its own cryptography to this page. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined;

export async function sha256(content: Bytes): Promise<Bytes> {
  if (hasWebCrypto()) return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const [{ sha256 }] = await loadFallback();
  return new Uint8Array(sha256(content));
}

/** A function that signs with a key, for many messages in a row. */
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

/** The bytes of hex digits, two for each. */
export function fromHex(digits: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error("hex digits, two for each byte");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const ascii = (text: string): Bytes => new TextEncoder().encode(text);

/** A number as so many bytes, the highest first. */
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

/** A part with its length in front, so that no two lists of parts are the same bytes. */
export const lengthPrefixed = (content: Bytes): Bytes =>
  concatBytes(bigEndian(4, content.length), content);
