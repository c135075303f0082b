/** Keeps the shell for when there is no network, and shows what the server tells meanwhile. Of a
 * match it never keeps anything.
 *
 * The page always comes from the server if that answers, and names the files of its own version;
 * these have names that change with their contents, so a kept one is as good as a new one. Only
 * without an answer the kept page is shown, with the files that belong to it.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Both are put in when the client is built. */
const VERSION = "__VERSION__";
const SHELL = /** @type {{ url: string, integrity: string }[]} */ (
  /** @type {unknown} */ ("__SHELL__")
);

const PREFIX = "tischlein-";
const CACHE = PREFIX + VERSION;
/** The version before stays as long as its pages may still be open. */
const KEPT = 2;
const PAGE = "/";
const ASSETS = "/assets/";
/** Parts of the site that are no pages of the client. */
const OTHERS = ["/api", "/docs", "/schema"];
/** What a proxy answers for a server that does not, and a server that does not do so yet. */
const NOBODY_THERE = [502, 503, 504];
/** Milliseconds after which nobody counts as there: a dead connection may keep silent for minutes. */
const PATIENCE = 10_000;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (OTHERS.some((other) => pathname === other || pathname.startsWith(`${other}/`))) return;
  if (mode === "navigate") event.respondWith(fresh(event.request, PAGE));
  else if (pathname.startsWith(ASSETS)) event.respondWith(asset(event.request));
  else if (SHELL.some((file) => file.url === pathname)) event.respondWith(fresh(event.request, pathname));
});

worker.addEventListener("push", (event) => event.waitUntil(notice(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, stop } = event.notification.data;
  event.waitUntil(event.action === "stop" ? stopTelling(stop) : show(url));
});
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription } = /** @type {{ oldSubscription?: PushSubscription | null }} */ (event);
  /** @type {ExtendableEvent} */ (event).waitUntil(renew(oldSubscription));
});

/** Show what the server tells; a newer message takes the place of the one before.
 *
 * @param {PushMessageData | null} data
 */
async function notice(data) {
  const { title, body, language, url, stop, stop_label } = data?.json() ?? {};
  await worker.registration.showNotification(
    title ?? "Tischlein",
    /** @type {NotificationOptions} */ ({
      body,
      lang: language,
      tag: "tischlein",
      renotify: true,
      icon: "/favicon.svg",
      data: { url: url ?? "/", stop },
      actions: stop ? [{ action: "stop", title: stop_label }] : [],
    }),
  );
}

/** End it with one tap, without opening anything.
 *
 * @param {string} token
 */
async function stopTelling(token) {
  await post("/api/telling/stop", { token });
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
}

/** Bring the page to the front on which to go on.
 *
 * @param {string} url
 */
async function show(url) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}

/** The browser has changed what it is reached by: tell the server for whatever the old one was.
 *
 * @param {PushSubscription | null | undefined} old
 */
async function renew(old) {
  const told = await (await fetch("/api/telling")).json();
  if (!old || !told.push) return;
  const made = (
    await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: told.push,
    })
  ).toJSON();
  for (const one of told.mine) {
    if (one.target !== old.endpoint) continue;
    await post("/api/telling", {
      channel: "push",
      target: made.endpoint,
      keys: [made.keys?.p256dh, made.keys?.auth],
      match: one.match,
      kinds: one.kinds,
      language: one.language,
    });
    await post(`/api/telling/${one.id}/end`);
  }
}

/** Ask the server for something.
 *
 * @param {string} path
 * @param {object} body
 */
async function post(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Take in all files of this version, or none: what is not of this version has another hash. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    SHELL.map(
      ({ url, integrity }) =>
        new Request(url, { integrity, cache: url.startsWith(ASSETS) ? "default" : "reload" }),
    ),
  );
  await worker.skipWaiting();
}

/** Forget old versions, and look after the pages that are open. */
async function takeOver() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // Oldest first.
  const old = ours.slice(0, Math.max(0, ours.length + 1 - KEPT));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A file that never changes: kept by any version, or from the server.
 *
 * @param {Request} request
 */
async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A page, or a file whose name stays the same: from the server, or else as it is kept, if it is.
 *
 * @param {Request} request
 * @param {string} path Of the kept file; one page is kept, whatever the address.
 */
async function fresh(request, path) {
  const file = await kept(path).catch(() => undefined);
  if (!file) return fetch(request);
  const answer = fetch(request).then(
    (answer) => (NOBODY_THERE.includes(answer.status) ? file : answer),
    () => file,
  );
  /** @type {Promise<Response>} */
  const late = new Promise((done) => setTimeout(() => done(file), PATIENCE));
  return Promise.race([answer, late]);
}

/** A file as this version has it.
 *
 * @param {string} path
 */
async function kept(path) {
  return (await caches.open(CACHE)).match(path, { ignoreVary: true });
}
