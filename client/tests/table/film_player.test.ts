/** Films play at their rate, with sound, and end at once when they are skipped or hidden. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { durationOf } from "../../src/lib/film";
import type { Film } from "../../src/lib/protocol";
import { FilmPlayer } from "../../src/table/filmPlayer.svelte";

const film: Film = {
  rate: 60,
  frames: 60,
  tracks: [
    {
      piece: "p",
      rows: [
        [0, 1, 0, 0],
        [20, 1, 4, 0],
        [40, 1, 12, 0],
        [60, 1, 12, 90],
      ],
    },
  ],
};
const length = durationOf(film);

let projector: FilmPlayer;
let over: boolean;
let knocks: number;

beforeEach(() => {
  vi.useFakeTimers();
  projector = new FilmPlayer();
  over = false;
  knocks = 0;
  void projector.play(film, () => (knocks += 1)).then(() => (over = true));
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a film", () => {
  it("begins where its pieces are", () => {
    expect(projector.poses?.get("p")).toEqual({ x: 1, y: 0, turn: 0 });
  });

  it("glides on and ends with its last frame", async () => {
    await vi.advanceTimersByTimeAsync(length / 2);
    expect(projector.poses?.get("p")?.y).toBeGreaterThan(5);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(length);
    expect(projector.poses?.get("p")).toEqual({ x: 1, y: 12, turn: 90 });
    expect(over).toBe(true);
    projector.clear();
    expect(projector.poses).toBeNull();
  });

  it("is heard when the piece hits the ground", async () => {
    await vi.advanceTimersByTimeAsync(length * 0.6);
    expect(knocks).toBe(0);
    await vi.advanceTimersByTimeAsync(length * 0.2);
    expect(knocks).toBe(1);
  });

  it("is at its end as soon as somebody goes on", async () => {
    projector.skip();
    expect(projector.poses?.get("p")?.y).toBe(12);
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toBe(true);
    await vi.advanceTimersByTimeAsync(length);
    expect(knocks).toBe(0);
  });

  it("is at its end when the page is hidden", async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toBe(true);
  });
});
