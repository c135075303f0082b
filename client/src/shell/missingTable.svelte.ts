/** The match whose page found no table, or one that all have left before the start, so that the
 * header offers nothing that takes one.
 */

class MissingTable {
  /** The id of the match; null while the page shows a table, or has not found out. */
  match = $state<string | null>(null);
}

export const missingTable = new MissingTable();
