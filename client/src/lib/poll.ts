/** Asking the server again and again, never twice at the same time.
 *
 * On a dead connection requests last, and a browser makes only a few of them at a time: each one
 * that is not needed would keep others waiting.
 *
 * @param ask Does not throw.
 * @param interval Milliseconds from the end of a request to the next one.
 * @param first Milliseconds to the first one.
 * @returns A function that ends it.
 */
export function poll(ask: () => Promise<void>, interval: number, first = interval): () => void {
  let ended = false;
  const askOnce = async () => {
    await ask();
    if (!ended) timer = setTimeout(askOnce, interval);
  };
  let timer = setTimeout(askOnce, first);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
