/** Picks narrow choices down to one action, in order or in any order. */
import { describe, expect, it } from "vitest";
import {
  choiceAfter,
  targetsInOrder,
  validPicks,
  nextTargets,
  outcome,
  togglePick,
  remainingChoices,
} from "../src/lib/choices";
import type { Choice, Scene } from "../src/lib/protocol";

function choice(action: number, path: string, more: Partial<Choice> = {}): Choice {
  return { action, path: path.split(" "), ...more };
}

const chips = [choice(1, "one a"), choice(2, "one b"), choice(3, "two a"), choice(9, "pass")];

describe("in order", () => {
  it("offers the first targets of all paths", () => {
    expect([...nextTargets(chips, [], false).keys()]).toEqual(["one", "two", "pass"]);
  });

  it("offers what follows the picks, with the choices it leads to", () => {
    const next = nextTargets(chips, ["one"], false);
    expect([...next.keys()]).toEqual(["a", "b"]);
    expect(next.get("b")).toEqual([chips[1]]);
  });

  it("does not take a later target first", () => {
    expect(outcome(chips, ["a"], false)).toEqual({ state: "dead" });
  });
});

describe("in any order", () => {
  it("offers every target", () => {
    expect([...nextTargets(chips, [], true).keys()].sort()).toEqual([
      "a",
      "b",
      "one",
      "pass",
      "two",
    ]);
  });

  it("comes to the same action from either end", () => {
    for (const picked of [
      ["two", "a"],
      ["a", "two"],
    ]) {
      expect(outcome(chips, picked, true)).toEqual({ state: "done", choice: chips[2] });
    }
  });

  it("needs a target twice where the path names it twice", () => {
    const pair = [choice(1, "card card"), choice(2, "card other")];
    expect(remainingChoices(pair, ["card"], true)).toHaveLength(2);
    expect(outcome(pair, ["card", "card"], true)).toEqual({ state: "done", choice: pair[0] });
  });
});

describe("a choice that keeps to its order among others", () => {
  const guesses = [
    choice(1, "seat two"),
    choice(7, "guess one", { ordered: true }),
    choice(8, "guess two", { ordered: true }),
  ];

  it("is begun with its first target, not with one that it has in common with another", () => {
    expect(outcome(guesses, ["one"], true)).toEqual({ state: "dead" });
    expect(remainingChoices(guesses, ["two"], true)).toEqual([guesses[0]]);
    expect([...nextTargets(guesses, [], true).keys()]).toEqual(["seat", "two", "guess"]);
    expect([...nextTargets(guesses, ["guess"], true).keys()]).toEqual(["one", "two"]);
  });
});

describe("the outcome", () => {
  it("is idle without picks", () => {
    expect(outcome(chips, [], true)).toEqual({ state: "idle" });
  });

  it("does a choice of one target at once", () => {
    expect(outcome(chips, ["pass"], true)).toEqual({ state: "done", choice: chips[3] });
  });

  it("asks for a second step where one pick implies the rest", () => {
    expect(outcome(chips, ["two"], true)).toEqual({
      state: "ready",
      choice: chips[2],
      implied: ["a"],
    });
  });

  it("completes the rest after two picks", () => {
    const sided = [
      choice(1, "end straight left"),
      choice(2, "end curve left"),
      choice(3, "end curve right"),
    ];
    expect(outcome(sided, ["end", "straight"], false)).toEqual({ state: "done", choice: sided[0] });
    expect(outcome(sided, ["end", "curve"], false)).toEqual({ state: "open", whole: null });
  });

  it("asks for a second step where the choice wants one", () => {
    const guess = [choice(4, "guess 7", { confirm: true })];
    expect(outcome(guess, ["guess", "7"], false)).toEqual({
      state: "ready",
      choice: guess[0],
      implied: [],
    });
  });

  it("names the choice that could end here while longer ones go on", () => {
    const cards = [choice(1, "card"), choice(2, "card other")];
    expect(outcome(cards, ["card"], false)).toEqual({ state: "open", whole: cards[0] });
  });

  it("is dead where no choice goes", () => {
    expect(outcome(chips, ["two", "b"], true)).toEqual({ state: "dead" });
  });
});

describe("stepping back", () => {
  it("takes back a target that is picked again, and what came after it", () => {
    expect(togglePick(["one"], "a")).toEqual(["one", "a"]);
    expect(togglePick(["one", "a"], "one")).toEqual([]);
    expect(togglePick(["one", "a"], "a")).toEqual(["one"]);
  });
});

it("previews the choice that a target would leave alone", () => {
  expect(choiceAfter(chips, ["one"], "b", true)).toEqual(chips[1]);
  expect(choiceAfter(chips, [], "a", true)).toBeNull();
});

it("keeps picks over a new scene only while they lead somewhere", () => {
  const scene = { choices: chips, any_order: true } as Scene;
  expect(validPicks(scene, ["a"])).toEqual(["a"]);
  expect(validPicks(scene, ["gone"])).toEqual([]);
});

describe("in turn", () => {
  it("is what comes next on the paths, whatever else may be picked", () => {
    const cards = [choice(1, "cell north pile"), choice(2, "cell east pile")];
    expect(targetsInOrder(cards, ["cell"], true)).toEqual(["north", "east"]);
    expect(targetsInOrder(cards, ["pile"], true)).toEqual(["cell"]);
  });
});
