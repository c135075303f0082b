/** Progress in the lessons, by game. */

const STORAGE_KEY = "tischlein.lessons";
const DONE = "done";

type Progress = Record<string, number | typeof DONE>;

function read(): Progress {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Progress) : {};
  } catch {
    return {}; // Storage may be forbidden, or hold something that is not ours.
  }
}

function write(game: string, value: number | typeof DONE): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), [game]: value }));
  } catch {
    // Without storage every lesson starts at its beginning.
  }
}

/** The step at which a game's lesson continues, counted from 1. */
export function stepReached(game: string): number {
  const reached = read()[game];
  return typeof reached === "number" && reached >= 1 ? Math.floor(reached) : 1;
}

/** Whether a game's lesson was finished or skipped. */
export const isDone = (game: string): boolean => read()[game] === DONE;

/** Whether no lesson was ever started in this browser. */
export const isFirstVisit = (): boolean => Object.keys(read()).length === 0;

/** Store the current step; a finished lesson stays finished. */
export function saveStep(game: string, step: number): void {
  if (!isDone(game)) write(game, step);
}

export function markDone(game: string): void {
  write(game, DONE);
}

/** Never offer lessons again. */
export function declineOffer(): void {
  write("", DONE);
}
