/** Plays films frame by frame, until their end or until they are skipped. */
import { impactFrames, durationOf, posesAt, type Pose } from "../lib/film.ts";
import type { Film } from "../lib/protocol.ts";

export class FilmPlayer {
  /** The poses of filmed pieces by id; null while no film is shown. */
  poses = $state.raw<ReadonlyMap<string, Pose> | null>(null);
  #stop: (() => void) | null = null;

  /** Play a film; its last frame stays. `onImpact` is called when something hits. */
  play(film: Film, onImpact: () => void): Promise<void> {
    this.skip();
    return new Promise((done) => {
      const length = durationOf(film);
      const hits = impactFrames(film);
      let request = 0;
      let begin: number | null = null;
      const stop = () => {
        cancelAnimationFrame(request);
        document.removeEventListener("visibilitychange", stop);
        this.poses = posesAt(film, film.frames);
        this.#stop = null;
        done();
      };
      const draw = (now: number) => {
        begin ??= now;
        const frame = ((now - begin) / length) * film.frames;
        if (frame >= film.frames) return stop();
        this.poses = posesAt(film, frame);
        while (hits.length && hits[0]! <= frame) {
          hits.shift();
          onImpact();
        }
        request = requestAnimationFrame(draw);
      };
      this.#stop = stop;
      // A hidden page draws no frames.
      document.addEventListener("visibilitychange", stop);
      this.poses = posesAt(film, 0);
      request = requestAnimationFrame(draw);
    });
  }

  /** Skip to the end of the film. */
  skip(): void {
    this.#stop?.();
  }

  /** Remove the last frame. */
  clear(): void {
    this.poses = null;
  }
}
