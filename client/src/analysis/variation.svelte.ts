/** Another line that is tried out here: it goes on, and the address with it. */
import type { Line } from "../lib/protocol.ts";
import { variationAddress, type Variation } from "./addresses.ts";

export class VariationSession {
  /** As far as it has come. */
  variation = $state.raw<Variation>({ at: 0, line: "", bots: "" });
  /** What every seat may hope for there, if that is judged. */
  hopes = $state.raw<number[] | null>(null);

  readonly #onSettled: (address: string) => void;

  /** Begin where an address says; hear the address whenever nothing happens by itself. */
  constructor(tried: Variation, settled: (address: string) => void) {
    this.variation = tried;
    this.#onSettled = settled;
  }

  get address(): string {
    return variationAddress(this.variation);
  }

  /** The socket of the match at which the line goes on from where it has come to. */
  socket(): string {
    const { at, line, bots } = this.variation;
    return `line?${new URLSearchParams({ at: `${at}`, line, bots })}`;
  }

  onLine({ line, settled, hopes }: Line): void {
    this.hopes = hopes;
    if (line === this.variation.line) return;
    this.variation = { ...this.variation, line };
    if (settled) this.#onSettled(this.address);
  }
}
