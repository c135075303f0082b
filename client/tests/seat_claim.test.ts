/** A private link for several seats: no failure goes unnoticed. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { router } from "../src/lib/router.svelte";
import { seatSecrets } from "../src/lib/seatLinks";
import SeatClaim from "../src/shell/SeatClaim.svelte";

const BOTH = "m.one+m.two";

/** The server's answers by secret, and which seats are this browser's. */
let answers: Record<string, number>;
let mine: number;
const go = vi.spyOn(router, "go");

/** A response of the server; without a status there is none. */
function answer(status: number, body: object = {}): Promise<Response> {
  if (!status) return Promise.reject(new TypeError("no network"));
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

beforeEach(() => {
  localStorage.clear();
  go.mockReset().mockImplementation(() => undefined);
  mine = 0;
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) => {
    if (path !== "/api/seats") {
      return answer(200, { seats: [0, 1].map((seat) => ({ seat, mine: seat < mine })) });
    }
    const status = answers[JSON.parse(body!).secret]!;
    if (status === 200) mine += 1;
    // A proxy in front of a restarting server answers without a phrase.
    return answer(status, status === 403 ? { phrase: { key: "problem-seat-secret", values: {} } } : {});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("goes to the table with all its seats", async () => {
  answers = { "m.one": 200, "m.two": 200 };
  render(SeatClaim, { secret: BOTH });
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/match/m", { replace: true }));
  expect(seatSecrets("m")).toEqual(["m.one", "m.two"]);
});

it.each([0, 429, 500, 502, 503])("offers another try where one seat met with %i", async (status) => {
  answers = { "m.one": 200, "m.two": status };
  render(SeatClaim, { secret: BOTH });
  const again = await screen.findByRole("button", { name: "[try-again]" });
  expect(go).not.toHaveBeenCalled();
  answers["m.two"] = 200;
  again.click();
  await vi.waitFor(() => expect(go).toHaveBeenCalled());
  expect(seatSecrets("m")).toEqual(["m.one", "m.two"]);
});

it("offers another try where one part is dead and the other only hindered", async () => {
  answers = { "m.one": 403, "m.two": 0 };
  render(SeatClaim, { secret: BOTH });
  expect(await screen.findByRole("button", { name: "[try-again]" })).toBeVisible();
});

it("says how many of its seats were not taken, and leads to the table with the others", async () => {
  answers = { "m.one": 403, "m.two": 200 };
  render(SeatClaim, { secret: BOTH });
  expect(await screen.findByText("[seats-lacking 1]")).toBeVisible();
  expect(screen.getByRole("link", { name: "[seat-to-table]" })).toHaveAttribute("href", "/match/m");
  expect(go).not.toHaveBeenCalled();
});

it("goes to the table where this device has all the seats by another way", async () => {
  answers = { "m.one": 403, "m.two": 403 };
  mine = 2;
  render(SeatClaim, { secret: BOTH });
  await vi.waitFor(() => expect(go).toHaveBeenCalled());
});

it("says what a link is that opens nothing", async () => {
  answers = { "m.one": 403, "m.two": 403 };
  render(SeatClaim, { secret: BOTH });
  expect(await screen.findByText("[problem-seat-secret]")).toBeVisible();
});
