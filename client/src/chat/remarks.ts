/** Texts of chat messages. */
import type { Remark } from "../lib/protocol.ts";
import { t } from "../lib/texts.svelte.ts";
import { durationText } from "../lib/time.ts";

/** Who may chat, as the host sets it. */
export const CHAT_RULES = ["off", "friends", "open"] as const;

/** Whether the message comes from the table itself: then everybody sees it. */
export const isFromTable = ({ kind }: Remark) =>
  kind === "advice" || kind === "time" || endsProposal(kind);

/** Whether it reports that a proposal failed: it was refused, or lapsed. */
export const endsProposal = (kind: Remark["kind"]) => kind === "refused" || kind === "lapsed";

/** The text of a message; for a reaction, its name. */
export function remarkText({ kind, text = "" }: Remark): string {
  if (kind === "text") return text;
  if (endsProposal(kind)) return t(`talk-${kind}`, { what: text });
  if (kind === "time") return t("time-given", { time: durationText(Number(text)) });
  return t(kind === "advice" ? "talk-asks-advice" : `reaction-${text}`);
}

/** The same at the seat: a whole sentence covers the name there, so it says who is meant. */
export const bubbleText = (remark: Remark, name: string): string =>
  remark.kind === "advice" ? t("talk-asks-advice-at-seat", { name }) : remarkText(remark);
