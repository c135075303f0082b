/** Titles of pages, for tabs, bookmarks and screen readers. */
import type { Route } from "./router.svelte.ts";
import { has, t } from "./texts.svelte.ts";

/** The title of a page about something, as long as its name is known. */
export const titled = (what: string): string => (what ? `${what} – Tischlein` : "Tischlein");

/** What the page of a route is about; empty for the shelf, and until the texts are there. */
export function pageTopic(route: Route): string {
  if (!has("card")) return "";
  switch (route.page) {
    case "card":
      return t("card");
    case "mine":
      return t("my-matches");
    case "seat":
      return t("private-link");
    case "telling":
      return t("telling");
    case "lost":
      return t("lost");
  }
  if (!("game" in route) || !has("game", route.game)) return "";
  const game = t("game", {}, route.game);
  if (route.page === "rules") return t("rules-of", { game });
  if (route.page === "lesson") return t("lesson-of", { game });
  return t("label", { name: t("new-table"), what: game });
}

/** What a page of a match is about: its game, or that there is no such match; empty until that is
 * known, and the game's texts are there.
 */
export function matchTopic(game: string, gone: boolean): string {
  if (gone) return t("table-gone");
  return has("game", game) ? t("game", {}, game) : "";
}
