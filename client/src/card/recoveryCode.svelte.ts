/** The recovery code of a card: it is told once, and stays to be read until somebody has kept it. */

class Slip {
  /** Empty if there is none to be read. */
  code = $state("");
}

export const slip = new Slip();
