/** Passkeys of this browser: whether they work here, making one, signing in with one. */
import * as api from "../lib/api.ts";
import { deviceLabel } from "./deviceLabel.ts";

/** What keeps passkeys from working on a page, empty if nothing does. */
export type Hindrance = "" | "localhost" | "tls" | "elsewhere" | "browser";

/** What keeps passkeys from working at an origin, of those where the server knows that they do. */
export function hindrance(
  origins: readonly string[],
  { origin, hostname }: Pick<Location, "origin" | "hostname"> = location,
  able = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function",
): Hindrance {
  if (origins.includes(origin)) return able ? "" : "browser";
  if (hostname === "[::1]" || hostname.startsWith("127.")) return "localhost";
  return origins.some((one) => one.startsWith("https:")) ? "elsewhere" : "tls";
}

/** The same page where passkeys work. */
export function instead(origins: readonly string[], why: Hindrance): string {
  const local = why === "localhost";
  const found = origins.find((one) => one.startsWith(local ? "http://localhost" : "https:"));
  return found ? `${found}/card` : "";
}

/** The person has stepped back, or the device has no passkey for this server. */
export class PasskeyStopped extends Error {}

function answered(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyStopped();
  return credential.toJSON();
}

/** Have the device make a passkey for the card that it is signed in to. */
export async function addPasskey(): Promise<void> {
  const { options } = await api.passkeyQuestion();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey }).catch(stopped);
  await api.addPasskey(answered(made), deviceLabel());
}

/** Sign this browser in to the card of whichever passkey the person chooses. */
export async function signIn(): Promise<void> {
  const { options } = await api.signInQuestion();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const signed = await navigator.credentials.get({ publicKey }).catch(stopped);
  await api.signIn(answered(signed), deviceLabel());
}

function stopped(): never {
  throw new PasskeyStopped();
}
