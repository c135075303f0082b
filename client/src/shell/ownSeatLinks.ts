/** The private links that this browser keeps, by the seats that they open. */
import { ApiError, matchOfSeat } from "../lib/api.ts";
import { seatSecrets } from "../lib/seatLinks.ts";
import { t } from "../lib/texts.svelte.ts";

export interface OwnLink {
  secret: string;
  /** Who sits there; empty while the server cannot be asked. */
  name: string;
}

/** The links of a match that still open a seat, in the order of the table. */
export async function ownLinks(match: string): Promise<OwnLink[]> {
  const asked = seatSecrets(match).map(async (secret) => {
    try {
      const { seats } = await matchOfSeat(match, secret);
      const own = seats.find(({ mine }) => mine);
      return [{ secret, name: own?.name ?? "", seat: own?.seat ?? seats.length }];
    } catch (error) {
      // One that a newer one has taken the place of, or that is too old, is not shown.
      if (error instanceof ApiError && error.status === 403) return [];
      return [{ secret, name: "", seat: Infinity }];
    }
  });
  return (await Promise.all(asked)).flat().sort((a, b) => a.seat - b.seat);
}

/** What a link is called beside others of this browser. */
export const linkLabel = ({ name }: OwnLink, alone: boolean) =>
  alone || !name ? t("private-link") : t("private-link-of", { name });

/** What is written on the button that copies it. */
export const copyLabel = ({ name }: OwnLink, alone: boolean) =>
  alone || !name ? t("copy-private-link") : t("copy-private-link-of", { name });
