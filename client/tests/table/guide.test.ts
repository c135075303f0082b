import { describe, expect, it } from "vitest";
import { left } from "../../src/table/guide.svelte.ts";

describe("what a guide still points out", () => {
  it("is what is not picked yet, in its order", () => {
    expect(left(["chip", "plot"], [])).toEqual(["chip", "plot"]);
    expect(left(["chip", "plot"], ["plot"])).toEqual(["chip"]);
    expect(left(["chip", "plot"], ["plot", "chip"])).toEqual([]);
  });

  it("is a target once more that is to be picked twice", () => {
    expect(left(["die", "die"], ["die"])).toEqual(["die"]);
  });

  it("is not changed by picks that lead elsewhere", () => {
    expect(left(["chip", "plot"], ["other"])).toEqual(["chip", "plot"]);
  });
});
