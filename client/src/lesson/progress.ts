/** How far this browser's owner has come in the first matches, game by game. */

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
    // Without storage every first match begins at its beginning.
  }
}

/** The step at which a game's first match goes on, from 1 on. */
export function stepReached(game: string): number {
  const reached = read()[game];
  return typeof reached === "number" && reached >= 1 ? Math.floor(reached) : 1;
}

/** Whether a game's first match has been played to its end, or left for good. */
export const isDone = (game: string): boolean => read()[game] === DONE;

/** Whether no first match has ever been begun here. */
export const isFirstVisit = (): boolean => Object.keys(read()).length === 0;

/** Note the step that is being played; what has been finished once stays so. */
export function saveStep(game: string, step: number): void {
  if (!isDone(game)) write(game, step);
}

export function markDone(game: string): void {
  write(game, DONE);
}

/** The offer of a first match is not wanted: none is made again. */
export function declineOffer(): void {
  write("", DONE);
}
