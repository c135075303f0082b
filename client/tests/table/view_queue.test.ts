/** Views are shown in order, and never block the player. */
import { describe, expect, it, vi } from "vitest";
import { CHANCE } from "../../src/table/log.svelte";
import {
  chip,
  choice,
  mine,
  root,
  serverSends,
  scene,
  sent,
  session,
  useTableSession,
  view,
} from "./session";

useTableSession();

describe("what happens", () => {
  it("comes into the log with the position that it led to", async () => {
    await serverSends(view(1, scene([1], [])), view(2, mine));
    expect(session.log.entries.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.board.scene?.awaited).toEqual([0]);
  });

  it("keeps a half-made choice that still leads somewhere, and drops one that does not", async () => {
    session.pick("one");
    await serverSends(view(1, mine));
    expect(session.selection.picked).toEqual(["one"]);
    await serverSends(view(2, scene([0], [choice(9, "two a"), choice(8, "two b")])));
    expect(session.selection.picked).toEqual([]);
  });

  it("is caught up with by a click, also if one's own event waits to be shown", async () => {
    void serverSends(view(1, mine));
    session.pick("one");
    session.pick("a");
    void serverSends({ type: "accepted", id: sent("act")!.id, number: 2 }, view(2, mine));
    session.pick("two");
    expect(session.selection.picked).toEqual(["two"]);
    await serverSends();
    session.pick("b");
    expect(sent("act")).toMatchObject({ action: 4, seen: 2 });
  });

  it("leaves nothing picked of what has been done, though it could be done again", async () => {
    session.pick("one");
    session.pick("a");
    await serverSends({ type: "accepted", id: sent("act")!.id, number: 1 }, view(1, mine));
    expect(session.selection.picked).toEqual([]);
  });

  it("is skipped through until it is one's own turn", async () => {
    session.skip();
    expect(sent("hurry")).toBeDefined();
    await serverSends(view(1, scene([1], [])), view(2, mine));
    expect(session.log.entries).toHaveLength(2);
    expect(session.board.scene?.awaited).toEqual([0]);
  });

  it("does not disturb a replay", async () => {
    await serverSends(view(1, scene([1], [])));
    await session.replay.show(0);
    expect(session.replay.active).toBe(true);
    expect(session.selection.choices).toEqual([]);
    await serverSends(view(2, scene([0], [choice(5, "one c"), choice(6, "two c")])));
    expect(session.replay.at).toBe(0);
    await session.replay.leave();
    expect(session.selection.choices).toHaveLength(2);
  });
});

it("goes on while the page is hidden, which ends no animation", async () => {
  const piece = document.createElement("div");
  piece.dataset.piece = "one";
  piece.animate = () => ({ finished: new Promise(() => undefined) }) as unknown as Animation;
  root.append(piece);
  await serverSends(
    view(1, scene([1], [], { trays: [], pieces: [{ ...chip("one"), place: "a", x: 0, y: 0 }] })),
    view(2, mine),
  );
  expect(session.board.scene?.awaited).toEqual([1]);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await serverSends();
  expect(session.board.scene?.awaited).toEqual([0]);
});

it("marks what a player has moved until another does, also when chance acts meanwhile", async () => {
  const lies = (number: number, seat: number, ...xs: number[]) => {
    const pieces = xs.map((x, index) => ({ ...chip(`${index}`), x, y: 0 }));
    const shown = view(number, scene([1], [], { trays: [], pieces }));
    return { ...shown, entries: shown.entries.map((entry) => ({ ...entry, seat })) };
  };
  const marked = () => [[...session.board.recent].sort(), [...session.board.news].sort()];
  await serverSends(lies(1, 0, 0, 5, 9));
  await serverSends(lies(2, 1, 2, 5, 9));
  expect(marked()).toEqual([["0"], ["0"]]);
  await serverSends(lies(3, 1, 2, 5, 9.1)); // which ends the turn, and makes a little room
  expect(marked()).toEqual([["0"], []]);
  await serverSends(lies(4, CHANCE, 2, 7, 9));
  expect(marked()).toEqual([["0", "1"], ["1"]]);
  await serverSends(lies(5, CHANCE, 2, 7, 12));
  expect(marked()).toEqual([["0", "2"], ["2"]]);
  await serverSends(lies(6, 0, 2, 9, 12));
  expect(marked()).toEqual([["1"], ["1"]]);
});

it("goes on where showing one position fails", async () => {
  const reported = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(session.board, "animateTo").mockRejectedValueOnce(new Error("no room in the sky"));
  await serverSends(view(1, scene([1], [])), view(2, mine));
  expect(reported).toHaveBeenCalledOnce();
  expect(session.log.entries.map(({ number }) => number)).toEqual([1, 2]);
  expect(session.board.scene?.awaited).toEqual([0]);
  expect(session.viewQueue.running).toBe(false);
});

describe("a film", () => {
  it("keeps nobody waiting who asked for reduced motion", async () => {
    const film = { rate: 60, frames: 6000, tracks: [] };
    await serverSends({ ...view(1, scene([1], [], { width: 7 })), film });
    expect(session.board.scene?.width).toBe(7);
    expect(session.board.filmPlayer.poses).toBeNull();
  });
});
