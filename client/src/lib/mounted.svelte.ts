/** Whether somebody is still where they asked for something that takes its time. */

/** To be called while a component comes: the answer says whether it has not gone since. */
export function staying(): () => boolean {
  let here = true;
  $effect(() => () => (here = false));
  return () => here;
}
