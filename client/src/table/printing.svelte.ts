/** Whether the page is being printed: content for paper alone must be rendered by then. */
import { flushSync } from "svelte";
import { MediaQuery } from "svelte/reactivity";

const print = new MediaQuery("print");

export class PrintState {
  #requested = $state(false);

  /** Whether what is shown is meant for paper. */
  get printed(): boolean {
    return this.#requested || print.current;
  }

  /** Listen for printing; returns a function that ends it. */
  follow(): () => void {
    // The pages are laid out right after this event: what is rendered later would be cut off.
    const before = () => flushSync(() => (this.#requested = true));
    const after = () => (this.#requested = false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }
}
