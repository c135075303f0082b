/** Equal items in even rows. */
import { expect, it } from "vitest";
import { columnCount } from "../../src/table/rows";

it.each([
  [8, 528, 110, 4],
  [8, 1304, 110, 8],
  [7, 528, 110, 4],
  [5, 528, 110, 3],
  [4, 528, 110, 4],
  [8, 374, 84, 4],
  [2, 374, 84, 2],
  [8, 0, 110, 1],
  [0, 528, 110, 1],
])("%i in %i pixels, each at least %i wide: %i side by side", (count, width, least, found) => {
  expect(columnCount(count, width, least)).toBe(found);
});
