/** What was said, in words. */
import type { Remark } from "../lib/protocol.ts";
import { t } from "../lib/texts.svelte.ts";
import { durationText } from "../lib/time.ts";

/** Who may hear what is said, as the host settles it. */
export const CHAT_RULES = ["off", "friends", "open"] as const;

/** Whether the table itself says it of a player: it is for all. */
export const isFromTable = ({ kind }: Remark) =>
  kind === "advice" || kind === "time" || endsProposal(kind);

/** Whether nothing comes of what somebody has proposed: it was refused, or is pointless by now. */
export const endsProposal = (kind: Remark["kind"]) => kind === "refused" || kind === "lapsed";

/** A remark as it is read; a reaction is its word. */
export function remarkText({ kind, text = "" }: Remark): string {
  if (kind === "text") return text;
  if (endsProposal(kind)) return t(`talk-${kind}`, { what: text });
  if (kind === "time") return t("time-given", { time: durationText(Number(text)) });
  return t(kind === "advice" ? "talk-asks-advice" : `reaction-${text}`);
}
