/** Private links are labelled by their seats, and invalid ones are left out. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberSeats } from "../src/lib/seatLinks";
import { ownLinks } from "../src/shell/ownSeatLinks";

const NAMES = ["Tom", "Ben", "Mia"];
/** The server's answers by link: the seat it opens, or none. */
const SEATS: Record<string, number> = { mias: 2, toms: 0 };

let reachable = true;

beforeEach(() => {
  reachable = true;
  localStorage.clear();
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Record<string, string> }) => {
    if (!reachable) return Promise.reject(new TypeError("no network"));
    const own = SEATS[headers["X-Tischlein-Token"]!];
    if (own === undefined) {
      const phrase = { key: "problem-seat-secret", values: {} };
      return Promise.resolve(new Response(JSON.stringify({ phrase }), { status: 403 }));
    }
    const seats = NAMES.map((name, seat) => ({ name, seat, mine: seat === own }));
    return Promise.resolve(new Response(JSON.stringify({ seats })));
  });
  rememberSeats({ match: "m", seat_secrets: ["mias", "old", "toms"] });
});
afterEach(() => void vi.unstubAllGlobals());

it("names links by whose seats they open, as people sit at the table", async () => {
  expect(await ownLinks("m")).toMatchObject([
    { secret: "toms", name: "Tom" },
    { secret: "mias", name: "Mia" },
  ]);
});

it("keeps all links, without names, while the server cannot be asked", async () => {
  reachable = false;
  expect((await ownLinks("m")).map(({ name }) => name)).toEqual(["", "", ""]);
  expect(await ownLinks("other")).toEqual([]);
});
