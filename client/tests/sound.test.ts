/** Sounds are played one by one, and the audio context is suspended between them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { play } from "../src/lib/sound";

const said: string[] = [];

/** A fake audio node that accepts every call. */
function part(): AudioNode {
  return new Proxy(() => undefined, { get: () => part(), apply: () => part() }) as never;
}

class SilentContext {
  readonly currentTime = 0;
  readonly sampleRate = 100;
  readonly destination = part();
  createOscillator = part;
  createBufferSource = part;
  createBiquadFilter = part;
  createGain = part;
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  resume = () => said.push("resume");
  suspend = () => said.push("suspend");
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", SilentContext);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  said.length = 0;
});

describe("the speakers", () => {
  it("rest when nothing is to be heard any more, until the next sound", () => {
    play("lay");
    vi.advanceTimersByTime(500);
    play("take");
    vi.advanceTimersByTime(900);
    expect(said).toEqual(["resume", "resume"]);
    vi.advanceTimersByTime(100);
    expect(said).toEqual(["resume", "resume", "suspend"]);
    play("end");
    expect(said.at(-1)).toBe("resume");
  });
});
