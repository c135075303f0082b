"""A table whose scenes a test makes up: the page is real, the server's side of the talk is played.

Words, drawings and the page itself come from the server, so a scene may use what any game has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server, wait_until
from tests.browser.devices import listen

Json = dict[str, Any]

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gesa", "Hans")
"""Who sits there: as many of them as a position has panels."""


def phrase(key: str) -> Json:
    """A message of the product without values."""
    return {"key": key, "values": {}}


def piece(name: str, x: float = 0, y: float = 0, **more: Any) -> Json:
    """A chip of Bauab, one unit large."""
    looks = {"kind": name, "symbol": "chip-a", "label": phrase("game"), "seat": 0}
    return {"id": name, "x": x, "y": y, **looks, **more}


def hand(*pieces: Json) -> Json:
    """The viewer's own tray."""
    return {"id": "hand", "label": phrase("game"), "role": "hand", "seat": 0, "pieces": [*pieces]}


def scene(width: float, height: float, **more: Any) -> Json:
    """A position in which seat 0, the viewer, is to move."""
    basis = {
        "prompt": phrase("table-to-move"),
        "awaited": [0],
        "panels": [{"seat": 0}, {"seat": 1}],
    }
    return {"width": width, "height": height, **basis, **more}


_stages: WeakKeyDictionary[Page, Staged] = WeakKeyDictionary()


class Staged:
    """The played server of one page."""

    def __init__(self, page: Page, server: Server, first: Mapping[str, Any]) -> None:
        self.page = page
        self.faults: list[str] = []
        self.heard: list[Json] = []
        """What the page has said."""
        self._first = first
        self._number = 0
        self._wire: WebSocketRoute | None = None
        self._table: Json = {}
        listen(page, "pageerror", lambda error: self.faults.append(str(error)))
        if page not in _stages:  # a route for sockets stays as long as the page

            def connect(wire: WebSocketRoute) -> None:
                _stages[page]._connect(wire)

            # Of no other match: a device goes on to tests that play real ones.
            page.route_web_socket(re.compile(r"/api/matches/staged/live"), connect)
        _stages[page] = self
        page.goto(f"{server.url}/match/staged")
        expect(page.locator(".board")).to_be_visible()

    def shows(
        self, position: Mapping[str, Any], film: Json | None = None, said: str = "game"
    ) -> None:
        """Let an event happen that leads to a position, with the log's line of it."""
        self._number += 1
        entry = {"number": self._number, "seat": 0, "phrases": [phrase(said)], "at": 0}
        self._view(position, entries=[entry], film=film)

    def thinks(self, *seats: int) -> None:
        """Tell which bots are at work."""
        assert self._wire is not None
        self._wire.send(json.dumps({"type": "thinking", "seats": seats}))

    def sits(self, seat: int, **more: Any) -> None:
        """Tell what is new about who sits at a seat."""
        assert self._wire is not None
        self._table["seats"][seat] |= more
        self._wire.send(json.dumps(self._table))

    def warms_up(self) -> None:
        """Tell that the game's bots are not ready yet."""
        assert self._wire is not None
        self._table["warming_up"] = True
        self._wire.send(json.dumps(self._table))

    def acts(self) -> list[int]:
        """Return the actions that the page has sent."""
        return [said["action"] for said in self.heard if said["type"] == "act"]

    def awaits_acts(self, *actions: int) -> None:
        """Wait until the page has sent actions, and see that it is these and no others."""
        wait_until(self.page, lambda: len(self.acts()) >= len(actions), f"{actions} are sent")
        assert self.acts() == [*actions]

    def _connect(self, wire: WebSocketRoute) -> None:
        self._wire = wire
        wire.on_message(lambda message: self.heard.append(json.loads(message)))
        person: Json = {"kind": "person", "level": "", "present": True, "stand_in": False}
        person |= {"resigned": False, "kept": False, "kept_for_me": False, "program": False}
        person |= {"time": None}
        seats = [
            {"seat": seat, "name": name, "mine": seat == 0, **person}
            for seat, name in enumerate(PEOPLE[: len(self._first["panels"])])
        ]
        table: Json = {"type": "table", "id": "staged", "game": "bauab", "options": ""}
        looking = None if self.page.url.endswith("/screen") else 0
        table |= {"status": "playing", "seats": seats, "looking": looking, "number": 0}
        table |= {"host": True}
        table |= {"secrets": False, "drafts": False, "commitment": "", "rematch": ""}
        table |= {"parts": [], "revealing": False, "fixed": False, "talk": "friends"}
        table |= {"advice": False, "paused": False, "proposal": None, "ending": None}
        table |= {"time_control": None, "gift": 0, "starts_within": None}
        table |= {"warming_up": False, "unattended": False, "taken_over": []}
        self._table = table
        wire.send(json.dumps(table))
        self._view(self._first, fresh=True)

    def _view(self, position: Mapping[str, Any], **more: Any) -> None:
        view = {"type": "view", "number": self._number, "entries": [], "scene": position}
        assert self._wire is not None
        self._wire.send(json.dumps({**view, "thinking": [], "fresh": False, "film": None, **more}))
