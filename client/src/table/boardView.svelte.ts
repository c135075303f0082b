/** The board: the scene it shows, and how pieces move to where they are. */
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
import { CHANCE } from "./log.svelte.ts";

/** What the board depends on. */
export interface BoardContext {
  /** Whether a past position is shown. */
  isReplaying(): boolean;
  /** Whether the table is covered. */
  isCovered(): boolean;
  /** A current (not a past) scene was rendered. */
  onDrawn(scene: Scene): void;
}

export class BoardView {
  /** The scene on the board: the newest that was shown so far, or a past one. */
  scene = $state.raw<Scene | null>(null);
  /** The pieces that the last event moved or added. */
  news = $state.raw<ReadonlySet<string>>(new Set());
  /** The same, with those of the last player's move if chance acted after it: they are marked. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  /** The pieces that the last player's move moved or added. */
  #played: ReadonlySet<string> = new Set();
  /** Whose move that was, null if unknown. */
  #player: number | null = null;
  readonly filmPlayer = new FilmPlayer();

  /** The seats that everybody waits for. */
  readonly awaited = $derived(new Set(this.scene?.awaited ?? []));
  readonly spots = $derived(
    this.scene ? locatePieces(this.scene) : new Map<string, PieceLocation>(),
  );
  readonly places = $derived(
    new Map<string, Place>((this.scene?.places ?? []).map((place) => [place.id, place])),
  );

  #context: BoardContext;
  #root: HTMLElement | null = null;
  #sky: HTMLElement | null = null;
  /** Layers that the viewer has switched on or off. */
  #switched = $state.raw<ReadonlyMap<string, boolean>>(new Map());
  /** Ends waiting for the running animation. */
  #endMotion: (() => void) | null = null;
  /** Where dragged pieces were dropped. */
  #drops = new Map<string, PieceSnapshot>();

  constructor(house: BoardContext) {
    this.#context = house;
  }

  /** Use the element in which the board is rendered, and the one in which pieces fly. */
  attach(root: HTMLElement, sky: HTMLElement): void {
    this.#root = root;
    this.#sky = sky;
  }

  /** Whether animations can be seen. */
  get isVisible(): boolean {
    return (
      this.scene !== null &&
      document.visibilityState === "visible" &&
      !prefersReducedMotion.current &&
      !this.#context.isCovered()
    );
  }

  /** Show a current scene without animation. */
  async show(scene: Scene): Promise<void> {
    this.scene = scene;
    await tick();
    this.#context.onDrawn(scene);
  }

  /** Show a scene, animating its changes; `shownBefore` were animated already. `seat` made them, if
   * that is known; it may be chance.
   */
  async animateTo(
    scene: Scene,
    durationFactor: number,
    shownBefore: Change[] = [],
    seat: number | null = null,
  ): Promise<void> {
    this.filmPlayer.skip();
    const before = this.scene;
    const root = this.#root;
    const sky = this.#sky;
    if (!before || !root || !sky || scene.race) {
      // During a race everything must be visible at once.
      this.scene = scene;
      this.#clearMarks();
      await this.#afterRender(scene);
      return;
    }
    const changes = diffScenes(before, scene);
    const seen = this.#snapshots(root, changes);
    this.scene = scene;
    this.markRecent([...shownBefore, ...changes], seat);
    await this.#afterRender(scene);
    const sound = soundOf(changes);
    if (sound && !this.#context.isCovered()) cue(sound);
    if (document.visibilityState !== "visible") return;
    await this.#untilStopped(
      prefersReducedMotion.current
        ? fade(root, changes)
        : fly(root, sky, changes, seen, durationFactor),
    );
  }

  /** Jump to a position elsewhere in the match: nothing flies.
   *
   * `before` is the position before its last event, whose changes are marked.
   */
  async jumpTo(scene: Scene, before: Scene | null): Promise<void> {
    this.stopMotion();
    const changes = this.scene ? diffScenes(this.scene, scene) : [];
    this.scene = scene;
    this.#clearMarks();
    if (before) this.markRecent(diffScenes(before, scene));
    await this.#afterRender(scene);
    if (this.#root) await this.#untilStopped(fade(this.#root, changes));
  }

  /** Wait for an animation, unless it is stopped; that of a hidden page would not end. */
  async #untilStopped(motion: Promise<void>): Promise<void> {
    const stop = () => this.stopMotion();
    document.addEventListener("visibilitychange", stop);
    await Promise.race([motion, new Promise<void>((end) => (this.#endMotion = end))]);
    document.removeEventListener("visibilitychange", stop);
  }

  /** Wait until a scene is rendered. */
  async #afterRender(scene: Scene): Promise<void> {
    await tick();
    if (!this.#context.isReplaying()) this.#context.onDrawn(scene);
  }

  /** Snapshots of the pieces that change; dragged ones start where they were dropped. */
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

  /** Mark the pieces that an event has moved or added; without changes the marks stay, and so do
   * those of a player's move when chance acts after it, as a new roll does, and when the player only
   * ends the turn.
   */
  markRecent(news: Change[], seat: number | null = null): void {
    if (!news.length) return;
    const notable = news.filter((change) => !isNudge(change) && !change.to?.piece.note);
    this.news = new Set(notable.flatMap(({ to }) => (to && !to.tray ? [to.piece.id] : [])));
    const ends = seat !== null && seat === this.#player && !this.news.size;
    if (seat !== CHANCE && !ends) {
      this.#played = this.news;
      this.#player = seat;
    }
    this.recent = new Set([...this.#played, ...this.news]);
  }

  #clearMarks(): void {
    this.news = this.#played = this.recent = new Set();
  }

  /** Play the film of an event.
   *
   * At its end `stays` says whether the last scene may stay: there may be newer ones. Returns the
   * changes that were shown, null if it may not stay.
   */
  async playFilm(film: Film, scene: Scene, canStay: () => boolean): Promise<Change[] | null> {
    const before = this.scene;
    if (!before) return [];
    const filmScene = sceneForFilm(before, scene, film);
    this.scene = filmScene;
    await this.filmPlayer.play(film, () => cue("lay"));
    this.filmPlayer.clear();
    if (!canStay()) return null;
    const end = sceneAfterFilm(filmScene, scene, film);
    // A past position stays on the board.
    if (this.scene === filmScene) this.scene = end;
    return diffScenes(before, end);
  }

  /** Stop all animations. */
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

  /** Remember where a dragged piece was dropped: it moves on from there. */
  onDrop(piece: string, box: DOMRect): void {
    this.#drops.set(piece, { box, picture: null });
  }

  /** Whether a layer is shown. */
  isLayerOn(id: string): boolean {
    const layer = this.scene?.layers?.find((other) => other.id === id);
    return this.#switched.get(id) ?? layer?.on ?? false;
  }

  /** Whether a layer was switched on by the viewer. */
  get hasSwitchedLayers(): boolean {
    return [...this.#switched.values()].includes(true);
  }

  switchLayer(id: string): void {
    this.#switched = new Map(this.#switched).set(id, !this.isLayerOn(id));
  }
}
