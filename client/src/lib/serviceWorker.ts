/** The installed app: a service worker caches the shell for when there is no network. */

/** Whether there is a service worker: on secure origins and localhost only. */
export const hasServiceWorker = import.meta.env.PROD && "serviceWorker" in navigator;

/** Register the service worker once the page has loaded. */
export function registerServiceWorker(): void {
  if (!hasServiceWorker) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
