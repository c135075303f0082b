/** A scene diff in its simplest form: every list of the old scene is replaced. */
import type { Changes } from "../../src/lib/changes";
import type { Scene } from "../../src/lib/protocol";

const LISTS = ["places", "pieces", "trays", "buttons", "panels", "layers"] as const;

export function changesTo(before: Scene, after: Scene): Changes {
  const changes: Changes = { ...after };
  for (const name of Object.keys(before)) if (!(name in after)) changes[name] = null;
  for (const name of LISTS) {
    const old = before[name]?.length ?? 0;
    if (name in before || name in after) changes[name] = [-old, ...(after[name] ?? [])];
  }
  if ("choices" in after) {
    changes.choices = after.choices!.map(({ action, path, ...more }) => [action, 0, ...path, more]);
  }
  return changes;
}
