/** The private links of this browser, by seat. */
import { ApiError, matchOfSeat } from "../lib/api.ts";
import { seatSecrets } from "../lib/seatLinks.ts";
import { t } from "../lib/texts.svelte.ts";

export interface OwnLink {
  secret: string;
  /** The player's name; empty while the server is unreachable. */
  name: string;
}

/** The valid links of a match, in the order of the seats. */
export async function ownLinks(match: string): Promise<OwnLink[]> {
  const asked = seatSecrets(match).map(async (secret) => {
    try {
      const { seats } = await matchOfSeat(match, secret);
      const own = seats.find(({ mine }) => mine);
      return [{ secret, name: own?.name ?? "", seat: own?.seat ?? seats.length }];
    } catch (error) {
      // Links that were replaced or have expired are not shown.
      if (error instanceof ApiError && error.status === 403) return [];
      return [{ secret, name: "", seat: Infinity }];
    }
  });
  return (await Promise.all(asked)).flat().sort((a, b) => a.seat - b.seat);
}

/** The label of a link beside others of this browser. */
export const linkLabel = ({ name }: OwnLink, alone: boolean) =>
  alone || !name ? t("private-link") : t("private-link-of", { name });

/** The label of the button that copies it. */
export const copyLabel = ({ name }: OwnLink, alone: boolean) =>
  alone || !name ? t("copy-private-link") : t("copy-private-link-of", { name });
