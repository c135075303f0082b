/** The back button of phones: what lies over a page goes first, not the page. */

/** What is asked to close when somebody goes back (https://html.spec.whatwg.org/#close-watchers). */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

declare const CloseWatcher: (new () => Watcher) | undefined;

/** Have `close` called, once, instead of the page left when somebody goes back, until the answer is
 * called. Browsers without close watchers leave the page. */
export function onBack(close: () => void): () => void {
  if (typeof CloseWatcher === "undefined") return () => {};
  const watcher = new CloseWatcher();
  watcher.onclose = close;
  return () => watcher.destroy();
}
