/** The match whose page found no table, so that the header offers nothing that takes one. */

class MissingTable {
  /** The id of the match; null while the page shows a table, or has not found out. */
  match = $state<string | null>(null);
}

export const missingTable = new MissingTable();
