/** Push notifications on this device; permission is asked only after a tap. */
import type { Subscribe } from "../lib/protocol.ts";

/** Whether this browser supports push notifications. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The user, or the browser, does not permit notifications. */
export class DeniedError extends Error {}

/** The endpoint of this browser's push subscription, if there is one. */
export async function currentEndpoint(): Promise<string | null> {
  if (!canPush()) return null;
  // Where cookies are forbidden there is no service worker either.
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Ask for permission and subscribe with the browser's push service.
 *
 * @param key The server's public key, in base64url.
 */
export async function subscribeDevice(
  key: string,
): Promise<Pick<Subscribe, "channel" | "target" | "keys">> {
  if ((await Notification.requestPermission()) !== "granted") throw new DeniedError();
  const { serviceWorker } = navigator;
  // Without one that was registered, none would ever get ready.
  if (!(await serviceWorker.getRegistration())) throw new DOMException("no service worker");
  const { pushManager } = await serviceWorker.ready;
  const old = await pushManager.getSubscription();
  // A subscription for another key, such as that of a reinstalled server, does not work.
  if (old && toBase64Url(old.options.applicationServerKey) !== key) await old.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return {
    channel: "push",
    target: made.endpoint,
    keys: [toBase64Url(made.getKey("p256dh")), toBase64Url(made.getKey("auth"))],
  };
}

/** Cancel this browser's push subscription. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Bytes in base64url, without padding. */
export function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
