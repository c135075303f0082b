/** Notices on this device: what the browser is asked, and only after a tap. */
import type { Subscribe } from "../lib/protocol.ts";

/** Whether this browser can show notices while the page is closed. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The person, or the browser, does not allow notices from here. */
export class DeniedError extends Error {}

/** What this browser has been subscribed with, if it is. */
export async function currentEndpoint(): Promise<string | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Ask the person and the browser's push service; returns what the server wants to know.
 *
 * @param key The server's public key, in base64url.
 */
export async function subscribeDevice(
  key: string,
): Promise<Pick<Subscribe, "channel" | "target" | "keys">> {
  if ((await Notification.requestPermission()) !== "granted") throw new DeniedError();
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  // One for another key, such as that of a server set up anew, is worth nothing.
  if (old && toBase64Url(old.options.applicationServerKey) !== key) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return {
    channel: "push",
    target: made.endpoint,
    keys: [toBase64Url(made.getKey("p256dh")), toBase64Url(made.getKey("auth"))],
  };
}

/** Tell the push service that nothing shall come any more. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Bytes in base64url, without padding. */
export function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
