/** Feedback without words: a sound, and on phones a vibration. */
import { settings } from "./settings.svelte.ts";
import { play, type Sound } from "./sound.ts";

/** Vibration patterns in milliseconds, for events worth noticing without looking. */
const VIBRATIONS: Partial<Record<Sound, number[]>> = {
  yours: [35],
  refused: [20, 60, 20],
  end: [40, 80, 40, 80, 90],
};

/** Whether this device can vibrate. */
export const canVibrate = () =>
  typeof navigator.vibrate === "function" && navigator.maxTouchPoints > 0;

/** Give feedback, as far as the settings allow. */
export function cue(sound: Sound): void {
  if (settings.sound) play(sound);
  const pattern = VIBRATIONS[sound];
  // Browsers allow vibration after the first interaction only, and warn before.
  if (pattern && settings.vibration && canVibrate() && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate(pattern);
  }
}
