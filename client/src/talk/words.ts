/** What was said, in words. */
import type { Remark } from "../lib/protocol.ts";
import { t } from "../lib/texts.svelte.ts";

/** Who may hear what is said, as the host settles it. */
export const RULES = ["off", "friends", "open"] as const;

/** A remark as it is read; a reaction is its word. */
export function remarkWords({ kind, text = "" }: Remark): string {
  if (kind === "text") return text;
  return t(kind === "advice" ? "talk-asks-advice" : `reaction-${text}`);
}
