/** The back button of phones: it closes what lies over the page first. */

/** A close watcher (https://html.spec.whatwg.org/#close-watchers). */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

declare const CloseWatcher: (new () => Watcher) | undefined;

/** Have the back button call `close` once instead of leaving the page; returns a function that
 * undoes it. Browsers without close watchers leave the page.
 */
export function onBack(close: () => void): () => void {
  if (typeof CloseWatcher === "undefined") return () => {};
  const watcher = new CloseWatcher();
  watcher.onclose = close;
  return () => watcher.destroy();
}
