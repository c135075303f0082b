/** The page as an installed app: a worker keeps its shell for when there is no network. */

/** Whether a worker keeps the shell: over secure connections and on this computer alone. */
export const hasServiceWorker = import.meta.env.PROD && "serviceWorker" in navigator;

/** Let the worker take in the shell, once the page is there and nothing else is asked for. */
export function registerServiceWorker(): void {
  if (!hasServiceWorker) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
