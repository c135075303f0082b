/** Whether somebody is still where they asked for something that takes its time. */

/** To be called while a component comes: the answer says whether it has not gone since. */
export function trackMounted(): () => boolean {
  let mounted = true;
  $effect(() => () => (mounted = false));
  return () => mounted;
}
