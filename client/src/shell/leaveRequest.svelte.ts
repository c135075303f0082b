/** A request to leave a table where others would be kept waiting, to be confirmed. */

class LeaveRequest {
  /** Where the user was going; null without a request. */
  destination = $state<string | null>(null);
}

export const leaveRequest = new LeaveRequest();
