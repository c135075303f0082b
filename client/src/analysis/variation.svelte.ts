/** Another line that is tried out here: it goes on, and the address with it. */
import type { Line } from "../lib/protocol.ts";
import { ofLine, type Tried } from "./addresses.ts";

export class Trial {
  /** As far as it has come. */
  tried = $state.raw<Tried>({ at: 0, line: "", bots: "" });
  /** What every seat may hope for there, if that is judged. */
  hopes = $state.raw<number[] | null>(null);

  readonly #settled: (address: string) => void;

  /** Begin where an address says; hear the address whenever nothing happens by itself. */
  constructor(tried: Tried, settled: (address: string) => void) {
    this.tried = tried;
    this.#settled = settled;
  }

  get address(): string {
    return ofLine(this.tried);
  }

  /** The socket of the match at which the line goes on from where it has come to. */
  socket(): string {
    const { at, line, bots } = this.tried;
    return `line?${new URLSearchParams({ at: `${at}`, line, bots })}`;
  }

  told({ line, settled, hopes }: Line): void {
    this.hopes = hopes;
    if (line === this.tried.line) return;
    this.tried = { ...this.tried, line };
    if (settled) this.#settled(this.address);
  }
}
