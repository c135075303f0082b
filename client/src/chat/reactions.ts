/** The reactions, in the order in which they are offered; each has a drawing and a text. */
export const REACTIONS = ["luck", "bravo", "thanks", "laugh", "wow", "ouch", "hmm", "tea"] as const;

/** The symbol of a reaction. */
export const drawingOf = (reaction: string) => `say-${reaction}`;
