/** Zooming and panning the board. */
import { describe, expect, it } from "vitest";
import {
  composeProjections,
  fitScale,
  frameOf,
  relativeProjection,
  projection,
  panLens,
  lensRevealing,
  visibleBox,
  zoomLens,
  type Box,
  type Lens,
} from "../src/lib/camera";

const frame: Box = { x: 0, y: 0, w: 100, h: 50 };
const stage = { w: 400, h: 400 };
const twice: Lens = { x: 50, y: 25, scale: 8 };

/** Where a point of the board is in the viewport, in pixels. */
function onStage(seen: Box, x: number, y: number): [number, number] {
  return [((x - seen.x) / seen.w) * stage.w, ((y - seen.y) / seen.h) * stage.h];
}

describe("the whole board", () => {
  it("fills the stage one way and stands in its middle the other way", () => {
    expect(fitScale(frame, stage)).toBe(4);
    expect(visibleBox(frame, stage, null)).toEqual({ x: 0, y: -25, w: 100, h: 100 });
  });

  it("has an edge around it, wherever it begins", () => {
    const prompt = { key: "prompt", values: {} } as const;
    const box = frameOf({ left: -30, top: 20, width: 100, height: 50, prompt });
    expect(box).toEqual({ x: -32.2, y: 17.8, w: 104.4, h: 54.4 });
  });

  it("is all there is before the stage has a size", () => {
    expect(visibleBox(frame, { w: 0, h: 0 }, null)).toEqual(frame);
  });
});

describe("zooming", () => {
  it("keeps what is under the fingers where it is", () => {
    const before = visibleBox(frame, stage, twice);
    const lens = zoomLens(frame, stage, twice, 2, { x: 40, y: 30 })!;
    expect(lens.scale).toBe(16);
    expect(onStage(visibleBox(frame, stage, lens), 40, 30)).toEqual(onStage(before, 40, 30));
  });

  it("goes back to the whole board", () => {
    expect(zoomLens(frame, stage, twice, 0.5, { x: 40, y: 30 })).toBeNull();
    expect(zoomLens(frame, stage, twice, 0.01, { x: 40, y: 30 })).toBeNull();
  });

  it("comes no nearer than eight times", () => {
    expect(zoomLens(frame, stage, null, 1000, { x: 50, y: 25 })?.scale).toBe(32);
  });
});

describe("pushing", () => {
  it("moves the board with the finger", () => {
    const lens = panLens(frame, stage, { x: 50, y: 25, scale: 16 }, 80, -32);
    expect(lens).toEqual({ x: 45, y: 27, scale: 16 });
  });

  it("stops at the edge, and comes back from it at once", () => {
    const far = panLens(frame, stage, twice, 4000, 0);
    expect(visibleBox(frame, stage, far).x).toBe(0);
    expect(panLens(frame, stage, far, -8, 0)?.x).toBe(26);
  });

  it("does nothing to a board that is seen as a whole", () => {
    expect(panLens(frame, stage, null, 50, 50)).toBeNull();
  });
});

describe("what happens out of sight", () => {
  it("is brought to the nearest edge of what is in sight", () => {
    const lens = lensRevealing(frame, stage, twice, { x: 80, y: 20, w: 10, h: 10 });
    expect(visibleBox(frame, stage, lens)).toMatchObject({ x: 40, w: 50 });
  });

  it("changes nothing where it is in sight", () => {
    expect(lensRevealing(frame, stage, twice, { x: 30, y: 20, w: 10, h: 10 })).toBe(twice);
  });
});

describe("a board that has grown", () => {
  const grown: Box = { x: -50, y: 0, w: 150, h: 50 };

  it("is seen in the same size where it was zoomed in on", () => {
    const before = visibleBox(frame, stage, twice);
    const after = visibleBox(grown, stage, twice);
    expect(after).toEqual(before);
  });

  it("can be made to look as before, on a stage that has moved too", () => {
    const before = projection(visibleBox(frame, stage, null), stage, { x: 10, y: 20 });
    const smaller = { w: 300, h: 350 };
    const now = projection(visibleBox(grown, smaller, null), smaller, { x: 10, y: 90 });
    const change = relativeProjection(now, before);
    expect(now.scale).toBe(2);
    // A point of the board, once it is transformed, is where it was on the page.
    expect(now.scale * (change.x + change.scale * 30) + now.x).toBeCloseTo(10 + 4 * 30);
    expect(now.scale * (change.y + change.scale * 20) + now.y).toBeCloseTo(20 + 4 * (20 + 25));
    const seen = composeProjections(now, change);
    expect(seen.scale).toBeCloseTo(before.scale);
    expect(seen.x).toBeCloseTo(before.x);
    expect(seen.y).toBeCloseTo(before.y);
  });
});
