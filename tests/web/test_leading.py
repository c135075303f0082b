"""Who may lead others through a match: through a finished one, by a proper name, on its page."""

import pytest
from litestar.exceptions import WebSocketDisconnect

import tests.tiny.bell
from tests.web.visiting import OPEN, Site, Window, me, play

BELL = tests.tiny.bell.GAME


@pytest.fixture
def finished(site: Site) -> str:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN)
    ben.joins(match, "Ben")
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    return match


def problem(window: Window) -> str:
    key: str = window.hears("problem")["phrase"]["key"]
    return key


@pytest.mark.parametrize("begun", [False, True])
def test_nobody_is_led_through_a_match_that_is_not_over(site: Site, begun: bool) -> None:
    anna = site.visitor()
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN, watched=False)
    if begun:
        site.visitor().joins(match, "Ben")
    for visitor in (anna, site.visitor()):
        with visitor.at(f"/api/matches/{match}/company") as window:
            assert problem(window) == "problem-not-over"
            with pytest.raises(WebSocketDisconnect):
                window.hears("company")


def test_who_leads_has_a_name_like_any_other_or_none(site: Site, finished: str) -> None:
    path = f"/api/matches/{finished}/company"
    with site.visitor().at(path) as leader, site.visitor().at(path) as other:
        for name in ("\u202eannA\x00\n\u200b", "x" * 25, " "):
            leader.says(type="lead", on=True, name=name)
            assert problem(leader) == "problem-name"
        for given, shown in (("", ""), (" Anna  Berta ", "Anna Berta")):
            leader.says(type="lead", on=True, name=given)
            while (told := other.hears("company"))["leader"] != shown:
                assert told["leader"] in (None, ""), "nobody has led by another name"


def test_others_are_led_to_no_other_page(site: Site, finished: str) -> None:
    path = f"/api/matches/{finished}/company"
    with site.visitor().at(path) as leader, site.visitor().at(path) as other:
        leader.says(type="lead", on=True, name="Anna")
        for address in ("/../../seat#secret", "x" * 10, "", ":8080", "#" + "x" * 4_000):
            leader.says(type="point", address=address)
            told = leader.hears("problem")
            assert told["phrase"]["key"] == "problem-message"
            assert "begins with ? or #" in told["detail"]
        for address in ("#move-2", "?at=1&line=A3"):
            leader.says(type="point", address=address)
            while (told := other.hears("company"))["address"] != address:
                assert told["address"] in ("", "#move-2"), "nobody has been led elsewhere"


@pytest.mark.parametrize("text", ["", "{", '{"type":"fly"}', '{"type":"lead","on":"yes"}'])
def test_what_means_nothing_is_answered(site: Site, finished: str, text: str) -> None:
    with site.visitor().at(f"/api/matches/{finished}/company") as leader:
        leader.socket.send_text(text)
        told = leader.hears("problem")
        assert (told["phrase"]["key"], bool(told["detail"])) == ("problem-message", True)
        leader.says(type="lead", on=True)
        while not leader.hears("company")["leading"]:
            pass
