/** Whether the page is being printed: what stands on paper alone has to be there by then. */
import { flushSync } from "svelte";
import { MediaQuery } from "svelte/reactivity";

const print = new MediaQuery("print");

export class PrintState {
  #requested = $state(false);

  /** Whether what is shown is meant for paper. */
  get printed(): boolean {
    return this.#requested || print.current;
  }

  /** Hear of printing until the answer is called. */
  follow(): () => void {
    // The sheets are counted right after this: what comes later would be cut off their end.
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
