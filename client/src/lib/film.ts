/** Films: recorded motion of an event, as poses of pieces from frame to frame. */
import type { Film, Piece, Scene, Track } from "./protocol";

/** Real falls are too short to follow, so they are played a little slower. */
export const PLAYBACK_SPEED = 0.6;

export interface Pose {
  x: number;
  y: number;
  turn: number;
}

/** The poses of all pieces of a film at a frame, which may be fractional. */
export function posesAt(film: Film, frame: number): Map<string, Pose> {
  return new Map(film.tracks.map((track) => [track.piece, poseAt(track, frame)]));
}

/** The pose of a piece at a frame: interpolated between keyframes, constant outside them. */
export function poseAt({ rows }: Track, frame: number): Pose {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]![0] < frame) low = middle + 1;
    else high = middle;
  }
  const [later, x, y, turn] = rows[low]!;
  const before = rows[low - 1];
  if (!before || later <= frame) return { x, y, turn };
  const share = (frame - before[0]) / (later - before[0]);
  return {
    x: before[1] + share * (x - before[1]),
    y: before[2] + share * (y - before[2]),
    turn: before[3] + share * shortestTurn(turn - before[3]),
  };
}

/** How long a film plays, in milliseconds. */
export function durationOf({ frames, rate }: Film): number {
  return (1000 * frames) / rate / PLAYBACK_SPEED;
}

/** The scene in which a film plays: the previous one with the pieces that the event adds.
 *
 * A falling piece replaces the one of the same kind that stood for it before.
 */
export function sceneForFilm(before: Scene, after: Scene, film: Film): Scene {
  const old = new Map((before.pieces ?? []).map((piece) => [piece.id, piece]));
  const now = new Map((after.pieces ?? []).map((piece) => [piece.id, piece]));
  const filmed = new Set(film.tracks.map(({ piece }) => piece));
  const newcomers = [...filmed].filter((id) => !old.has(id)).flatMap((id) => now.get(id) ?? []);
  const kinds = newcomers.map(({ kind }) => kind);
  const remains = ({ id, kind }: Piece) => filmed.has(id) || now.has(id) || !kinds.includes(kind);
  const pieces = [...old.values()].filter(remains);
  return { ...before, pieces: [...pieces, ...newcomers], choices: [], aims: [], awaited: [] };
}

/** The scene of a film at its end: filmed pieces lie where the event has put them. */
export function sceneAfterFilm(filmScene: Scene, after: Scene, film: Film): Scene {
  const filmed = new Set(film.tracks.map(({ piece }) => piece));
  const now = new Map((after.pieces ?? []).map((piece) => [piece.id, piece]));
  const settle = (piece: Piece) => {
    const { x, y, turn } = now.get(piece.id) ?? piece;
    return filmed.has(piece.id) ? { ...piece, x, y, turn } : piece;
  };
  return { ...filmScene, pieces: (filmScene.pieces ?? []).map(settle) };
}

/** Impacts less than this many frames apart are heard as one. */
const MIN_FRAMES_BETWEEN = 7;

/** The frames at which something hits: a piece suddenly slows down or bounces. */
export function impactFrames(film: Film): number[] {
  const hits: { frame: number; force: number }[] = [];
  for (const { rows } of film.tracks) {
    for (let at = 2; at < rows.length; at += 1) {
      const [before, here, after] = [rows[at - 2]!, rows[at - 1]!, rows[at]!];
      const [right, down] = speed(before, here);
      const [rightThen, downThen] = speed(here, after);
      const along = Math.hypot(right, down);
      const forwardSpeed = along && (right * rightThen + down * downThen) / along;
      hits.push({ frame: here[0], force: along - forwardSpeed });
    }
  }
  const hardest = Math.max(0, ...hits.map(({ force }) => force));
  const frames = hits.filter(({ force }) => force > 0.35 * hardest).map(({ frame }) => frame);
  frames.sort((a, b) => a - b);
  return frames.filter((frame, at) => at === 0 || frame - frames[at - 1]! > MIN_FRAMES_BETWEEN);
}

/** How far a piece moves per frame between two keyframes. */
function speed(from: Track["rows"][number], to: Track["rows"][number]): [number, number] {
  const frames = to[0] - from[0];
  return [(to[1] - from[1]) / frames, (to[2] - from[2]) / frames];
}

/** A turn normalised to between -180 and 180 degrees. */
function shortestTurn(turn: number): number {
  return turn - 360 * Math.round(turn / 360);
}
