/** Somebody who is about to leave a table where others would be kept waiting. */

class LeaveRequest {
  /** Where they were going when they were asked; null while nobody is asked. */
  destination = $state<string | null>(null);
}

export const leaveRequest = new LeaveRequest();
