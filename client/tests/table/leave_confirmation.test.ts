/** Leaving a running match needs confirmation if somebody would wait. */
import { expect, it } from "vitest";
import type { SeatInfo, TableInfo } from "../../src/lib/protocol";
import { serverSends, seat, session, useTableSession, table } from "./session";

useTableSession();

const against = (other: Partial<SeatInfo>, more: Partial<TableInfo> = {}) =>
  table({ status: "playing", seats: [seat(0, true), { ...seat(1, false), ...other }], ...more });

it.each<[string, boolean, TableInfo]>([
  ["another person", true, against({})],
  ["a bot", false, against({ kind: "bot" })],
  ["somebody for whom a bot plays", false, against({ stand_in: true })],
  ["somebody who has given up", false, against({ resigned: true })],
  ["somebody at this device", false, against({ mine: true })],
  ["somebody with whom the match is over", false, against({}, { status: "over" })],
  ["somebody before the start", false, against({}, { status: "waiting" })],
])("against %s: %s", async (_, expected, told) => {
  await serverSends(told);
  expect(session.seating.othersWait).toBe(expected);
});

it("nobody waits for those who look on", async () => {
  await serverSends(table({ status: "playing", seats: [seat(0, false), seat(1, false)] }));
  expect(session.seating.othersWait).toBe(false);
});
