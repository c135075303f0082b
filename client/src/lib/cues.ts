/** What tells a player something without words: a sound, and on a phone a tremble. */
import { settings } from "./settings.svelte.ts";
import { play, type Sound } from "./sound.ts";

/** Milliseconds of trembling and rest, for what is worth it where nobody looks. */
const VIBRATIONS: Partial<Record<Sound, number[]>> = {
  yours: [35],
  refused: [20, 60, 20],
  end: [40, 80, 40, 80, 90],
};

/** Whether this device can tremble. */
export const canVibrate = () =>
  typeof navigator.vibrate === "function" && navigator.maxTouchPoints > 0;

/** Tell of something, as far as the settings want it. */
export function cue(sound: Sound): void {
  if (settings.sound) play(sound);
  const pattern = VIBRATIONS[sound];
  // Browsers allow it after the first touch only, and complain before.
  if (pattern && settings.vibration && canVibrate() && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate(pattern);
  }
}
