/** What tabs, bookmarks and screen readers call a page. */
import { beforeAll, describe, expect, it } from "vitest";
import { matchTopic, pageTopic, titled } from "../src/lib/pageTitle";
import { routeOf } from "../src/lib/router.svelte";
import { addTexts } from "../src/lib/texts.svelte";

const titleOf = (path: string, hash = "") => titled(pageTopic(routeOf(path, hash)));

it("has only the product's name until its texts are there", () => {
  expect(titleOf("/card")).toBe("Tischlein");
});

describe("with texts", () => {
  beforeAll(() => {
    const words = ["card", "my-matches", "private-link", "telling", "lost", "table-gone"];
    const core = [
      ...words.map((key) => `${key} = The ${key}`),
      "new-table = Set the table",
      "label = { $name }: { $what }",
      "rules-of = Rules of { $game }",
      "lesson-of = First match: { $game }",
    ];
    addTexts("core", "en", core.join("\n"));
    addTexts("chess", "en", "game = Chess");
  });

  it.each([
    ["/", "", "Tischlein"],
    ["/card", "", "The card – Tischlein"],
    ["/matches", "", "The my-matches – Tischlein"],
    ["/seat", "abc", "The private-link – Tischlein"],
    ["/telling", "abc", "The telling – Tischlein"],
    ["/nowhere/at/all", "", "The lost – Tischlein"],
    ["/new/chess", "", "Set the table: Chess – Tischlein"],
    ["/rules/chess", "", "Rules of Chess – Tischlein"],
    ["/lesson/chess", "", "First match: Chess – Tischlein"],
    ["/new/unknown", "", "Tischlein"],
  ])("the page %s%s says what it is about", (path, hash, title) => {
    expect(titleOf(path, hash)).toBe(title);
  });

  it("a match is called by its game, and one that does not exist says so", () => {
    expect(titled(matchTopic("chess", false))).toBe("Chess – Tischlein");
    expect(titled(matchTopic("", false))).toBe("Tischlein");
    expect(titled(matchTopic("", true))).toBe("The table-gone – Tischlein");
  });
});
