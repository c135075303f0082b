/** The ends of the chat and the log stay in view, unless somebody reads further up. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import ChatPanel from "../../src/chat/ChatPanel.svelte";
import type { Remark } from "../../src/lib/protocol";
import LogPanel from "../../src/table/LogPanel.svelte";
import { mine, scene, serverSends, session, table, useTableSession, view } from "./session";

useTableSession();
afterEach(cleanup);

/** The list of a panel, as high as everything it was given so far. */
function layOut(): HTMLElement {
  const list = screen.getByRole("log");
  Object.defineProperty(list, "clientHeight", { value: 100 });
  Object.defineProperty(list, "scrollHeight", {
    get: () => 1000 + 10 * list.querySelectorAll("p, li").length,
  });
  list.scrollTop = list.scrollHeight - 100;
  return list;
}

async function scrollTo(list: HTMLElement, top: number): Promise<void> {
  list.scrollTop = top;
  await fireEvent.scroll(list);
}

const remark = (number: number, seat: number): Remark => ({
  number,
  seat,
  name: `P${seat}`,
  kind: "text",
  at: 0,
  text: `said ${number}`,
});

async function says(...remarks: Remark[]): Promise<void> {
  await serverSends({ type: "said", remarks, fresh: false });
}

describe("the chat", () => {
  it("shows what is said", async () => {
    render(ChatPanel, { session });
    const list = layOut();
    await says(remark(1, 1));
    expect(list.scrollTop).toBe(list.scrollHeight);
  });

  it("stays where somebody reads, whatever happens meanwhile, until the end is looked at", async () => {
    render(ChatPanel, { session });
    const list = layOut();
    await says(remark(1, 1));
    await scrollTo(list, 200);
    await says(remark(2, 1));
    await serverSends(table({ number: 3 }));
    expect(list.scrollTop).toBe(200);
    await scrollTo(list, list.scrollHeight - 100);
    await says(remark(3, 1));
    expect(list.scrollTop).toBe(list.scrollHeight);
  });

  it("does not mind that it is scrolled once more when it has gone", async () => {
    const faults = vi.fn();
    window.addEventListener("error", faults);
    const { unmount } = render(ChatPanel, { session });
    const list = layOut();
    unmount();
    await scrollTo(list, 200);
    window.removeEventListener("error", faults);
    expect(faults).not.toHaveBeenCalled();
  });

  it("shows what one says oneself", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("")));
    render(ChatPanel, { session });
    const list = layOut();
    await says(remark(1, 1));
    await scrollTo(list, 200);
    session.chat.draft = "Hello";
    await tick();
    await fireEvent.submit(list.parentElement!.querySelector("form")!);
    await says(remark(2, 0));
    expect(list.scrollTop).toBe(list.scrollHeight);
  });
});

describe("the log", () => {
  it("shows what happens", async () => {
    render(LogPanel, { session });
    const list = layOut();
    await serverSends(view(1, scene([1], [])));
    expect(list.scrollTop).toBe(list.scrollHeight);
  });

  it("stays where somebody reads, until a past position was shown", async () => {
    render(LogPanel, { session });
    const list = layOut();
    await serverSends(view(1, scene([1], [])));
    await scrollTo(list, 200);
    await serverSends(view(2, mine));
    expect(list.scrollTop).toBe(200);
    await session.replay.show(1);
    await session.replay.leave();
    await tick();
    expect(list.scrollTop).toBe(list.scrollHeight);
  });
});
