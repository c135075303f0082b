/** A variation that is being played: it grows, and its address with it. */
import type { TriedLine } from "../lib/protocol.ts";
import { variationAddress, type Variation } from "./addresses.ts";

export class VariationSession {
  /** Its current state. */
  variation = $state.raw<Variation>({ at: 0, line: "", bots: "" });
  /** Every seat's winning chances, if they are estimated. */
  values = $state.raw<number[] | null>(null);

  readonly #onSettled: (address: string) => void;

  /** Start from the variation of an address; `settled` receives the new one when nothing is
   * pending.
   */
  constructor(tried: Variation, settled: (address: string) => void) {
    this.variation = tried;
    this.#onSettled = settled;
  }

  get address(): string {
    return variationAddress(this.variation);
  }

  /** The match's socket that continues the variation. */
  socket(): string {
    const { at, line, bots } = this.variation;
    return `line?${new URLSearchParams({ at: `${at}`, line, bots })}`;
  }

  onLine({ line, settled, values }: TriedLine): void {
    this.values = values;
    if (line === this.variation.line) return;
    this.variation = { ...this.variation, line };
    if (settled) this.#onSettled(this.address);
  }
}
