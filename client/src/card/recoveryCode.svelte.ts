/** A new recovery code: it is shown until the user confirms that it is saved. */

class PendingRecoveryCode {
  /** Empty if there is none. */
  code = $state("");
}

export const recoveryCode = new PendingRecoveryCode();
