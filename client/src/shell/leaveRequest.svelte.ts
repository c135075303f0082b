/** Somebody who is about to leave a table where others would be kept waiting. */

class Leaving {
  /** Where they were going when they were asked; null while nobody is asked. */
  to = $state<string | null>(null);
}

export const leaving = new Leaving();
