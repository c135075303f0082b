/** A lesson: a session at a table whose server guides through the first match. */
import { ApiError } from "../lib/api.ts";
import type { Lesson, ToLearner } from "../lib/protocol.ts";
import { openSocket, type Socket } from "../lib/reconnectingSocket.ts";
import { settings } from "../lib/settings.svelte.ts";
import { TableSession } from "../table/session.svelte.ts";
import { markDone, saveStep, stepReached } from "./progress.ts";

/** Opens the socket at a path; tests pass their own. */
type Dial = (path: string) => Socket;

export class LessonSession {
  /** The newest step, and the event after which it is shown. */
  #latest = $state.raw<{ lesson: Lesson; number: number } | null>(null);
  #previous = $state.raw<Lesson | null>(null);
  /** The current step; null until the server has sent one. */
  readonly current = $derived.by((): Lesson | null => {
    const coming = this.#latest;
    return coming && this.session.log.last >= coming.number ? coming.lesson : this.#previous;
  });
  /** Whether the step fits the position on the board, and no event is being animated. */
  readonly isInSync = $derived.by(() => this.session.log.last === this.#latest?.number);
  /** Whether the last step is done and has been read. */
  finished = $state(false);

  readonly game: string;
  readonly session: TableSession;
  #socket: Socket | null = null;
  #step: number;

  constructor(game: string, dial: Dial = openSocket) {
    this.game = game;
    this.#step = stepReached(game);
    const past = () => Promise.reject(new ApiError(0, { key: "lesson-no-past", values: {} }));
    this.session = new TableSession("", past, () => this.#connect(dial));
  }

  /** Whether the current step is the last one. */
  readonly isLast = $derived.by(
    () => this.current !== null && this.current.step === this.current.steps,
  );

  /** Go to the next step; after the last one the lesson is over. */
  next(): void {
    if (!this.current) return;
    if (!this.isLast) {
      this.goTo(this.current.step + 1);
      return;
    }
    markDone(this.game);
    this.finished = true;
  }

  /** Show a step from its beginning. */
  goTo(step: number): void {
    this.finished = false;
    this.#step = step;
    saveStep(this.game, step);
    this.#send({ type: "go-to", step });
  }

  /** Mark the lesson as done. */
  skip(): void {
    markDone(this.game);
  }

  #send(message: { type: "go-to"; step: number }): void {
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      // The connection is being restored, and will request the step.
    }
  }

  /** A socket that passes table messages on to the session, and handles steps itself. */
  #connect(dial: Dial): Socket {
    const inner = dial(`/api/games/${this.game}/lesson?step=${this.#step}`);
    this.#socket = inner;
    const outer: Socket = {
      get readyState() {
        return inner.readyState;
      },
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => inner.send(text),
      close: () => inner.close(),
    };
    inner.onopen = () => outer.onopen?.();
    inner.onclose = (closing) => outer.onclose?.(closing);
    inner.onmessage = ({ data }) => {
      const message = JSON.parse(data) as ToLearner;
      // Jump to another position: nothing has moved between the two.
      if (message.type === "view" && message.fresh) this.session.viewQueue.skip();
      if (message.type === "lesson") this.#onLesson(message);
      else outer.onmessage?.({ data: message.type === "table" ? withLearnersName(message) : data });
    };
    return outer;
  }

  #onLesson(lesson: Lesson): void {
    this.#previous = this.current;
    this.#latest = { lesson, number: this.session.connection.number };
    this.#step = lesson.step;
    saveStep(this.game, lesson.step);
  }
}

/** The table with the learner's name from the settings. */
function withLearnersName(table: Extract<ToLearner, { type: "table" }>): string {
  const name = settings.name.trim();
  const seats = table.seats.map((seat) => (seat.mine && name ? { ...seat, name } : seat));
  return JSON.stringify({ ...table, seats });
}
