/** What was said, in words. */
import type { Remark } from "../lib/protocol.ts";
import { t } from "../lib/texts.svelte.ts";
import { inWords } from "../lib/time.ts";

/** Who may hear what is said, as the host settles it. */
export const RULES = ["off", "friends", "open"] as const;

/** Whether the table itself says it of a player: it is for all. */
export const saidByTable = ({ kind }: Remark) =>
  kind === "advice" || kind === "time" || endsWish(kind);

/** Whether nothing comes of what somebody has proposed: it was refused, or is pointless by now. */
export const endsWish = (kind: Remark["kind"]) => kind === "refused" || kind === "lapsed";

/** A remark as it is read; a reaction is its word. */
export function remarkWords({ kind, text = "" }: Remark): string {
  if (kind === "text") return text;
  if (endsWish(kind)) return t(`talk-${kind}`, { what: text });
  if (kind === "time") return t("time-given", { time: inWords(Number(text)) });
  return t(kind === "advice" ? "talk-asks-advice" : `reaction-${text}`);
}
