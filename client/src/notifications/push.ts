/** Push notifications on this device; permission is asked only after a tap. */
import type { Subscribe } from "../lib/protocol.ts";
import { within } from "../lib/within.ts";

/** Whether this browser supports push notifications. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The user, or the browser, does not permit notifications. */
export class DeniedError extends Error {}

/** The browser, or its push service, has not answered. */
const noAnswer = () => new DOMException("no answer in time", "TimeoutError");

/** The endpoint of this browser's push subscription, if there is one. */
export async function currentEndpoint(): Promise<string | null> {
  if (!canPush()) return null;
  // Where cookies are forbidden there is no service worker, and no subscription either.
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const subscribed = await registration?.pushManager.getSubscription().catch(() => undefined);
  return subscribed?.endpoint ?? null;
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
  // One that cannot fetch its files does not get ready either; and the push service is far away.
  const { pushManager } = await within(serviceWorker.ready, noAnswer);
  const old = await pushManager.getSubscription();
  // A subscription for another key, such as that of a reinstalled server, does not work.
  if (old && toBase64Url(old.options.applicationServerKey) !== key) await within(old.unsubscribe(), noAnswer);
  const made = await within(
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    noAnswer,
  );
  return {
    channel: "push",
    target: made.endpoint,
    keys: [toBase64Url(made.getKey("p256dh")), toBase64Url(made.getKey("auth"))],
  };
}

/** Cancel this browser's push subscription. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await within(subscription.unsubscribe(), noAnswer);
}

/** Bytes in base64url, without padding. */
function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
