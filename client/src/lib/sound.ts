/** Synthesised sounds of wood and paper; never needed to understand what happens. */
import type { Change } from "./sceneDiff";

export type Sound = "lay" | "slide" | "take" | "turn" | "yours" | "end" | "refused";

/** Milliseconds after which every sound is over: the longest takes a third of a second. */
const SUSPEND_AFTER = 1000;

let audio: AudioContext | null = null;
let suspendTimer: ReturnType<typeof setTimeout> | undefined;

/** The sound of a change between two scenes; a capture takes precedence over its cause. */
export function soundOf(changes: Change[]): Sound | null {
  if (changes.length === 0) return null;
  if (changes.some(({ from, to }) => from && !from.tray && (!to || to.tray))) return "take";
  if (changes.some(({ turned }) => turned)) return "turn";
  if (changes.some(({ from, to }) => to && !to.tray && (!from || from.tray))) return "lay";
  return "slide";
}

/** Play a sound, if the browser allows it: it does after the first click or key. */
export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  clearTimeout(suspendTimer);
  // A running audio context costs power even while it is silent.
  suspendTimer = setTimeout(() => void audio?.suspend(), SUSPEND_AFTER);
  const at = audio.currentTime + 0.01;
  switch (sound) {
    case "lay":
      knock(audio, at, 210, 0.09, 0.5);
      break;
    case "slide":
      rustle(audio, at, 0.12, 900, 0.12);
      break;
    case "take":
      knock(audio, at, 170, 0.08, 0.4);
      knock(audio, at + 0.09, 130, 0.12, 0.5);
      break;
    case "turn":
      rustle(audio, at, 0.09, 2600, 0.2);
      rustle(audio, at + 0.1, 0.07, 1800, 0.16);
      break;
    case "yours":
      knock(audio, at, 440, 0.12, 0.25);
      knock(audio, at + 0.11, 587, 0.16, 0.25);
      break;
    case "end":
      for (const [step, pitch] of [392, 494, 587].entries()) {
        knock(audio, at + step * 0.07, pitch, 0.15, 0.3);
      }
      break;
    case "refused":
      knock(audio, at, 95, 0.1, 0.35);
      break;
  }
}

/** Wood on wood: a damped tone with a short burst of noise at its front. */
function knock(to: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const tone = to.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.5, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.02);
  tone.connect(decay(to, at, length, loud));
  tone.start(at);
  tone.stop(at + length);
  rustle(to, at, 0.025, pitch * 6, loud * 0.5);
}

/** Paper: band-pass noise around a pitch. */
function rustle(to: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const samples = Math.ceil(to.sampleRate * length);
  const noise = to.createBuffer(1, samples, to.sampleRate);
  const wave = noise.getChannelData(0);
  for (let i = 0; i < samples; i += 1) wave[i] = 2 * Math.random() - 1;
  const source = to.createBufferSource();
  source.buffer = noise;
  const band = to.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 0.9;
  source.connect(band).connect(decay(to, at, length, loud));
  source.start(at);
}

/** A gain node that decays over the length. */
function decay(to: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(to.destination);
  return gain;
}
