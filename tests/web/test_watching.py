"""Tables at which nobody may look on but their players: in every way in which one could."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.web.test_leaks import COMPARED, QUESTIONS
from tests.web.visiting import OPEN, Site, Visitor, me, visited

LOOKS = (*(path for path in COMPARED if path != "/api/matches"), "/talk", "/replay", "/cards")
"""What shows something of a running match over HTTP."""


def looks(match: str) -> list[str]:
    paths = []
    for path in LOOKS:
        whole = path if path.startswith("/api") else "/api/matches/{match_id:str}" + path
        if whole.count("/") > 3:  # the table without its board is for whoever has the link
            paths.append(whole.replace("{match_id:str}", match) + QUESTIONS.get(path, ""))
    return paths


def status_of(visitor: Visitor, path: str) -> int:
    return int(visitor.ask("GET", path).status_code)


def test_whoever_does_not_play_sees_nothing_until_the_end(site: Site) -> None:
    anna, ben, stranger = visited(site), visited(site), visited(site)
    match, (secret,) = anna.opens("bauab", me("Anna"), OPEN, watched=False, talk="open")
    assert stranger.get(f"/api/matches/{match}")["watched"] is False
    ben.joins(match, "Ben")
    paths = looks(match)
    assert len(paths) >= 6
    for path in paths:
        assert stranger.refused("GET", path, 403) == "problem-no-spectators", path
        assert site.visitor().refused("GET", path, 403) == "problem-no-spectators", path
    for scenes in (0, 1):
        with stranger.at_table(match, params={"scenes": scenes}) as window:
            problem = window.hears("problem", "view", "happened", "table")
            assert problem["phrase"]["key"] == "problem-no-spectators"
    # Players, their programs, and the host see what they saw, also as a screen for all of them.
    for visitor in (anna, ben, Visitor(site.client, secret)):
        assert status_of(visitor, f"/api/matches/{match}/view") == 200
        assert status_of(visitor, f"/api/matches/{match}/view?seat=9") == 200
        with visitor.at_table(match) as window:
            window.hears("view")
            window.says(type="look", seat=None)
            window.hears("view")
    anna.post(f"/api/matches/{match}/resign", {"seat": _seat(anna, match)})
    assert stranger.get(f"/api/matches/{match}")["status"] == "ended"
    for path in paths:
        assert "no-spectators" not in stranger.ask("GET", path).text, path


def test_whoever_may_not_look_on_says_nothing_at_the_table(site: Site) -> None:
    anna, ben, stranger = visited(site), visited(site), visited(site)
    match, _ = anna.opens("bauab", me("Anna"), OPEN, watched=False, talk="open")
    ben.joins(match, "Ben")
    path = f"/api/matches/{match}/talk"
    for said in ({"text": "hi", "name": "Cleo"}, {"reaction": "thanks", "name": "Cleo"}):
        assert stranger.refused("POST", path, 403, said) == "problem-no-spectators"
    ben.post(path, {"text": "hello"})
    assert [remark["text"] for remark in anna.get(path)] == ["hello"]


def test_the_host_sends_away_who_looks_on(site: Site) -> None:
    anna, ben, stranger = visited(site), visited(site), visited(site)
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    with stranger.at_table(match) as early:
        early.hears("table")  # in the waiting room anybody may take a chair
        ben.joins(match, "Ben")
        early.hears("view")
        rule = f"/api/matches/{match}/watching"
        assert ben.refused("POST", rule, 403, {"watched": False}) == "problem-host-only"
        anna.post(rule, {"watched": False})
        with pytest.raises(WebSocketDisconnect):
            early.hears("pong")
    assert stranger.refused("GET", f"/api/matches/{match}/view", 403) == "problem-no-spectators"
    anna.post(rule, {"watched": True})
    assert status_of(stranger, f"/api/matches/{match}/view") == 200
    again = anna.opens("bauab", me("Anna"), OPEN, watched=False)[0]
    assert anna.get(f"/api/matches/{again}")["watched"] is False


def test_a_screen_that_opened_the_table_may_show_it(site: Site) -> None:
    screen, anna, ben = visited(site), visited(site), visited(site)
    match, _ = screen.opens("bauab", OPEN, OPEN, watched=False)
    anna.joins(match, "Anna")
    ben.joins(match, "Ben")
    with screen.at_table(match) as window:
        assert window.hears("table")["looking"] is None
        window.hears("view")


def _seat(visitor: Visitor, match: str) -> int:
    seats = visitor.get(f"/api/matches/{match}")["seats"]
    return next(int(seat["seat"]) for seat in seats if seat["mine"])
