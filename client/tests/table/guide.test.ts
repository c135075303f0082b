import { describe, expect, it } from "vitest";
import { missingTargets } from "../../src/table/guide.svelte.ts";

describe("what a guide still points out", () => {
  it("is what is not picked yet, in its order", () => {
    expect(missingTargets(["chip", "plot"], [])).toEqual(["chip", "plot"]);
    expect(missingTargets(["chip", "plot"], ["plot"])).toEqual(["chip"]);
    expect(missingTargets(["chip", "plot"], ["plot", "chip"])).toEqual([]);
  });

  it("is a target once more that is to be picked twice", () => {
    expect(missingTargets(["die", "die"], ["die"])).toEqual(["die"]);
  });

  it("is not changed by picks that lead elsewhere", () => {
    expect(missingTargets(["chip", "plot"], ["other"])).toEqual(["chip", "plot"]);
  });
});
