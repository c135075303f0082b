/** Shows films: poses of pieces from frame to frame, until the end or until somebody goes on. */
import { impactFrames, durationOf, posesAt, type Pose } from "../lib/film.ts";
import type { Film } from "../lib/protocol.ts";

export class FilmPlayer {
  /** Where the filmed pieces are now, by id; null while nothing is shown. */
  poses = $state.raw<ReadonlyMap<string, Pose> | null>(null);
  #stop: (() => void) | null = null;

  /** Show a film up to its last frame, which stays; `knock` is called whenever something hits. */
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
      // A page that is out of sight draws no frames.
      document.addEventListener("visibilitychange", stop);
      this.poses = posesAt(film, 0);
      request = requestAnimationFrame(draw);
    });
  }

  /** Go to the end of what is shown. */
  skip(): void {
    this.#stop?.();
  }

  /** Put the film away. */
  clear(): void {
    this.poses = null;
  }
}
