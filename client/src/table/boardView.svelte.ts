/** The board: the scene that is on it, and how its pieces come to where they are. */
import { tick } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import { cue } from "../lib/cues.ts";
import { sceneAfterFilm, sceneForFilm } from "../lib/film.ts";
import { fade, fly, takeSnapshots, type PieceSnapshot } from "../lib/flights.ts";
import {
  diffScenes,
  isNudge,
  locatePieces,
  type Change,
  type PieceLocation,
} from "../lib/sceneDiff.ts";
import type { Film, Place, Scene } from "../lib/protocol.ts";
import { soundOf } from "../lib/sound.ts";
import { FilmPlayer } from "./filmPlayer.svelte.ts";

/** What goes on before the stage. */
export interface BoardContext {
  /** Whether a past position is looked at. */
  isReplaying(): boolean;
  /** Whether the table is covered. */
  isCovered(): boolean;
  /** A scene of the present has come into the page. */
  onDrawn(scene: Scene): void;
}

export class BoardView {
  /** The position on the board now: the live one as far as it has been shown, or a replayed one. */
  shown = $state.raw<Scene | null>(null);
  /** The pieces that the last event moved or brought. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  readonly filmPlayer = new FilmPlayer();

  /** The seats that everybody waits for. */
  readonly awaited = $derived(new Set(this.shown?.awaited ?? []));
  readonly spots = $derived(
    this.shown ? locatePieces(this.shown) : new Map<string, PieceLocation>(),
  );
  readonly places = $derived(
    new Map<string, Place>((this.shown?.places ?? []).map((place) => [place.id, place])),
  );

  #context: BoardContext;
  #root: HTMLElement | null = null;
  #sky: HTMLElement | null = null;
  /** Layers of aids that the viewer has switched. */
  #switched = $state.raw<ReadonlyMap<string, boolean>>(new Map());
  /** Ends the wait for what is in motion. */
  #endMotion: (() => void) | null = null;
  /** Where dragged pieces were let go. */
  #drops = new Map<string, PieceSnapshot>();

  constructor(house: BoardContext) {
    this.#context = house;
  }

  /** Draw in `root`, and fly pieces in `sky`. */
  attach(root: HTMLElement, sky: HTMLElement): void {
    this.#root = root;
    this.#sky = sky;
  }

  /** Whether somebody sees what moves. */
  get isVisible(): boolean {
    return (
      this.shown !== null &&
      document.visibilityState === "visible" &&
      !prefersReducedMotion.current &&
      !this.#context.isCovered()
    );
  }

  /** Put a scene of the present on the board as if it had always been there. */
  async show(scene: Scene): Promise<void> {
    this.shown = scene;
    await tick();
    this.#context.onDrawn(scene);
  }

  /** Put a scene on the board, its changes in motion; `shownBefore` were seen already. */
  async animateTo(scene: Scene, durationFactor: number, shownBefore: Change[] = []): Promise<void> {
    this.filmPlayer.skip();
    const before = this.shown;
    const root = this.#root;
    const sky = this.#sky;
    if (!before || !root || !sky || scene.race) {
      // A question must be there at once, and so must everything while seconds count.
      this.shown = scene;
      this.recent = new Set();
      await this.#afterRender(scene);
      return;
    }
    const changes = diffScenes(before, scene);
    const seen = this.#snapshots(root, changes);
    this.shown = scene;
    this.markRecent([...shownBefore, ...changes]);
    await this.#afterRender(scene);
    const sound = soundOf(changes);
    if (sound && !this.#context.isCovered()) cue(sound);
    if (document.visibilityState !== "visible") return;
    const motion = prefersReducedMotion.current
      ? fade(root, changes)
      : fly(root, sky, changes, seen, durationFactor);
    await Promise.race([motion, new Promise<void>((cut) => (this.#endMotion = cut))]);
  }

  /** Show a position from elsewhere in the match: nobody's hands lead there, so nothing travels.
   *
   * `before` is the position before its last event, which is marked.
   */
  async jumpTo(scene: Scene, before: Scene | null): Promise<void> {
    this.stopMotion();
    const changes = this.shown ? diffScenes(this.shown, scene) : [];
    this.shown = scene;
    this.recent = new Set();
    if (before) this.markRecent(diffScenes(before, scene));
    await this.#afterRender(scene);
    if (this.#root) await fade(this.#root, changes);
  }

  /** Wait until a scene has come into the page. */
  async #afterRender(scene: Scene): Promise<void> {
    await tick();
    if (!this.#context.isReplaying()) this.#context.onDrawn(scene);
  }

  /** Where the pieces that change are seen now; a dragged one is where it was let go. */
  #snapshots(root: HTMLElement, changes: Change[]): Map<string, PieceSnapshot> {
    const seen = takeSnapshots(
      root,
      changes.map(({ from }) => from),
    );
    for (const [id, drop] of this.#drops) {
      const origin = seen.get(id);
      if (origin) seen.set(id, { ...origin, box: drop.box });
    }
    this.#drops.clear();
    return seen;
  }

  /** Mark the things that an event has moved or brought; without a change the marks stay. */
  markRecent(news: Change[]): void {
    if (!news.length) return;
    const notable = news.filter((change) => !isNudge(change) && !change.to?.piece.note);
    this.recent = new Set(notable.flatMap(({ to }) => (to && !to.tray ? [to.piece.id] : [])));
  }

  /** Show how a scene came about, over the one on the board.
   *
   * At the end of the film `stays` says whether its end may stay; the table may have gone on. The
   * answer is what has been seen, null if it may not.
   */
  async playFilm(film: Film, scene: Scene, stays: () => boolean): Promise<Change[] | null> {
    const before = this.shown;
    if (!before) return [];
    const filmScene = sceneForFilm(before, scene, film);
    this.shown = filmScene;
    await this.filmPlayer.play(film, () => cue("lay"));
    this.filmPlayer.clear();
    if (!stays()) return null;
    const end = sceneAfterFilm(filmScene, scene, film);
    // Whoever looks at the past sees that.
    if (this.shown === filmScene) this.shown = end;
    return diffScenes(before, end);
  }

  /** Stop everything that moves. */
  stopMotion(): void {
    for (const layer of [this.#root, this.#sky]) {
      for (const motion of layer?.getAnimations?.({ subtree: true }) ?? []) {
        if (!(motion instanceof CSSTransition || motion instanceof CSSAnimation)) motion.cancel();
      }
    }
    this.#sky?.replaceChildren();
    this.#endMotion?.();
    this.filmPlayer.skip();
  }

  /** Remember where a dragged piece was let go: it moves on from there. */
  onDrop(piece: string, box: DOMRect): void {
    this.#drops.set(piece, { box, picture: null });
  }

  /** Whether a layer of aids is shown. */
  isLayerOn(id: string): boolean {
    const layer = this.shown?.layers?.find((other) => other.id === id);
    return this.#switched.get(id) ?? layer?.on ?? false;
  }

  /** Whether a layer has been switched on. */
  get hasSwitchedLayers(): boolean {
    return [...this.#switched.values()].includes(true);
  }

  switchLayer(id: string): void {
    this.#switched = new Map(this.#switched).set(id, !this.isLayerOn(id));
  }
}
