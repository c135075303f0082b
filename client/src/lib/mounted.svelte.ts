/** Whether a component is still mounted when an asynchronous operation ends. */

/** Call this while a component is initialised; the returned function tells whether it is still
 * mounted.
 */
export function trackMounted(): () => boolean {
  let mounted = true;
  $effect(() => () => (mounted = false));
  return () => mounted;
}
