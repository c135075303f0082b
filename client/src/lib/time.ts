/** Time controls in words, and the time left. */
import type { TimeControl } from "./protocol.ts";
import { t } from "./texts.svelte.ts";

const UNITS = [
  ["days", 86_400],
  ["hours", 3600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

/** The time controls on offer: seconds per move, or a clock with an increment, in seconds. */
export const MOVE_TIMES = [300, 900, 3600, 28_800, 86_400, 172_800, 259_200, 604_800];
export const MATCH_CLOCKS = [
  [300, 5],
  [600, 10],
  [1800, 20],
] as const;

/** A duration in words, in the largest unit that divides it. */
export function durationText(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ["seconds", 1];
  return t(`time-${unit}`, { count: seconds / size });
}

/** The time left, briefly: with minutes and seconds below an hour. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) {
    return t("time-short-days", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (hours) return t("time-short-hours", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A time control in words. */
export function timeControlText({ kind, seconds, increment = 0 }: TimeControl): string {
  const time = durationText(seconds);
  if (kind === "move") return t("time-move", { time });
  if (!increment) return t("time-match-alone", { time });
  return t("time-match", { time, increment: durationText(increment) });
}

/** A time control as the value of a form field, and back; empty for none. */
export const encodeTimeControl = ({ kind, seconds, increment = 0 }: TimeControl) =>
  `${kind}:${seconds}+${increment}`;

export function decodeTimeControl(value: string): TimeControl | null {
  const [, kind, seconds, increment] = /^(move|match):(\d+)\+(\d+)$/.exec(value) ?? [];
  if (!kind) return null;
  return {
    kind: kind as TimeControl["kind"],
    seconds: Number(seconds),
    increment: Number(increment),
  };
}
