"""Talk at a table: who may hear it, how much may be said, and that it is kept with the match."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.web.visiting import BOT, OPEN, Site, Visitor, Window, me, site_at, visited
from tischlein.tables.match import talk
from tischlein.tables.match.table import Table
from tischlein.tables.match.talk import LONGEST, PACE, REACTIONS
from tischlein.tables.stored import StoredRemark
from tischlein.web.http.limits import Limits


def two(site: Site, **more: Any) -> tuple[str, Visitor, Visitor]:
    """Seat Anna, the host, and Ben at a table of Bauab."""
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, **more)
    ben.joins(match, "Ben")
    return match, anna, ben


def texts(window: Window) -> list[str]:
    """Return what a window hears next."""
    return [remark["text"] for remark in window.hears("said")["remarks"]]


def heard(visitor: Visitor, match: str) -> list[str]:
    """Return all that a visitor may read."""
    return [remark.get("text", "") for remark in visitor.get(f"/api/matches/{match}/talk")]


def test_friends_hear_each_other_and_those_who_watch_do_not(site: Site) -> None:
    match, anna, ben = two(site)
    path = f"/api/matches/{match}/talk"
    with ben.at_table(match) as b, site.visitor().at_table(match) as watching:
        anna.post(path, {"text": "  Good   luck! "})
        ben.post(path, {"reaction": "thanks"})
        said = b.hears("said")["remarks"]
        assert [(s["name"], s["kind"], s["text"]) for s in said] == [("Anna", "text", "Good luck!")]
        assert texts(b) == ["thanks"]
        watching.says(type="ping")
        assert watching.hears("said", "pong")["type"] == "pong"
    assert heard(site.visitor(), match) == []
    seats = anna.get(f"/api/matches/{match}")["seats"]
    first = anna.get(path)[0]
    assert seats[first["seat"]]["name"] == "Anna"


def test_the_host_settles_who_may_hear(site: Site) -> None:
    match, anna, ben = two(site)
    path = f"/api/matches/{match}/talk"
    anna.post(path, {"text": "between us"})
    assert ben.refused("POST", f"{path}/rule", 403, {"talk": "open"}) == "problem-host-only"
    with site.visitor().at_table(match) as watching:
        assert texts(watching) == []
        anna.post(f"{path}/rule", {"talk": "open"})
        assert texts(watching) == ["between us"]
        anna.post(f"{path}/rule", {"talk": "off"})
        assert watching.hears("said") == {"type": "said", "remarks": [], "fresh": True}
    assert anna.refused("POST", path, 409, {"text": "hello?"}) == "problem-no-talk"
    assert heard(anna, match) == []
    assert anna.get(f"/api/matches/{match}")["talk"] == "off"


def test_among_friends_only_players_say_something(site: Site) -> None:
    match, anna, _ = two(site)
    path, hi = f"/api/matches/{match}/talk", {"text": "hi", "name": "Cleo"}
    assert site.visitor().refused("POST", path, 403, hi) == "problem-not-your-seat"
    anna.post(f"{path}/rule", {"talk": "off"})
    assert site.visitor().refused("POST", path, 409, hi) == "problem-no-talk"


def test_at_an_open_table_those_who_watch_talk_under_names_of_their_own(site: Site) -> None:
    match, anna, _ = two(site, talk="open")
    path, cleo = f"/api/matches/{match}/talk", site.visitor()
    with anna.at_table(match) as a:
        cleo.post(path, {"text": "Nice one!", "name": " Cleo "})
        [said] = a.hears("said")["remarks"]
    assert (said["seat"], said["name"], said["text"]) == (None, "Cleo", "Nice one!")
    assert cleo.refused("POST", path, 409, {"text": "hi", "name": "anna"}) == "problem-name-taken"
    assert cleo.refused("POST", path, 400, {"text": "hi", "name": " "}) == "problem-name"
    assert cleo.refused("POST", path, 403, {"text": "hi"}) == "problem-not-your-seat"
    # Whoever sits there goes by the name of the seat.
    anna.post(path, {"text": "Thank you.", "name": "Zoe"})
    assert anna.get(path)[-1]["name"] == "Anna"


def test_those_who_watch_are_told_apart_whatever_they_call_themselves(site: Site) -> None:
    match, anna, _ = two(site, talk="open")
    path, cleo, dora = f"/api/matches/{match}/talk", visited(site), visited(site)
    for visitor, name in ((cleo, "Guest"), (dora, "Guest"), (cleo, "Cleo")):
        visitor.post(path, {"text": "hi", "name": name})
    other, _ = anna.opens("bauab", me("Anna"), OPEN, talk="open")
    cleo.post(f"/api/matches/{other}/talk", {"text": "hi", "name": "Cleo"})
    one, another, again = (said["speaker"] for said in anna.get(path))
    [elsewhere] = (said["speaker"] for said in anna.get(f"/api/matches/{other}/talk"))
    assert one == again
    assert len({"", one, another, elsewhere}) == 4, "who it is, nobody is told"
    anna.post(path, {"text": "Thank you."})
    assert "speaker" not in anna.get(path)[-1]


def test_whoever_gets_up_is_known_under_another_name_at_this_table_alone(site: Site) -> None:
    anna, ben = visited(site), visited(site)
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN, talk="open")
    path = f"/api/matches/{match}"

    def says(visitor: Visitor, at: str = path, **more: str) -> Any:
        visitor.post(f"{at}/talk", {"text": "hi", **more})
        return anna.get(f"{at}/talk")[-1]

    ben.joins(match, "Ben")
    first = says(ben)
    ben.post(f"{path}/leave")
    [left] = anna.get(f"{path}/talk")
    assert (left["seat"], left["name"], left.keys() & {"device", "speaker"}) == (None, "Ben", set())
    looking = says(ben, name="Max")
    ben.joins(match, "Max")
    again, annas = says(ben), says(anna)
    assert first["device"] == looking["speaker"] == again["device"]
    assert annas["device"] != first["device"]
    other, _ = anna.opens("bauab", me("Anna"), OPEN, talk="open")
    elsewhere = says(ben, f"/api/matches/{other}", name="Max")
    assert elsewhere["speaker"] not in (first["device"], annas["device"])


def test_all_hear_at_once_what_somebody_is_called_now(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN, talk="open")
    ben.joins(match, "Ben")
    path = f"/api/matches/{match}"
    with anna.at_table(match) as a, site.visitor().at_table(match) as watching:
        ben.post(f"{path}/talk", {"text": "hello"})
        for window in (a, watching):
            assert texts(window) == ["hello"]
        ben.post(f"{path}/name", {"seat": 1, "name": "Benjamin"})
        for window in (a, watching):
            told = window.hears("said")
            assert told["fresh"]
            assert [(said["seat"], said["name"]) for said in told["remarks"]] == [(1, "Benjamin")]
        anna.post(f"{path}/talk", {"text": "hello, Benjamin"})
        for window in (a, watching):
            assert texts(window) == ["hello, Benjamin"]
        # What was read again is what those hear for whom more may be heard from now on.
        anna.post(f"{path}/talk/rule", {"talk": "friends"})
        assert watching.hears("said")["remarks"] == []
        anna.post(f"{path}/talk/rule", {"talk": "open"})
        assert texts(watching) == ["hello", "hello, Benjamin"]


def test_what_is_said_while_somebody_arrives_is_heard_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage takes its time to find the remarks, and meanwhile there is one more."""
    match, anna, ben = two(site)
    path, arriving, said = f"/api/matches/{match}/talk", Event(), Event()
    find = Table.remarks

    async def late(table: Table) -> list[StoredRemark]:
        arriving.set()
        await asyncio.to_thread(said.wait, 30)
        return await find(table)

    monkeypatch.setattr(Table, "remarks", late)
    with anna.at_table(match) as window:
        assert arriving.wait(30)
        ben.post(path, {"text": "hello"})
        said.set()
        assert texts(window) == ["hello"]
        ben.post(path, {"text": "How are you?"})
        assert texts(window) == ["How are you?"]


