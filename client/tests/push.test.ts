/** Push notifications where the browser allows no service worker. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ARRIVAL_LIMIT } from "../src/lib/within";
import { currentEndpoint, subscribeDevice } from "../src/notifications/push";

/** A browser's service workers, of which none ever gets ready. */
const serviceWorker = {
  getRegistration: vi.fn<() => Promise<object | undefined>>(),
  ready: new Promise(() => undefined),
};

beforeEach(() => {
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve("granted") });
  return () => {
    delete (navigator as { serviceWorker?: unknown }).serviceWorker;
  };
});
afterEach(() => vi.unstubAllGlobals());

const insecure = () => Promise.reject(new DOMException("insecure", "SecurityError"));
const none = () => Promise.resolve(undefined);

describe.each([
  ["since it is forbidden", insecure],
  ["since it was not registered", none],
])("%s", (_, registration) => {
  beforeEach(() => {
    serviceWorker.getRegistration.mockImplementation(registration);
  });

  it("this device has no address", async () => {
    await expect(currentEndpoint()).resolves.toBeNull();
  });

  it("it gets none, and nobody waits for it", async () => {
    await expect(subscribeDevice("key")).rejects.toBeInstanceOf(DOMException);
  });
});

it("where it never gets ready, this device gets no address, and nobody waits for ever", async () => {
  vi.useFakeTimers();
  serviceWorker.getRegistration.mockResolvedValue({});
  const subscribed = expect(subscribeDevice("key")).rejects.toBeInstanceOf(DOMException);
  await vi.advanceTimersByTimeAsync(ARRIVAL_LIMIT);
  await subscribed;
  vi.useRealTimers();
});

it("where the browser does not tell of its subscription, this device has no address", async () => {
  serviceWorker.getRegistration.mockResolvedValue({ pushManager: { getSubscription: insecure } });
  await expect(currentEndpoint()).resolves.toBeNull();
});
