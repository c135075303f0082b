/** Waking up: connections of a page that was hidden, or offline, may have died unnoticed. */

/** Call `changed` with whether the page is visible, whenever that changes or the device is online
 * again; returns a function that ends it.
 */
export function onWakingUp(changed: (visible: boolean) => void): () => void {
  const tell = () => changed(document.visibilityState === "visible");
  addEventListener("online", tell);
  document.addEventListener("visibilitychange", tell);
  return () => {
    removeEventListener("online", tell);
    document.removeEventListener("visibilitychange", tell);
  };
}
