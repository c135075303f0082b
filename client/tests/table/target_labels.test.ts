/** Labels of targets: equal pieces are counted, and previews name the places. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Piece } from "../../src/lib/protocol";
import { addTexts } from "../../src/lib/texts.svelte";
import { previewText, targetName } from "../../src/table/targetLabels";
import { choice, phrase, serverSends, scene, session, useTableSession, view } from "./session";

useTableSession();

const CORE = `
a = left bank
b = plot b
researcher = researcher
card = card
table-stack = { $count } × { $thing }
table-thing-there = { $thing } ({ $place })
table-mark-loss = { $thing } would be lost.
table-mark-warn = Mind { $name }.
`;

describe("words for targets", () => {
  const on = (place: string, id: string, name: string): Piece => ({
    ...{ id, kind: name, symbol: "chip", label: phrase(name), x: 0, y: 0 },
    place,
  });
  const marks = [
    { target: "r1", kind: "loss" },
    { target: "own", kind: "loss" },
    { target: "r2", kind: "warn" },
  ] as const;
  const pieces = [
    on("a", "r1", "researcher"),
    on("a", "card", "card"),
    on("a", "r2", "researcher"),
    on("b", "own", "b"),
  ];

  beforeEach(async () => {
    addTexts("core", "en", CORE);
    const loses = choice(1, "one a", { marks: [...marks], confirm: true });
    await serverSends(view(1, scene([0], [loses], { pieces })));
  });

  it("count pieces of one name, and do not say a name twice", () => {
    expect(targetName(session, "a")).toBe("left bank, 2 × researcher, card");
    expect(targetName(session, "b")).toBe("plot b");
  });

  it("say where what would be lost is", () => {
    session.pick("one");
    session.pick("a");
    expect(previewText(session)).toBe(
      "researcher (left bank) would be lost. plot b would be lost. Mind researcher.",
    );
  });
});
