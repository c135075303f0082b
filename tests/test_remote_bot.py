"""The example client: short, without libraries, and it plays every game at a hosted table."""

from collections.abc import Iterator
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request

import pytest

from tests.interop.game_settings import games
from tests.web.in_process import SERVER, opener
from tests.web.visiting import BOT, OPEN, Site, me, site_at
from tischlein.core.game import Game
from tischlein.web.http.limits import Limits

FILE = Path(__file__).parent.parent / "examples" / "remote_bot.py"
QUICK = ("bauab", "nussknacker", "raufer")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    # The program asks again and again without a pause, which a real server would not have.
    freely = (1e6, 1_000_000)
    limits = Limits(requests=freely, requests_of_address=freely)
    with site_at(tmp_path / "tischlein.db", limits) as site:
        yield site


def program(site: Site) -> dict[str, Any]:
    """Return what the example defines, connected to the site."""
    names: dict[str, Any] = {"__name__": "remote_bot"}
    exec(compile(FILE.read_text(encoding="utf-8"), str(FILE), "exec"), names)
    names.update(PAUSE=0.0, urlopen=opener(site, HTTPCookieProcessor()))
    return names


def test_it_has_at_most_eighty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 80


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.key, marks=() if game.key in QUICK else pytest.mark.long)
        for game in games()
    ],
)
def test_it_takes_a_chair_and_plays_to_the_end(site: Site, game: Game) -> None:
    level = {**BOT, "level": game.levels[0].key}
    match, _ = site.visitor().opens(game.key, OPEN, *[level] * (min(game.seats) - 1))
    seats = program(site)["Seat"](f"{SERVER}/match/{match}", "Robo").play()
    assert "Robo" in {seat["name"] for seat in seats}
    assert site.visitor().get(f"/api/matches/{match}")["status"] == "over"


def test_it_has_a_seat_by_its_private_link(site: Site) -> None:
    _, secrets = site.visitor().opens("bauab", me("Anna"), BOT)
    seat = program(site)["Seat"](f"{SERVER}/seat#{secrets[0]}", "unused")
    assert seat.path == f"/api/matches/{secrets[0].partition('.')[0]}"


@pytest.mark.parametrize("status", [429, 503])
def test_it_comes_again_when_the_server_says_so(site: Site, status: int) -> None:
    match, _ = site.visitor().opens("bauab", me("Anna"), OPEN)
    names, asked = program(site), list[str]()
    there = names["urlopen"]
    later = Message()
    later["Retry-After"] = "0"

    def urlopen(request: Request, timeout: float) -> Any:
        asked.append(request.full_url)
        if len(asked) == 1:
            raise HTTPError(request.full_url, status, "", later, BytesIO(b""))
        return there(request, timeout=timeout)

    names["urlopen"] = urlopen
    names["Seat"](f"{SERVER}/match/{match}", "Robo")
    assert asked[0] == asked[1]
    assert site.visitor().get(f"/api/matches/{match}")["status"] == "playing"


def test_it_sits_down_once_though_the_answer_is_lost(site: Site) -> None:
    """With 503 a server does not know what was done: whoever comes again looks first."""
    match, _ = site.visitor().opens("schlauraff", me("Anna"), OPEN, OPEN)
    names, joined = program(site), list[str]()
    there = names["urlopen"]
    later = Message()
    later["Retry-After"] = "0"

    def urlopen(request: Request, timeout: float) -> Any:
        answer = there(request, timeout=timeout)
        if request.full_url.endswith("/join"):
            joined.append(request.full_url)
            raise HTTPError(request.full_url, 503, "", later, BytesIO(b""))
        return answer

    names["urlopen"] = urlopen
    seat = names["Seat"](f"{SERVER}/match/{match}", "Robo")
    assert len(joined) == 1
    seats = seat.ask(seat.path)["seats"]
    assert [(one["kind"], one["name"], one["mine"]) for one in seats] == [
        ("person", "Anna", False),
        ("person", "Robo", True),
        ("open", "", False),
    ]


def test_it_agrees_to_what_the_others_would_like(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True)
    seat = program(site)["Seat"](f"{SERVER}/match/{match}", "Robo")
    path = f"/api/matches/{match}"
    while anna.get(path)["number"] < 2:
        if legal := anna.get(f"{path}/view?scenes=0")["legal"]:
            anna.post(f"{path}/actions", {"id": "a", "action": legal[0], "seen": 0})
        seat.act(seat.ask(seat.path))
    anna.post(f"{path}/proposals", {"what": "end"})
    seat.play()
    assert anna.get(path)["ending"] == "agreed"
