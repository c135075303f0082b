/** The recovery code of a card: it is told once, and stays to be read until somebody has kept it. */

class PendingRecoveryCode {
  /** Empty if there is none to be read. */
  code = $state("");
}

export const recoveryCode = new PendingRecoveryCode();