def test_what_somebody_has_said_is_theirs_on_any_seat_and_nobody_elses(site: Site) -> None:
    anna, ben, cleo = (site.visitor() for _ in range(3))
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN)
    path = f"/api/matches/{match}"
    ben.joins(match, "Ben")
    for visitor in (anna, ben):
        visitor.post(f"{path}/talk", {"text": "hello"})

    def by(told: Any) -> list[tuple[int | None, str]]:
        return [(said["seat"], said["name"]) for said in told["remarks"]]

    with anna.at_table(match) as window:
        assert by(window.hears("said")) == [(0, "Anna"), (1, "Ben")]
        ben.post(f"{path}/leave")
        assert by(window.hears("said")) == [(0, "Anna"), (None, "Ben")]
        cleo.joins(match, "Cleo")
        assert by(window.hears("said")) == [(0, "Anna"), (None, "Ben")]
        ben.joins(match, "Ben")
        window.hears("view")  # the lot has dealt out the seats
        seats = [seat["name"] for seat in anna.get(path)["seats"]]
        assert by(window.hears("said")) == [(seats.index("Anna"), "Anna"), (None, "Ben")]


def test_those_who_watch_do_not_talk_without_a_pause_either(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "CROWD_PACE", (3, AN_HOUR))
    match, anna, _ = two(site, talk="open")
    path, cleo = f"/api/matches/{match}/talk", site.visitor()
    for text in ("one", "two", "three"):
        cleo.post(path, {"text": text, "name": "Cleo"})
    four = {"text": "four", "name": "Dora"}
    assert cleo.refused("POST", path, 429, four) == "problem-talk-too-fast"
    anna.post(path, {"text": "Players are still heard."})


