"""Faults in the browser client."""

from __future__ import annotations

from tests.faults.fault import Fault

FAULTS = (
    Fault(
        "command-lost",
        "client/src/lib/connection.ts",
        "this.#resend(this.#pending.values());",
        "this.#resend([...this.#pending.values()].slice(1));",
        "a command is sent again after a reconnection",
        ("client/tests/connection.test.ts",),
    ),
    Fault(
        "dead-button",
        "client/src/lib/choices.ts",
        '  return { state: "done", choice: only };\n',
        '  return { state: "ready", choice: only, implied };\n',
        "what is picked whole is done",
        ("client/tests/choices.test.ts",),
    ),
    Fault(
        "picked-in-order-only",
        "client/src/lib/choices.ts",
        "new Set(anyOrder && !choice.ordered ? left : left.slice(0, 1))",
        "new Set(left.slice(0, 1))",
        "where order does not matter anything may be picked first",
        ("client/tests/choices.test.ts",),
    ),
    Fault(
        "arrow-up-goes-down",
        "client/src/lib/arrowNavigation.ts",
        '  ArrowUp: "up",\n',
        '  ArrowUp: "down",\n',
        "arrow keys go where they point",
        ("client/tests/arrow_navigation.test.ts",),
    ),
    Fault(
        "links-forgotten",
        "client/src/lib/seatLinks.ts",
        "[...others, [match, [...known]]].slice(-MAX_MATCHES)",
        "[...others, [match, [...known]]].slice(0, 1)",
        "the links of one's seats are kept",
        ("client/tests/seat_links.test.ts",),
    ),
    Fault(
        "wrong-key",
        "client/src/lib/shortcuts.ts",
        "return at < 0 ? null : at;",
        "return at < 0 ? null : at + 1;",
        "a digit picks the thing that has it",
        ("client/tests/shortcuts.test.ts",),
    ),
    Fault(
        "captures-before-arrivals",
        "client/src/lib/flights.ts",
        "for (const group of [causes, effects]) {",
        "for (const group of [effects, causes]) {",
        "what arrives is shown before what it drives off",
        ("client/tests/flights.test.ts",),
    ),
    Fault(
        "changes-of-another-scene",
        "client/src/lib/changes.ts",
        "    if (error instanceof RangeError) return null;\n",
        "    if (error instanceof RangeError) return before;\n",
        "changes of another scene are noticed",
        ("client/tests/changes.test.ts",),
    ),
    Fault(
        "cards-shown-to-the-next",
        "client/src/table/hotSeat.svelte.ts",
        "if (this.#seating.table?.secrets && (arriving || others))",
        "if (this.#seating.table?.secrets && arriving)",
        "on a shared device nobody sees the cards of another",
        ("client/tests/table/hot_seat.test.ts",),
    ),
)
