/** A label for this device in a card's list: browser and system, roughly. */

const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

export function deviceLabel(agent = navigator.userAgent): string {
  const nameOf = (known: [string, RegExp][]) => known.find(([, sign]) => sign.test(agent))?.[0];
  return [nameOf(BROWSERS), nameOf(SYSTEMS)].filter(Boolean).join(" · ");
}