def test_whoever_watches_under_many_names_silences_nobody_else(tmp_path: Path) -> None:
    limits = Limits(remarks=(1e-6, 2), remarks_of_address=(1e-6, 3))
    with site_at(tmp_path / "tischlein.db", limits) as site:
        match, _, _ = two(site, talk="open")
        where, cleo, dora = f"/api/matches/{match}/talk", visited(site), visited(site)
        for name in ("Cleo", "Emil"):
            cleo.post(where, {"text": "hi", "name": name})
        third = {"text": "hi", "name": "Fanny"}
        assert cleo.refused("POST", where, 429, third) == "problem-talk-too-fast"
        dora.post(where, {"text": "hello", "name": "Dora"})
        more = {"text": "hi", "name": "Gil"}
        assert visited(site).refused("POST", where, 429, more) == "problem-talk-too-fast"


def test_however_much_is_said_by_those_who_watch_what_players_say_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "MOST_REMARKS_OF_ONLOOKERS", 2)
    path = tmp_path / "tischlein.db"
    with site_at(path) as site:
        match, anna, _ = two(site, talk="open")
        where = f"/api/matches/{match}/talk"
        anna.post(where, {"text": "Your move."})
        for number in range(4):
            site.visitor().post(where, {"text": str(number), "name": "Cleo"})
        assert heard(anna, match) == ["Your move.", "2", "3"]
    with site_at(path) as later:
        again = later.visitor()
        again.cookie = anna.cookie
        assert heard(again, match) == ["Your move.", "2", "3"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"text": ""}, "problem-remark"),
        ({"text": " \n "}, "problem-remark"),
        ({"text": "x" * (LONGEST + 1)}, "problem-remark"),
        ({"text": "a\x00b"}, "problem-remark"),
        ({"reaction": "applause"}, "problem-reaction"),
    ],
)
def test_what_is_said_is_bounded(site: Site, body: dict[str, str], problem: str) -> None:
    match, anna, _ = two(site)
    assert anna.refused("POST", f"/api/matches/{match}/talk", 400, body) == problem


AN_HOUR = 3_600_000
"""Milliseconds: no machine is so busy that a test takes longer."""


def test_nobody_talks_without_a_pause(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "PACE", (PACE[0], AN_HOUR))
    match, anna, ben = two(site)
    path = f"/api/matches/{match}/talk"
    for reaction in REACTIONS[: PACE[0]]:
        anna.post(path, {"reaction": reaction})
    assert anna.refused("POST", path, 429, {"text": "and"}) == "problem-talk-too-fast"
    ben.post(path, {"text": "My turn."})


def test_talk_is_kept_with_the_match(tmp_path: Path) -> None:
    path = tmp_path / "tischlein.db"
    with site_at(path) as site:
        match, anna, _ = two(site)
        anna.post(f"/api/matches/{match}/talk", {"text": "See you tomorrow."})
    with site_at(path) as later:
        again = later.visitor()
        again.cookie = anna.cookie
        with again.at_table(match) as window:
            assert texts(window) == ["See you tomorrow."]


def test_of_very_much_talk_the_newest_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "MOST_REMARKS", 3)
    path = tmp_path / "tischlein.db"
    with site_at(path) as site:
        match, anna, _ = two(site)
        for number in range(5):
            anna.post(f"/api/matches/{match}/talk", {"text": str(number)})
        assert heard(anna, match) == ["2", "3", "4"]
    with site_at(path) as later:
        again = later.visitor()
        again.cookie = anna.cookie
        assert heard(again, match) == ["2", "3", "4"]


# --- advice, of which the table tells ---


def test_alone_against_bots_advice_is_there_and_nobody_is_told(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), BOT, fixed=True, options={"first": "A"})
    assert anna.get(f"/api/matches/{match}")["advice"] is True
    advice = anna.post(f"/api/matches/{match}/advice", {"seat": 0})
    legal = anna.get(f"/api/matches/{match}/view?scenes=0")["legal"]
    assert advice["actions"][0] in legal
    assert [entry["seat"] for entry in advice["line"]][:1] == [1]
    assert all(entry["phrases"] for entry in advice["line"])
    assert anna.get(f"/api/matches/{match}/talk") == []
    assert anna.refused("POST", f"/api/matches/{match}/advice", 403, {"seat": 1})


def test_among_people_advice_is_off_unless_the_host_wants_it(site: Site) -> None:
    match, anna, _ = two(site, fixed=True, options={"first": "A"})
    assert anna.get(f"/api/matches/{match}")["advice"] is False
    path = f"/api/matches/{match}/advice"
    assert anna.refused("POST", path, 403, {"seat": 0}) == "problem-no-advice"


def test_among_people_every_use_is_told_to_all_even_where_nobody_talks(site: Site) -> None:
    match, anna, ben = two(site, fixed=True, options={"first": "A"}, advice=True, talk="off")
    path = f"/api/matches/{match}/advice"
    assert ben.refused("POST", path, 409, {"seat": 1}) == "problem-nothing-to-advise"
    with ben.at_table(match) as b, site.visitor().at_table(match) as watching:
        for _ in range(2):  # about the same position is one question
            assert anna.post(path, {"seat": 0})["actions"]
        for window in (b, watching):
            (told,) = window.hears("said")["remarks"]
            assert (told["kind"], told["name"]) == ("advice", "Anna")
    assert len(anna.get(f"/api/matches/{match}/talk")) == 1
