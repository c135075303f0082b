"""First matches over a WebSocket: steps, refusals, requests that make no sense, and an end."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

import tests.tiny.bell
from tests.web.visiting import PATIENCE, Site, Window, connected, site_at
from tischlein.core.errors import RecordError
from tischlein.tables.match.lessons import Attempt
from tischlein.web.http.codes import GOING_AWAY, NOT_FOUND, TOO_MANY
from tischlein.web.http.limits import Limits
from tischlein.web.sockets import lessons

BELL = tests.tiny.bell.GAME


@contextmanager
def lesson(site: Site, game: str = "bauab", step: int | None = None) -> Iterator[Window]:
    """Open a window on a first match."""
    more = "" if step is None else f"?step={step}"
    with connected(site.client, f"/api/games/{game}/lesson{more}") as socket:
        yield Window(socket)


def test_a_step_is_shown_done_and_left_for_the_next(site: Site) -> None:
    with lesson(site) as window:
        table = window.hears("table")
        assert [seat["mine"] for seat in table["seats"]] == [True, False]
        window.hears("view")
        told = window.hears("lesson")
        assert [told["step"], told["done"]] == [1, False]
        view = scene_of(window)
        wanted = next(one for one in view["choices"] if one["path"] == told["targets"])
        assert window.acts(wanted["action"])["type"] == "accepted"
        done = window.hears("lesson")
        assert [done["step"], done["done"], done["targets"]] == [1, True, []]
        window.says(type="go-to", step=2)
        assert window.hears("lesson", "view")["step"] == 2  # the board stays as it is


def scene_of(window: Window) -> Any:
    """Ask for the scene that the learner sees."""
    window.says(type="sync", have=0)
    return window.hears("view")["scene"]


def test_a_wrong_try_gets_its_rule_and_the_step_stays(site: Site) -> None:
    with lesson(site) as window:
        window.hears("lesson")
        assert window.acts("5 e5")["rule"] == "BAU-11"
        assert window.acts("4 a1")["phrase"]["key"] == "lesson-otherwise"
        assert window.asks_why("stock:0:4", "plot:0")["type"] == "allowed"
        assert scene_of(window)["panels"][0].get("score", 0) == 0


def test_a_lesson_goes_on_where_it_was_left_and_begins_at_an_end_that_exists(site: Site) -> None:
    with lesson(site, step=3) as window:
        assert window.hears("lesson")["step"] == 3
    with lesson(site, step=99) as window:
        told = window.hears("lesson")
        assert told["step"] == told["steps"]


def test_what_pages_say_besides_is_understood(site: Site) -> None:
    with lesson(site) as window:
        window.hears("lesson")
        window.says(type="aids", on=True)
        window.says(type="attention", on=False)
        window.says(type="hurry")  # of people who do not wait for bots anywhere
        window.says(type="ping")
        assert json.loads(window.socket.receive_text()) == {"type": "pong"}


def test_requests_that_make_no_sense_are_answered(site: Site) -> None:
    with lesson(site) as window:
        window.hears("lesson")
        window.says(type="go-to", step=99)
        assert window.hears("problem")["phrase"]["key"] == "problem-lesson-step"
        window.says(type="draft", id="1", actions=[1])
        problem = window.hears("problem")
        assert problem["phrase"]["key"] == "problem-message"
        assert (problem["id"], "draft" in problem["detail"]) == ("1", True)
        window.socket.send_text("{")
        assert window.hears("problem")["phrase"]["key"] == "problem-message"
        assert window.acts(10**6)["phrase"]["key"] == "problem-not-an-action"
        window.says(type="why", id="why", path=["plot:0"] * 99)
        assert window.hears("allowed")  # such targets mean nothing
        window.says(type="ping")
        assert window.hears("pong")


def test_the_last_step_ends_the_match(site: Site) -> None:
    with lesson(site, step=99) as window:
        told = window.hears("lesson")
        while not told["done"]:
            view = scene_of(window)
            wanted = next(one for one in view["choices"] if one["path"] == told["targets"])
            assert window.acts(wanted["action"])["type"] == "accepted"
            told = window.hears("lesson")


def test_a_learner_who_asks_too_fast_is_told_so_and_may_go_on(tmp_path: Path) -> None:
    limits = Limits(messages=(1e-6, 12))
    with site_at(tmp_path / "tischlein.db", limits) as site, lesson(site) as window:
        window.hears("lesson")
        for _ in range(3):
            window.says(type="sync", have=0)
        assert window.hears("problem")["phrase"]["key"] == "problem-too-fast"
        assert window.acts("5 e5", command="mine")["id"] == "mine"


def test_what_fails_in_a_lesson_is_told_and_the_lesson_goes_on(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("nobody has thought of this")

    with lesson(site) as window:
        window.hears("lesson")
        with monkeypatch.context() as broken:
            broken.setattr(Attempt, "act", fails)
            assert window.acts("5 e5")["phrase"]["key"] == "problem-server"
        assert "bauab: a learner's message failed" in caplog.text
        assert window.acts("5 e5")["rule"] == "BAU-11"


def test_a_learner_who_has_gone_without_a_word_is_sent_away(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "PATIENCE", 0.2)
    with lesson(site) as window:
        with pytest.raises(WebSocketDisconnect) as closed:
            window.hears("nothing more")
        assert closed.value.code == GOING_AWAY


def test_a_lesson_that_cannot_be_read_is_none(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unreadable(_: object) -> None:
        raise RecordError(3, "this means nothing")

    monkeypatch.setattr(lessons, "lesson_of", unreadable)
    with lesson(site) as window:
        assert window.hears("problem")["phrase"]["key"] == "problem-no-lesson"
    assert "the lesson of bauab cannot be read: line 3" in caplog.text


def test_games_without_a_lesson_and_unknown_ones_are_told_of(
    site: Site,
) -> None:
    for game, key in ((BELL.key, "problem-no-lesson"), ("chess", "problem-game")):
        with lesson(site, game) as window:
            assert window.hears("problem")["phrase"]["key"] == key
            with pytest.raises(WebSocketDisconnect) as closed:
                window.socket.receive_json(timeout=PATIENCE)
            assert closed.value.code == NOT_FOUND


def test_there_are_only_so_many_learners(tmp_path: Path) -> None:
    with (
        site_at(tmp_path / "tischlein.db", Limits(connections=1)) as site,
        lesson(site) as first,
    ):
        first.hears("lesson")
        with lesson(site) as second:
            assert second.hears("problem")["phrase"]["key"] == "problem-server-full"
            with pytest.raises(WebSocketDisconnect) as closed:
                second.socket.receive_json(timeout=PATIENCE)
            assert closed.value.code == TOO_MANY


def test_the_shelf_tells_which_games_have_a_lesson(site: Site) -> None:
    boxes = {box["key"]: box["lesson"] for box in site.visitor().get("/api/games")}
    assert boxes["bauab"] == 5
