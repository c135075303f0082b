"""Chance, checked by the browser itself: an honest match is told from every lie of the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import Player

Lie = Callable[[dict[str, Any]], None]


def another_secret(proof: dict[str, Any]) -> None:
    proof["secret"] = "5e" * 32


def another_commitment(proof: dict[str, Any]) -> None:
    proof["commitment"] = "c0" * 32


def another_draw(proof: dict[str, Any]) -> None:
    proof["draws"][0]["index"] ^= 1


def another_contribution(proof: dict[str, Any]) -> None:
    next(seat for seat in proof["seats"] if seat["contribution"])["contribution"] = "11" * 32


LIES: dict[Lie, str] = {
    another_secret: "The secret does not fit the fingerprint.",
    another_commitment: "not the one that this device had noted",
    another_draw: "is not what was drawn",
    another_contribution: "random bytes of this device are missing",
}


PROOF = re.compile("/fairness$")


def told_with(lie: Lie) -> Callable[[Route], None]:
    """Return what answers for a server that lies in one point."""

    def answer(route: Route) -> None:
        proof = route.fetch().json()
        lie(proof)
        route.fulfill(json=proof)

    return answer


def test_a_match_is_checked_by_the_device_that_played_and_every_lie_is_found(anna: Player) -> None:
    page = anna.page
    page.goto(anna.server.url)
    page.get_by_role("button", name="Play now: Bauab", exact=True).click()
    anna.plays_on()
    panel = page.get_by_role("region", name="Result")
    expect(panel.get_by_text("Chance was fair: checked on this device")).to_be_visible()
    for lie, reason in LIES.items():
        page.route(PROOF, told_with(lie))
        page.reload()
        expect(panel.get_by_text("The proof of chance does not add up")).to_be_visible()
        expect(panel.get_by_role("alert")).to_contain_text(reason)
        page.unroute(PROOF)
    page.evaluate("localStorage.removeItem('tischlein.chance')")
    page.reload()
    expect(panel.get_by_text("The draws add up")).to_be_visible()
    assert anna.faults == []
