/** A film is interpolated, and ends exactly where the event has left everything. */
import { describe, expect, it } from "vitest";
import {
  sceneAfterFilm,
  impactFrames,
  durationOf,
  PLAYBACK_SPEED,
  poseAt,
  posesAt,
  sceneForFilm,
} from "../src/lib/film";
import { diffScenes } from "../src/lib/sceneDiff";
import type { Film, Piece, Scene, Track } from "../src/lib/protocol";

const phrase = { key: "thing", values: {} } as const;

function piece(id: string, kind: string, x: number, y: number, turn = 0): Piece {
  return { id, kind, symbol: kind, label: phrase, x, y, turn };
}

function scene(pieces: Piece[], more: Partial<Scene> = {}): Scene {
  return { width: 10, height: 10, prompt: phrase, pieces, ...more };
}

const fall: Track = {
  piece: "new",
  rows: [
    [0, 5, -1, 0],
    [10, 5, 4, 20],
    [14, 6, 8, 90],
  ],
};
const film: Film = {
  rate: 60,
  frames: 30,
  tracks: [fall, { piece: "old", rows: [[12, 6, 9, 0], [20, 7, 9, 5]] }],
};
const before = scene([piece("falling", "red", 5, -1), piece("old", "blue", 6, 9), piece("p", "red", 1, 9)]);
const after = scene(
  [piece("old", "blue", 7, 9, 5), piece("p", "red", 1, 9), piece("new", "red", 6, 8, 90)],
  { prompt: { key: "next", values: {} } },
);

describe("a pose", () => {
  it("is exact at the rows and glides between them", () => {
    expect(poseAt(fall, 10)).toEqual({ x: 5, y: 4, turn: 20 });
    expect(poseAt(fall, 5)).toEqual({ x: 5, y: 1.5, turn: 10 });
    expect(poseAt(fall, 12)).toEqual({ x: 5.5, y: 6, turn: 55 });
  });

  it("rests before the first row and after the last", () => {
    expect(posesAt(film, 3).get("old")).toEqual({ x: 6, y: 9, turn: 0 });
    expect(posesAt(film, 30).get("new")).toEqual({ x: 6, y: 8, turn: 90 });
  });

  it("turns the short way from row to row", () => {
    const track: Track = { piece: "p", rows: [[0, 0, 0, 175], [2, 0, 0, -175]] };
    expect(poseAt(track, 1).turn).toBe(180);
  });
});

describe("the stage", () => {
  it("is the position before, with what only the event brings in place of what it was", () => {
    const stage = sceneForFilm(before, after, film);
    expect(stage.prompt).toBe(before.prompt);
    expect(stage.pieces?.map(({ id }) => id)).toEqual(["old", "p", "new"]);
  });

  it("lets nobody act", () => {
    const choices = [{ action: 1, path: ["p"] }];
    expect(sceneForFilm({ ...before, choices }, after, film).choices).toEqual([]);
  });

  it("differs from the position afterwards in nothing that was filmed", () => {
    expect(
      diffScenes(sceneAfterFilm(sceneForFilm(before, after, film), after, film), after),
    ).toEqual([]);
    expect(diffScenes(sceneForFilm(before, after, film), after)).not.toEqual([]);
  });
});

describe("a film", () => {
  it("is shown slower than it was", () => {
    expect(durationOf(film)).toBeCloseTo(500 / PLAYBACK_SPEED);
  });

  it("is heard where something hits", () => {
    const landing: Film = {
      rate: 60,
      frames: 40,
      tracks: [
        { piece: "a", rows: [[0, 0, 0, 0], [5, 0, 2, 0], [10, 0, 5, 0], [15, 0, 9, 0], [20, 0, 9, 0], [40, 0, 9, 0]] },
        { piece: "b", rows: [[0, 3, 9, 0], [40, 3, 9, 0]] },
      ],
    };
    expect(impactFrames(landing)).toEqual([15]);
    expect(impactFrames({ ...landing, tracks: landing.tracks.slice(1) })).toEqual([]);
  });
});
