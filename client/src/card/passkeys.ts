/** Passkeys in this browser: whether they work, creating one, signing in with one. */
import * as api from "../lib/api.ts";
import { deviceLabel } from "./deviceLabel.ts";

/** What keeps passkeys from working on a page, empty if nothing does. */
export type PasskeyObstacle = "" | "localhost" | "tls" | "elsewhere" | "browser";

/** What keeps passkeys from working at an origin; `origins` are those that the server allows. */
export function passkeyObstacle(
  origins: readonly string[],
  { origin, hostname }: Pick<Location, "origin" | "hostname"> = location,
  supported = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function",
): PasskeyObstacle {
  if (origins.includes(origin)) return supported ? "" : "browser";
  if (hostname === "[::1]" || hostname.startsWith("127.")) return "localhost";
  return origins.some((one) => one.startsWith("https:")) ? "elsewhere" : "tls";
}

/** The address of this page where passkeys work. */
export function passkeyUrl(origins: readonly string[], why: PasskeyObstacle): string {
  const local = why === "localhost";
  const found = origins.find((one) => one.startsWith(local ? "http://localhost" : "https:"));
  return found ? `${found}/card` : "";
}

/** The user has cancelled, or the device has no passkey for this server. */
export class PasskeyCancelled extends Error {}

function serialize(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return credential.toJSON();
}

/** Create a passkey for the card that this browser is signed in to. */
export async function addPasskey(): Promise<void> {
  const { options } = await api.passkeyQuestion();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey }).catch(throwCancelled);
  await api.addPasskey(serialize(made), deviceLabel());
}

/** Sign in to the card of the passkey that the user chooses. */
export async function signIn(): Promise<void> {
  const { options } = await api.signInQuestion();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const signed = await navigator.credentials.get({ publicKey }).catch(throwCancelled);
  await api.signIn(serialize(signed), deviceLabel());
}

function throwCancelled(): never {
  throw new PasskeyCancelled();
}
