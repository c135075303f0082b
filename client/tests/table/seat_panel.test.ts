/** Seats in narrow layouts. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { addTexts } from "../../src/lib/texts.svelte";
import SeatPanel from "../../src/table/SeatPanel.svelte";
import { serverSends, scene, seat, session, useTableSession, table, view } from "./session";

useTableSession();
afterEach(cleanup);

it.each([
  [true, "[on-level]"],
  [false, "[table-bot]"],
])(
  "says of a bot no more than its level where three are side by side (%s)",
  async (shortTexts, words) => {
    const bot = { ...seat(1, false), kind: "bot" as const, level: "weak" };
    await serverSends(table({ seats: [seat(0, true), bot] }), view(1, scene([0], [])));
    const { container } = render(SeatPanel, {
      session,
      game: "g",
      info: bot,
      small: true,
      shortTexts,
    });
    expect(container.querySelector(".state")!.textContent).toContain(words.slice(0, -1));
  },
);

it.each([
  [true, "Act"],
  [false, "Act as Maximilianchen"],
])(
  "says in a word, where the panel is narrow (%s), for whom one may act",
  async (stacked, words) => {
    addTexts("core", "en", "table-take-over = Act as { $name }\ntable-take-over-here = Act");
    const other = { ...seat(1, true), name: "Maximilianchen" };
    await serverSends(
      table({ seats: [seat(0, true), other], secrets: true }),
      view(1, scene([0], [])),
    );
    session.hotSeat.reveal();
    render(SeatPanel, { session, game: "g", info: other, small: true, stacked });
    expect(screen.getByRole("button", { name: "Act as Maximilianchen" })).toHaveTextContent(
      new RegExp(`^${words}$`),
    );
  },
);

it("says who asks a good player, because the words cover the name", async () => {
  addTexts("core", "en", "talk-asks-advice-at-seat = { $name } asks");
  const ben = { ...seat(1, false), name: "Ben" };
  await serverSends(table({ seats: [seat(0, true), ben] }), view(1, scene([1], [])));
  const { container } = render(SeatPanel, { session, game: "g", info: ben, small: false });
  const remark = { number: 1, seat: 1, name: "Ben", kind: "advice" as const, at: 0 };
  await serverSends({ type: "said", remarks: [remark], fresh: false });
  expect(container.querySelector(".bubble")?.textContent).toContain("Ben asks");
});

it("writes points below nothing with a minus sign", async () => {
  const shown = scene([0], [], { panels: [{ seat: 1, score: -1 }] });
  await serverSends(table(), view(1, shown));
  const { container } = render(SeatPanel, { session, game: "g", info: seat(1, false) });
  expect(container.querySelector(".score")).toHaveTextContent("−1");
});

it("says on phones only once that one may act for somebody here", async () => {
  const other = seat(1, true);
  await serverSends(
    table({ seats: [seat(0, true), other], secrets: true }),
    view(1, scene([0], [])),
  );
  session.hotSeat.reveal();
  const shows = (small: boolean) => {
    const { container } = render(SeatPanel, { session, game: "g", info: other, small });
    expect(container.querySelector("button")).not.toBeNull();
    return container.querySelector(".state")!.textContent.trim();
  };
  expect(shows(true)).toBe("");
  expect(shows(false)).toBe("[table-same-device]");
});
