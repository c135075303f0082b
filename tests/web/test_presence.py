"""Programs that play over HTTP with a seat's secret alone: whoever asks is there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.visiting import OPEN, Site, Visitor, me, site_at
from tischlein.tables.match.table import Table
from tischlein.tables.seats import consent


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_at(tmp_path / "db", pause=3600) as site:
        yield site


class Sitting:
    """Anna plays in a browser against a program, which begins."""

    def __init__(self, site: Site) -> None:
        self.anna = site.visitor()
        chosen: dict[str, Any] = {"fixed": True, "options": {"first": "B"}}
        match, _ = self.anna.opens("bauab", me("Anna"), OPEN, **chosen)
        self.path = f"/api/matches/{match}"
        self.program = Visitor(site.client, site.visitor().joins(match, "Robot"))
        self.table: Table = site.hall.tables[match]
        assert self.table.away_for(1) > 0

    def let_time_pass(self) -> None:
        """Let the program be away for long enough."""
        self.table._presence._left_at[1] -= consent.GRACE_PERIOD

    def view(self) -> Any:
        """Look, as the program."""
        return self.program.get(f"{self.path}/view?scenes=0")

    def acts(self, action: int | None = None) -> Any:
        """Act, as the program."""
        view = self.view()
        chosen = view["legal"][0] if action is None else action
        body = {"type": "act", "id": f"after {view['number']}", "action": chosen}
        return self.program.post(f"{self.path}/actions", body | {"seen": view["number"]})

    def replace_the_program(self) -> str:
        """Let Anna call a bot for the program; return why there is none."""
        body = {"seat": 1, "on": True}
        return self.anna.refused("POST", f"{self.path}/stand-in", 409, body)

    @property
    def replaced(self) -> bool:
        """Whether a bot plays for the program."""
        found: bool = self.anna.get(self.path)["seats"][1]["stand_in"]
        return found


def proposes_nothing_good(sitting: Sitting) -> None:
    body = {"agree": True}
    sitting.program.refused("POST", f"{sitting.path}/consent", 409, body)


def speaks(sitting: Sitting) -> None:
    sitting.program.post(f"{sitting.path}/talk", {"text": "I think."})


@pytest.mark.parametrize("asks", [Sitting.view, Sitting.acts, proposes_nothing_good, speaks])
def test_no_bot_replaces_a_program_that_has_just_asked(site: Site, asks: Any) -> None:
    sitting = Sitting(site)
    sitting.let_time_pass()
    asks(sitting)
    assert sitting.replace_the_program() == "problem-stand-in-later"
    sitting.let_time_pass()
    sitting.anna.post(f"{sitting.path}/stand-in", {"seat": 1, "on": True})
    assert sitting.replaced


@pytest.mark.parametrize(
    "what", ["", "/words", "/observation", "/why-not?action=1+a1", "/view/picture", "/talk"]
)
def test_whatever_a_program_asks_for_it_is_there(site: Site, what: str) -> None:
    sitting = Sitting(site)
    sitting.let_time_pass()
    assert sitting.program.ask("GET", sitting.path + what).status_code == 200
    assert sitting.replace_the_program() == "problem-stand-in-later"


def test_a_program_takes_its_seat_back_by_saying_so_or_by_acting(site: Site) -> None:
    sitting = Sitting(site)
    stand_in = f"{sitting.path}/stand-in"
    sitting.program.post(stand_in, {"seat": 1, "on": True})
    assert sitting.replaced
    sitting.program.post(stand_in, {"seat": 1, "on": False})
    assert not sitting.replaced
    sitting.program.post(stand_in, {"seat": 1, "on": True})
    assert sitting.acts()["type"] == "accepted"
    assert not sitting.replaced
    other = sitting.program.refused("POST", stand_in, 403, {"seat": 0, "on": False})
    assert other == "problem-players-only"
    stranger = Visitor(site.client, "x" * 43)
    for on in (False, True):
        wrong = stranger.refused("POST", stand_in, 403, {"seat": 1, "on": on})
        assert wrong == "problem-seat-secret"
