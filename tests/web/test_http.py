"""The HTTP interface: who may do what, what everybody may read, and answers to nonsense."""

import asyncio
import base64
import gzip
import hashlib
import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

import tests.test_examples
import tests.tiny.bell
from tests.following import replayed
from tests.tables.playing import ANNA, asynchronous, hall_at, two_at_bauab
from tests.web.visiting import BOT, OPEN, Site, Visitor, me, play, site_at, visited
from tischlein.core import records, registry
from tischlein.core.seats import CHANCE
from tischlein.presentation.texts import LANGUAGES, has
from tischlein.tables.chance import proof
from tischlein.tables.match.table import Table
from tischlein.tables.match_ids import new_match_id
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.problems import TableClosedError
from tischlein.tables.seats import consent
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import MatchStatus
from tischlein.tables.upkeep import archive
from tischlein.tables.upkeep.housekeeping import Housekeeping
from tischlein.web.handlers import boxes, pages
from tischlein.web.handlers.matches import lists_for
from tischlein.web.http import built, compressing, handshakes
from tischlein.web.http.limits import Limits
from tischlein.web.http.sessions import Caller
from tischlein.web.messages.opening import NewMatch
from tischlein.web.messages.shelf import GameInfo

BELL = tests.tiny.bell.GAME
TICTACTOE = tests.test_examples.GAME
SOURCES = Path(built.__file__).parents[2]


@pytest.fixture(scope="module")
def over(shared: Site) -> str:
    """A match there that is over."""
    return finished(shared)[0]


def running(site: Site) -> tuple[str, Visitor, Visitor]:
    """Seat Anna on seat A and Ben on seat B of a match of Bauab; Anna begins."""
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, fixed=True, options={"first": "A"})
    ben.joins(match, "Ben")
    return match, anna, ben


def finished(site: Site) -> tuple[str, Visitor, Visitor]:
    """Let Anna and Ben play a match of Bell to its end."""
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN, contributes=True)
    anna.contributes(match, b"\x01" * 16)
    ben.joins(match, "Ben")
    anna.contributes(match, b"\x01" * 16, shown=True)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    return match, anna, ben


# --- the shelf ---


def test_every_game_is_on_the_shelf_with_a_picture_of_a_position(site: Site) -> None:
    games = {game["key"]: game for game in site.visitor().get("/api/games")}
    assert set(games) == set(registry.keys())
    bauab = games["bauab"]
    assert bauab["levels"] == ["weak", "medium", "strong"]
    assert bauab["options"][0]["name"] == "plan"
    assert len(bauab["cover"]["pieces"]) > 5
    assert "choices" not in bauab["cover"]


def test_an_option_offers_what_goes_at_each_number_of_seats(site: Site) -> None:
    games = {game["key"]: game for game in site.visitor().get("/api/games")}
    columns, leftovers = games["schlauraff"]["options"]
    assert [offer["default"] for offer in columns["offers"]] == ["4", "6", "8"]
    assert all(set(offer["values"]) <= {"4", "6", "8"} for offer in columns["offers"])
    assert leftovers["offers"][0]["values"] == ["stack", "below"]
    for game in games.values():
        for option in game["options"]:
            assert len(option["offers"]) == len(game["seats"])
            for offer in option["offers"]:
                assert not offer["values"] or offer["default"] in offer["values"]


def test_options_are_judged_together_while_they_are_chosen(site: Site) -> None:
    visitor, path = site.visitor(), "/api/games/schlauraff/options"
    chosen = visitor.get(f"{path}?seats=2&chosen=columns%3D6 leftovers%3Dstack")
    assert chosen == {"options": "columns=6"}, "what is as usual is not written"
    assert visitor.get(f"{path}?seats=3") == {"options": ""}
    for wrong in ("seats=2&chosen=columns%3D5", "seats=2&chosen=moon%3Dfull", "seats=9"):
        assert visitor.refused("GET", f"{path}?{wrong}", 400) == "problem-options"
    assert visitor.refused("GET", "/api/games/chess/options?seats=2", 404) == "problem-game"


def test_texts_and_drawings_and_rules_of_every_game_are_there(site: Site) -> None:
    visitor = site.visitor()
    for place in ("core", "bauab"):
        assert visitor.ask("GET", f"/api/art/{place}").text.endswith("</svg>\n")
        for language in LANGUAGES:
            answer = visitor.ask("GET", f"/api/texts/{place}/{language}")
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert " = " in answer.text
    rules = visitor.get("/api/games/bauab/rules/de")
    assert 'id="BAU-12"' in rules["html"]
    assert "BAU-12" in rules["identifiers"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_gets_all_that_its_boxes_show_in_one_answer(
    site: Site, language: str
) -> None:
    assert not has("fr", "game", TICTACTOE)
    visitor = site.visitor()
    shelf = visitor.get(f"/api/shelf/{language}")
    assert TICTACTOE.key in {game["key"] for game in shelf["games"]}
    assert shelf["games"] == visitor.get("/api/games")
    for game in shelf["games"]:
        key = game["key"]
        words = visitor.ask("GET", f"/api/texts/{key}/{language}")
        assert words.status_code == 200  # English, if that is all that it speaks
        assert shelf["texts"][key] == words.text
        drawings = visitor.ask("GET", f"/api/art/{key}")
        assert (drawings.status_code, drawings.text) == (200, shelf["art"][key])
    assert all(shelf["art"][key] for key in ("bauab", "misd", "core"))
    assert shelf["texts"]["core"] == visitor.ask("GET", f"/api/texts/core/{language}").text
    assert shelf["matches"] == visitor.get("/api/matches")


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/api/shelf/xx", "problem-language"),
        ("/api/texts/core/la", "problem-language"),
        ("/api/texts/chess/en", "problem-game"),
        ("/api/texts/..%2f..%2fetc/en", "problem-not-found"),
        ("/api/art/chess", "problem-game"),
        ("/api/games/chess/rules/en", "problem-game"),
        ("/api/games/bauab/rules/xx", "problem-language"),
        ("/api/matches/nosuchmatch", "problem-match"),
        ("/api/matches/nosuchmatch/record", "problem-match"),
        ("/api/nothing", "problem-not-found"),
    ],
)
def test_what_does_not_exist_is_said_to_be_missing(shared: Site, path: str, problem: str) -> None:
    assert shared.visitor().refused("GET", path, 404) == problem


# --- tables ---


def test_a_visitor_gets_a_cookie_that_scripts_cannot_read(site: Site) -> None:
    visitor = site.visitor()
    response = visitor.ask("GET", "/")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    before = visitor.cookie
    match, _ = visitor.opens("bauab", me("Anna"), OPEN)
    assert visitor.cookie == before
    assert visitor.get(f"/api/matches/{match}")["host"]


def test_the_database_holds_no_secret_that_opens_a_seat(site: Site, tmp_path: Path) -> None:
    visitor = site.visitor()
    _, secrets = visitor.opens("bauab", me("Anna"), OPEN)
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("tischlein.db*"))
    assert b"Anna" in stored
    assert visitor.cookie.encode() not in stored
    assert secrets[0].partition(".")[2].encode() not in stored


def test_matches_are_listed_for_those_who_play_and_for_everybody_if_wanted(site: Site) -> None:
    match, anna, ben = running(site)
    listed, _ = anna.opens("bauab", me("Anna"), OPEN, listed=True)
    stranger = site.visitor()
    assert [summary["id"] for summary in ben.get("/api/matches")["mine"]] == [match]
    mine = anna.get("/api/matches")["mine"]
    assert [(summary["id"], summary["your_turn"]) for summary in mine] == [
        (match, True),
        (listed, False),
    ]
    assert stranger.get("/api/matches")["mine"] == []
    assert [summary["id"] for summary in stranger.get("/api/matches")["open"]] == [listed]


@asynchronous
async def test_no_match_that_waits_for_somebody_falls_out_of_their_list(tmp_path: Path) -> None:
    path, anna = tmp_path / "tischlein.db", Caller(ANNA)
    async with hall_at(path) as hall:
        old = await hall.store.match(await two_at_bauab(hall))
        for number in range(60):
            for status in (MatchStatus.RUNNING, MatchStatus.ENDED, MatchStatus.ABANDONED):
                later = old.touched + number + 1
                another = replace(old, id=new_match_id(), status=status, touched=later)
                await hall.store.create_match(another, await hall.store.events(old.id))
    async with hall_at(path, housekeeping=Housekeeping(every=1000)) as hall:
        await lists_for(anna, hall)  # takes some up, and the next time the rest
        mine = (await lists_for(anna, hall)).mine
        assert [match.status for match in mine] == ["playing"] * 61 + ["ended"] * 50
        assert all(match.your_turn is (match.status == "playing") for match in mine)
        assert old.id in {match.id for match in mine}


def test_a_chair_is_taken_once(site: Site) -> None:
    anna, ben, cleo = site.visitor(), site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    join = f"/api/matches/{match}/join"
    assert anna.refused("POST", join, 409, {"name": "Anna"}) == "problem-already-seated"
    assert ben.refused("POST", join, 400, {"name": "\u200b"}) == "problem-name"
    assert ben.refused("POST", join, 400, {"name": "B", "hash": "zz"}) == (
        "problem-contribution-hash"
    )
    ben.joins(match, "Ben")
    assert cleo.refused("POST", join, 409, {"name": "Cleo"}) == "problem-table-started"


@pytest.mark.parametrize("where", [{"beside": True}, {"chair": 1}, {"beside": True, "chair": 1}])
def test_nobody_sits_down_as_before_and_elsewhere_as_well(
    site: Site, where: dict[str, Any]
) -> None:
    match, _ = site.visitor().opens("raufer", me("Anna"), OPEN, OPEN)
    path, ben = f"/api/matches/{match}/join", {"name": "Ben"}
    refused = site.visitor().refused("POST", path, 400, {**ben, "again": True, **where})
    assert refused == "problem-again-elsewhere"
    assert site.visitor().post(path, {**ben, **where})["seat_secrets"]


def test_the_host_fills_a_chair_with_a_bot(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    chair = {"seat": 1, "level": "weak"}
    assert ben.refused("POST", f"/api/matches/{match}/chairs", 403, chair) == "problem-host-only"
    anna.post(f"/api/matches/{match}/chairs", chair)
    assert anna.get(f"/api/matches/{match}")["status"] == "playing"


def test_a_private_link_opens_the_seat_on_another_device(site: Site) -> None:
    anna, phone = site.visitor(), site.visitor()
    match, secrets = anna.opens("bauab", me("Anna"), BOT)
    assert phone.refused("POST", "/api/seats", 404, {"secret": "nonsense"}) == "problem-match"
    wrong = secrets[0][:-1] + ("x" if secrets[0][-1] != "x" else "y")
    assert phone.refused("POST", "/api/seats", 403, {"secret": wrong}) == "problem-seat-secret"
    assert phone.post("/api/seats", {"secret": secrets[0]})["match"] == match
    assert any(seat["mine"] for seat in phone.get(f"/api/matches/{match}")["seats"])


def test_a_secret_alone_is_a_seat_and_what_players_do_needs_more(site: Site) -> None:
    """The guide for programs lists both."""
    anna = site.visitor()
    match, secrets = anna.opens("bauab", me("Anna"), BOT)
    table, program = f"/api/matches/{match}", Visitor(site.client, secrets[0])
    table_of_her_own = {"game": "bauab", "chairs": [BOT, OPEN]}
    asked = {
        "proposals": {"what": "pause"},
        "time": {},
        "leave": {},
        "rematch": {},
        "next": table_of_her_own,
    }
    for what, body in asked.items():
        refused = program.refused("POST", f"{table}/{what}", 403, body)
        assert refused == "problem-players-only"
    (seat,) = [one["seat"] for one in program.get(table)["seats"] if one["mine"]]
    program.post(f"{table}/talk", {"text": "Good game!"})
    phone = site.visitor()
    phone.post("/api/seats", {"secret": secrets[0]})
    phone.post(f"{table}/proposals", {"what": "pause"})
    phone.post(f"{table}/proposals", {"what": "resume"})
    program.post(f"{table}/resign", {"seat": seat})
    assert program.get(table)["status"] == "ended"


def test_a_stand_in_plays_for_somebody_absent(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    match, anna, ben = running(site)
    path = f"/api/matches/{match}/stand-in"
    stranger = site.visitor()
    assert stranger.refused("POST", path, 403, {"seat": 1, "on": True}) == "problem-players-only"
    with ben.at_table(match) as b:
        b.hears("view")
        problem = anna.refused("POST", path, 403, {"seat": 1, "on": True})
        assert problem == "problem-seat-present"
    # The connection may only have dropped.
    problem = anna.refused("POST", path, 409, {"seat": 1, "on": True})
    assert problem == "problem-stand-in-later"
    monkeypatch.setattr(consent, "GRACE_PERIOD", 0.0)
    anna.post(path, {"seat": 1, "on": True})
    assert anna.get(f"/api/matches/{match}")["seats"][1]["stand_in"]
    with ben.at_table(match) as b:
        while b.hears("table")["seats"][1]["stand_in"]:
            pass


def test_leaving_is_possible_for_players_only(site: Site) -> None:
    match, _, ben = running(site)
    path = f"/api/matches/{match}/leave"
    assert site.visitor().refused("POST", path, 403) == "problem-players-only"
    ben.post(path)
    assert ben.get(f"/api/matches/{match}")["seats"][1]["stand_in"]


def test_people_decide_together_and_everybody_is_told(site: Site) -> None:
    match, anna, ben = running(site)
    path = f"/api/matches/{match}"
    with ben.at_table(match) as b:
        b.hears("view")
        for number, who in enumerate((anna, ben)):
            action = who.get(f"{path}/view?scenes=0")["legal"][0]
            who.post(f"{path}/actions", {"id": f"{number}", "action": action, "seen": number})
        anna.post(f"{path}/proposals", {"what": "back"})
        while not (told := b.hears("table"))["proposal"]:
            pass
        at = told["proposal"].pop("at")
        assert told["proposal"] == {"what": "back", "seat": 0, "about": None, "asked": [1]}
        assert ben.refused("POST", f"{path}/consent", 409, {"agree": True, "at": at - 1})
        ben.post(f"{path}/consent", {"agree": True})
        while (view := b.hears("view", "changed"))["number"] != 0:
            pass
        assert (view["type"], view["fresh"], view["entries"]) == ("view", True, [])
        assert anna.refused("POST", f"{path}/resign", 403, {"seat": 1}) == "problem-not-your-seat"
        anna.post(f"{path}/resign", {"seat": 0})
        while (told := b.hears("table"))["status"] != "ended":
            pass
        assert told["ending"] == "resigned"
        assert [seat["resigned"] for seat in told["seats"]] == [True, False]
    assert "& back A 2\n& resign A\n& end resigned\n" in ben.ask("GET", f"{path}/record").text
    assert ben.get("/api/matches")["mine"][0]["status"] == "ended"


def test_who_comes_later_plays_on_for_a_bot_if_those_who_play_agree(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", pause=3600.0) as site:
        comes_later(site)


def comes_later(site: Site) -> None:
    anna, oma = visited(site), visited(site)
    match, _ = anna.opens(BELL.key, me("Anna"), BOT, OPEN, fixed=True, watched=False)
    path = f"/api/matches/{match}"
    wanted = {"seat": 1, "name": "Oma"}
    assert oma.refused("POST", f"{path}/take-over", 409, wanted) == "problem-not-running"
    ben = site.visitor()
    secret_of_ben = ben.joins(match, "Ben")
    assert oma.refused("POST", f"{path}/take-over", 403, wanted) == "problem-no-spectators"
    anna.post(f"{path}/watching", {"watched": True})
    beside = Visitor(site.client, secret_of_ben)  # who is here by a seat's secret has a seat
    assert beside.refused("POST", f"{path}/take-over", 409, wanted) == "problem-already-seated"
    assert oma.refused("POST", f"{path}/take-over", 400, {**wanted, "name": " "}) == "problem-name"
    with oma.at_table(match) as o:
        o.hears("view")
        opened = oma.post(f"{path}/take-over", wanted)
        (secret,) = opened["seat_secrets"]
        assert opened["match"] == match
        while not (told := o.hears("table"))["proposal"]:
            pass
        told["proposal"].pop("at")
        asked = {"what": "take-over", "seat": 1, "about": None, "asked": [0, 2], "name": "Oma"}
        assert told["proposal"] == {**asked, "mine": True}
        assert "mine" not in anna.get(path)["proposal"]
        assert Visitor(site.client, secret).refused("GET", path, 403) == "problem-seat-secret"
        anna.post(f"{path}/consent", {"agree": True})
        ben.post(f"{path}/consent", {"agree": True})
        while not (told := o.hears("table"))["taken_over"]:
            pass
        assert told["taken_over"] == [{"seat": 1, "after": 0, "level": "medium"}]
        seat = told["seats"][1]
        assert (seat["name"], seat["kind"], seat["mine"]) == ("Oma", "person", True)
        assert (seat["present"], seat["level"]) == (True, "")
        o.says(type="look", seat=1)
        assert o.hears("view")["fresh"]
    assert Visitor(site.client, secret).get(path)["looking"] == 1
    assert oma.get("/api/matches")["mine"][0]["id"] == match
    anna.post(f"{path}/proposals", {"what": "end"})
    for who in (ben, oma):
        who.post(f"{path}/consent", {"agree": True})
    text = ben.ask("GET", f"{path}/record").text
    assert "seats: Anna, Oma, Ben\n" in text
    assert "\n& take-over B medium\n& end agreed\n" in text


def test_a_name_is_changed_until_the_match_begins_by_whoever_has_it(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Guest"), OPEN)
    path = f"/api/matches/{match}"
    assert ben.refused("POST", f"{path}/name", 403, {"seat": 0, "name": "Ben"}) == (
        "problem-not-your-seat"
    )
    assert anna.refused("POST", f"{path}/name", 403, {"seat": 1, "name": "Anna"}) == (
        "problem-not-your-seat"
    )
    assert anna.refused("POST", f"{path}/name", 400, {"seat": 0, "name": " "}) == "problem-name"
    anna.post(f"{path}/name", {"seat": 0, "name": " Anna "})
    anna.post(f"{path}/name", {"seat": 0, "name": "anna"})  # her own name is nobody else's
    assert anna.get(path)["seats"][0]["name"] == "anna"
    assert ben.refused("POST", f"{path}/join", 409, {"name": "Anna"}) == "problem-name-taken"
    ben.joins(match, "Ben")
    assert anna.refused("POST", f"{path}/name", 409, {"seat": 0, "name": "Ada"}) == (
        "problem-table-started"
    )


def test_of_two_who_wait_nobody_takes_the_name_of_the_other(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN)
    path = f"/api/matches/{match}"
    ben.post(f"{path}/join", {"name": "Ben"})
    assert ben.refused("POST", f"{path}/name", 409, {"seat": 1, "name": "ANNA"}) == (
        "problem-name-taken"
    )
    assert [seat["name"] for seat in anna.get(path)["seats"]] == ["Anna", "Ben", ""]


def test_the_host_frees_a_chair_before_the_start(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("raufer", me("Anna"), OPEN, OPEN)
    path = f"/api/matches/{match}"
    assert anna.refused("POST", f"{path}/dismiss", 409, {"seat": 1}) == "problem-nobody-to-dismiss"
    problem = ben.refused("POST", f"{path}/join", 409, {"name": "anna"})
    assert problem == "problem-name-taken"
    ben.post(f"{path}/join", {"name": "Ben"})
    assert ben.refused("POST", f"{path}/dismiss", 403, {"seat": 0}) == "problem-host-only"
    anna.post(f"{path}/dismiss", {"seat": 1})
    assert not any(seat["mine"] for seat in ben.get(path)["seats"])


# --- programs ---


def test_a_program_plays_with_the_secret_of_its_seat(site: Site) -> None:
    anna = site.visitor()
    match, secrets = anna.opens("bauab", me("Anna"), me("Otto"), fixed=True)
    programs = [Visitor(site.client, secret) for secret in secrets]
    command = 0
    while (view := programs[0].get(f"/api/matches/{match}/view?scenes=0"))["acting"]:
        program = programs[view["acting"][0]]
        legal = program.get(f"/api/matches/{match}/view", params={"scenes": 0})["legal"]
        command += 1
        body = {"id": str(command), "action": legal[0], "seen": view["number"]}
        answer = program.post(f"/api/matches/{match}/actions", body)
        assert answer["type"] == "accepted"
        assert program.post(f"/api/matches/{match}/actions", body) == answer
    final = anna.get(f"/api/matches/{match}/view", params={"have": view["number"] - 1})
    assert len(final["entries"]) == 1
    assert "result" in final["scene"]


def test_a_seats_secret_is_no_good_elsewhere(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), BOT)
    _, secrets = anna.opens("bauab", me("Anna"), BOT)
    program = Visitor(site.client, secrets[0])
    assert program.refused("GET", f"/api/matches/{match}/view", 403) == "problem-seat-secret"


def test_actions_over_http_are_judged_like_those_of_live_play(site: Site) -> None:
    match, anna, ben = running(site)
    path = f"/api/matches/{match}/actions"
    refused = ben.post(path, {"id": "1", "action": "1 a1", "seen": 0})
    assert (refused["type"], refused["rule"]) == ("refused", "BAU-8")
    assert anna.post(path, {"id": "1", "action": "1 a1", "seen": 0})["number"] == 1
    stranger = site.visitor()
    body = {"id": "1", "action": "1 a1", "seen": 0}
    assert stranger.refused("POST", path, 403, body) == "problem-not-your-seat"
    assert ben.refused("POST", path + "?seat=0", 403, body) == "problem-not-your-seat"
    for wrong in ("", "a\0b"):
        assert ben.refused("POST", path, 400, {**body, "id": wrong}) == "problem-command-id"


def test_an_action_whose_table_was_put_away_meanwhile_is_done_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the database was away for long: the answer of the table that goes is not heard."""
    match, anna, ben = running(site)
    path = f"/api/matches/{match}/actions"
    acts = Table.act

    async def put_away(table: Table, *given: Any, **more: Any) -> Any:
        monkeypatch.setattr(Table, "act", acts)
        await acts(table, *given, **more)
        await table.close()
        raise TableClosedError

    monkeypatch.setattr(Table, "act", put_away)
    assert anna.post(path, {"id": "1", "action": "1 a1", "seen": 0})["number"] == 1
    assert ben.get(f"/api/matches/{match}/view?scenes=0")["number"] == 1


# --- what remains of a match ---


def test_the_record_of_a_finished_match_can_be_read_and_verified_by_anybody(site: Site) -> None:
    match, _, _ = finished(site)
    answer = site.visitor().ask("GET", f"/api/matches/{match}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = records.read(answer.text)
    assert record.final().over
    assert proof.verify(record) is None
    fairness = site.visitor().get(f"/api/matches/{match}/fairness")
    assert (fairness["protocol"], fairness["secret"]) == (2, record.fields["seed"])
    assert sorted(seat["contribution"] for seat in fairness["seats"]) == ["", "01" * 16]
    assert {seat["state"] for seat in fairness["seats"]} == {"revealed", "none"}
    draws = [draw for draw in record.events if draw.seat == CHANCE]
    assert len(fairness["draws"]) == len(draws)


def test_a_program_takes_part_in_the_chance_of_a_match(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    opened = anna.post(
        "/api/matches",
        {"game": "bauab", "chairs": [me("Anna"), OPEN], "contributes": True},
    )
    match, program = opened["match"], Visitor(site.client, opened["seat_secrets"][0])
    path = f"/api/matches/{match}/contributions"
    assert program.get(f"/api/matches/{match}")["commitment"] == opened["commitment"]
    program.contributes(match, b"a" * 16)
    ben.joins(match, "Ben", b"b" * 16)
    table = ben.get(f"/api/matches/{match}")
    assert table["revealing"]
    assert [part["state"] for part in table["parts"]] == ["hashed", "hashed"]
    assert ben.refused("POST", path, 400, {"contributions": ["61" * 16]}) == (
        "problem-contribution-unbound"
    )
    assert site.visitor().refused("POST", path, 403, {"contributions": ["61" * 16]}) == (
        "problem-players-only"
    )
    ben.contributes(match, b"b" * 16, shown=True)
    assert ben.refused("POST", f"/api/matches/{match}/leave", 409) == "problem-starting"
    program.contributes(match, b"a" * 16, shown=True)
    table = ben.get(f"/api/matches/{match}")
    assert (table["status"], table["revealing"]) == ("playing", False)
    assert [part["state"] for part in table["parts"]] == ["revealed", "revealed"]


def test_a_request_without_its_body_is_told_so(shared: Site) -> None:
    for path in ("/api/matches", "/api/matches/nowhere/join"):
        answer = shared.visitor().ask("POST", path)
        assert answer.status_code == 400
        assert answer.json()["detail"] == "data: Expected a body, got none"


@pytest.mark.parametrize(
    "body",
    [
        {"hashes": ["ab"]},
        {"hashes": ["ab" * 32] * 17},
        {"contributions": [""]},
        {"contributions": ["ab" * 65]},
        {"contributions": 7},
    ],
)
def test_malformed_contributions_are_refused_with_a_reason(shared: Site, body: object) -> None:
    anna = shared.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, contributes=True)
    answer = anna.ask("POST", f"/api/matches/{match}/contributions", json=body)
    assert answer.status_code == 400
    assert answer.json()["phrase"]["key"].startswith("problem-")


def test_what_matches_come_to_is_told_to_whoever_played_them(site: Site) -> None:
    _, anna, _ = finished(site)
    (told,) = anna.get("/api/statistics")["games"]
    assert (told["game"], told["matches"], told["placed"]) == (BELL.key, 1, 1)
    assert sum(told["places"]) == 1
    assert site.visitor().get("/api/statistics") == {"games": []}


def test_pictures_are_drawn_of_finished_matches_alone_and_in_languages_that_are_spoken(
    site: Site,
) -> None:
    match, visitor, _ = finished(site)
    path = f"/api/matches/{match}/picture?language=xx"
    assert visitor.refused("GET", path, 404) == "problem-language"
    going, anna, _ = running(site)
    for kind in ("picture", "film"):
        assert anna.refused("GET", f"/api/matches/{going}/{kind}", 409) == "problem-not-over"


def test_a_picture_of_a_finished_match_may_be_kept_and_is_named_after_it(site: Site) -> None:
    match, visitor, _ = finished(site)
    answer = visitor.ask("GET", f"/api/matches/{match}/picture?language=fr")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "private, max-age=86400"
    assert f"{BELL.key}-{match}.png" in answer.headers["content-disposition"]
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert min(picture.size) > 100


def test_a_match_from_a_record_without_a_secret_proves_nothing(tmp_path: Path, site: Site) -> None:
    record = records.read("game: bauab\nseats: Anna, Ben\n\n* start A\n& end agreed\n")

    async def take_in() -> str | None:
        async with SqliteStore(tmp_path / "tischlein.db") as store:
            return await archive.import_record(store, record)

    path = f"/api/matches/{asyncio.run(take_in())}/fairness"
    assert site.visitor().refused("GET", path, 409) == "problem-no-proof"


@pytest.mark.parametrize(
    ("error", "status", "key"),
    [
        (StoreUnavailableError("the disk is full"), 503, "problem-storage"),
        (ValueError("nobody has thought of this"), 500, "problem-server"),
    ],
)
def test_what_is_broken_here_is_told_in_words_and_logged(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    key: str,
) -> None:
    caplog.set_level(logging.INFO)  # a store itself warns of what keeps it from working

    async def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(site.hall.store, "lobby", fails)
    assert site.visitor().refused("GET", "/api/matches", status) == key
    assert str(error) in caplog.text


def test_what_needs_no_storage_is_there_while_nobody_can_be_recognized(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while a database is away that servers share."""
    monkeypatch.setattr("tischlein.web.http.built.FOLDER", tmp_path)
    (tmp_path / "index.html").write_text("<title>the client</title>")

    async def away(_: str | None) -> None:
        raise StoreUnavailableError("away")

    visitor = site.visitor()
    visitor.ask("GET", "/")
    monkeypatch.setattr(site.hall.cards, "recognize", away)
    for path in (
        "/match/abc",
        "/api/preparation",
        "/api/games",
        "/api/games/bauab/rules/en",
        "/api/games/bauab/options?seats=2",
        "/api/texts/core/en",
        "/api/art/core",
        "/schema/openapi.json",
        "/schema/asyncapi.json",
        "/health/live",
    ):
        assert visitor.ask("GET", path).status_code == 200, path
    assert visitor.refused("GET", "/api/matches", 503) == "problem-storage"
    shelf = visitor.get("/api/shelf/en")
    assert TICTACTOE.key in {game["key"] for game in shelf["games"]}
    assert shelf["matches"] is None
    with visitor.at("/api/games/bauab/lesson") as lesson:
        assert lesson.hears("lesson")["step"] == 1


@pytest.mark.parametrize("asked", ["lobby", "matches_of_session"])
def test_the_shelf_is_shown_without_matches_while_they_cannot_be_read(
    site: Site, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailableError("away")

    visitor = site.visitor()
    visitor.ask("GET", "/")
    with monkeypatch.context() as outage:
        outage.setattr(site.hall.store, asked, away)
        shelf = visitor.get("/api/shelf/en")
        assert visitor.refused("GET", "/api/matches", 503) == "problem-storage"
    assert shelf["games"]
    assert shelf["matches"] is None
    assert visitor.get("/api/shelf/en")["matches"] == {"mine": [], "open": []}


def test_whoever_asks_again_with_the_same_id_has_done_it_once_though_the_answer_was_lost(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = running(site)
    view = anna.get(f"/api/matches/{match}/view?scenes=0")
    command = {"type": "act", "id": "one", "action": view["legal"][0], "seen": view["number"]}
    append = site.hall.store.append

    async def heard_by_nobody(*arguments: Any, **more: Any) -> None:
        await append(*arguments, **more)
        raise StoreUnavailableError("the answer is lost")

    path = f"/api/matches/{match}/actions"
    with monkeypatch.context() as outage:
        outage.setattr(site.hall.store, "append", heard_by_nobody)
        assert anna.refused("POST", path, 503, command) == "problem-storage"
    told = anna.post(path, command)
    assert (told["type"], told["number"]) == ("accepted", view["number"] + 1)
    assert anna.post(path, command) == told
    answers = anna.get("/schema/openapi.json")["paths"]["/api/matches/{match_id}/actions"]
    told = answers["post"]["responses"]["503"]["description"]
    assert "not known" in told
    assert "same id" in told


def test_the_shelf_does_not_wait_long_for_storage_that_does_not_answer(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(handshakes, "STORAGE_TIMEOUT", 0.01)
    monkeypatch.setattr(site.hall.store, "lobby", silent)
    assert site.visitor().get("/api/shelf/en")["matches"] is None


def test_anybody_may_see_how_a_finished_match_stood(site: Site) -> None:
    match, _, _ = finished(site)
    analysis = site.visitor().get(f"/api/matches/{match}/analysis")
    assert analysis["done"] == (None not in analysis["values"])
    assert len(analysis["steps"]) == len(analysis["values"])


@pytest.mark.parametrize("path", ["record", "fairness", "analysis"])
def test_nothing_is_revealed_before_the_end(site: Site, path: str) -> None:
    match, anna, _ = running(site)
    assert anna.refused("GET", f"/api/matches/{match}/{path}", 409) == "problem-not-over"


def test_a_replay_shows_only_what_the_visitor_may_see_until_the_match_is_over(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    path = f"/api/matches/{match}/replay"
    with anna.at_table(match) as a:
        a.acts("1")
    own, other = replayed(anna.get(path)), replayed(ben.get(path))
    assert len(own) == 2
    assert own[0] != own[1]
    assert own[1]["trays"] != other[1]["trays"]
    assert ben.refused("GET", f"{path}?seat=0", 403) == "problem-other-seat"
    with anna.at_table(match) as a:
        assert a.acts("ring")["type"] == "accepted"
    assert replayed(ben.get(f"{path}?seat=0"))[1]["trays"] == own[1]["trays"]
    assert replayed(ben.get(f"{path}?first=1&last=1")) == replayed(ben.get(path))[1:2]


@pytest.mark.parametrize("query", ["first=-1", "first=99", "first=2&last=1", "last=x", "seat=9999"])
def test_impossible_ranges_of_a_replay_are_refused(shared: Site, over: str, query: str) -> None:
    answer = shared.visitor().ask("GET", f"/api/matches/{over}/replay?{query}")
    assert answer.status_code in (400, 404)
    assert answer.json()["type"] == "problem"


def test_a_long_replay_comes_in_parts(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(replay_scenes=2)) as site:
        match, _, _ = finished(site)
        replay = site.visitor().get(f"/api/matches/{match}/replay")
        assert len(replayed(replay)) == 2
        assert len(replay["entries"]) >= 1


def test_a_rematch_seats_whoever_asks(site: Site) -> None:
    match, anna, ben = finished(site)
    path = f"/api/matches/{match}/rematch"
    assert site.visitor().refused("POST", path, 403) == "problem-players-only"
    opened = anna.post(path)
    assert ben.post(path) == opened | {"seat_secrets": []}
    assert len(opened["seat_secrets"]) == 1


def player(seat: int) -> dict[str, Any]:
    """Return the chair of who had a seat of the match before."""
    return {"kind": "player", "seat": seat}


def sitting(told: dict[str, Any]) -> list[tuple[str, str, bool, bool]]:
    """Return who sits on the chairs: kind, name, and whether it is oneself, or kept for oneself."""
    return [
        (seat["kind"], seat["name"], seat["mine"], seat["kept_for_me"]) for seat in told["seats"]
    ]


def test_the_same_people_play_another_game_in_another_number_of_seats(site: Site) -> None:
    match, anna, ben = finished(site)
    seat = anna.get(f"/api/matches/{match}")["seats"][0]["mine"]
    hers, his = (0, 1) if seat else (1, 0)
    chairs = [player(his), player(hers), OPEN]
    asked = {"game": "raufer", "chairs": chairs, "options": {"hand": "4"}}
    opened = anna.post(f"/api/matches/{match}/next", asked)
    assert len(opened["seat_secrets"]) == 1
    following = f"/api/matches/{opened['match']}"
    assert ben.get(f"/api/matches/{match}")["rematch"] == opened["match"]
    assert anna.get(following)["options"] == "hand=4"
    assert sitting(ben.get(following)) == [
        ("open", "Ben", False, True),
        ("person", "Anna", False, False),
        ("open", "", False, False),
    ]
    # Who lays a table in the same moment comes to this one, as who asks for a rematch does.
    for path, body in (("next", asked), ("rematch", {})):
        assert ben.post(f"/api/matches/{match}/{path}", body) == opened | {"seat_secrets": []}
    ben.post(f"{following}/join", {"name": "Benno"})
    site.visitor().joins(opened["match"], "Cleo")
    told = anna.get(following)
    assert told["status"] == "playing"
    assert {seat["name"] for seat in told["seats"]} == {"Anna", "Benno", "Cleo"}


def test_whoever_did_not_play_keeps_no_chairs_for_those_who_did(site: Site) -> None:
    match, anna, ben = finished(site)
    path = f"/api/matches/{match}/next"

    def bauab(*chairs: dict[str, Any]) -> dict[str, Any]:
        return {"game": "bauab", "chairs": chairs}

    pair = bauab(player(0), player(1))
    assert site.visitor().refused("POST", path, 403, pair) == "problem-players-only"
    twice = bauab(player(0), player(0))
    assert anna.refused("POST", path, 409, twice) == "problem-chair-taken"
    for chair in (player(2), player(-1), {"kind": "player"}):
        assert anna.refused("POST", path, 400, bauab(me("Anna"), chair)) == "problem-seat"
    apart = bauab(me("Anna"), player(1))
    assert anna.refused("POST", "/api/matches", 400, apart) == "problem-seat"
    assert anna.get(f"/api/matches/{match}")["rematch"] == ""
    running, _ = ben.opens("bauab", me("Ben"), BOT)
    (his, bots) = sorted(
        ben.get(f"/api/matches/{running}")["seats"], key=lambda seat: bool(seat["level"])
    )
    path = f"/api/matches/{running}/next"
    assert ben.refused("POST", path, 409, bauab(player(0), OPEN)) == "problem-not-over"
    ben.post(f"/api/matches/{running}/resign", {"seat": his["seat"]})
    against_it = bauab(player(his["seat"]), player(bots["seat"]))
    assert ben.refused("POST", path, 400, against_it) == "problem-seat"


# --- nonsense, floods, and other sites ---


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"game": "bauab"},
        {"game": 7, "chairs": []},
        {"game": "bauab", "chairs": [{"kind": "king"}]},
        {"game": "bauab", "chairs": []},
        {"game": "bauab", "chairs": [{"kind": "me"}] * 2},
        {"game": "bauab", "chairs": [me("A"), me("B")], "options": {"plan": "x" * 5000}},
        {"game": "bauab", "chairs": [me("A"), me("B")], "options": {"plan": "a b=c"}},
        {"game": "bauab", "chairs": [me("A"), me("B")], "options": {"plan": ""}},
        {"game": "bauab", "chairs": [me("A"), me("B")], "contributes": "ab"},
        {"game": "bauab", "chairs": [me("A"), {"kind": "bot"}]},
    ],
)
def test_malformed_tables_are_refused_with_a_reason(shared: Site, body: object) -> None:
    answer = shared.visitor().ask("POST", "/api/matches", json=body)
    assert answer.status_code == 400
    assert answer.json()["phrase"]["key"].startswith("problem-")


def test_addresses_and_origins_that_cannot_be_are_no_fault_of_the_server(shared: Site) -> None:
    ask = shared.visitor().ask
    for path in ("/assets/%00", "/docs/%00", "/%00", "/api/matches/%00"):
        assert ask("GET", path).status_code == 404
    headers = {"Origin": "http://["}
    assert ask("POST", "/api/matches", json={}, headers=headers).status_code == 403


def test_a_misspelled_field_is_refused_by_its_name(shared: Site) -> None:
    ask = shared.visitor().ask
    body = {"game": "bauab", "chairs": [me("A"), BOT], "option": {"size": "4"}}
    answer = ask("POST", "/api/matches", json=body)
    assert answer.status_code == 400
    assert "option" in answer.json()["detail"]
    chair = {**me("A"), "lvl": "hard"}
    answer = ask("POST", "/api/matches", json={"game": "bauab", "chairs": [chair, BOT]})
    assert answer.status_code == 400
    assert "lvl" in answer.json()["detail"]


def test_a_token_has_a_header_of_its_own_where_a_proxy_asks_for_a_password(site: Site) -> None:
    anna = site.visitor()
    match, (secret,) = anna.opens("bauab", me("Anna"), OPEN)
    for_the_proxy = {"Authorization": "Basic dXNlcjpwYXNzd29yZA=="}

    def mine(asks: Visitor, **headers: str) -> list[bool]:
        path = f"/api/matches/{match}"
        seats = asks.get(path, headers=for_the_proxy | headers)["seats"]
        return [seat["mine"] for seat in seats]

    assert mine(anna) == [True, False]
    assert mine(site.visitor()) == [False, False]
    assert mine(site.visitor(), **{"X-Tischlein-Token": secret}) == [True, False]
    headers = for_the_proxy | {"X-Tischlein-Token": f"{match}.0.{'x' * 32}"}
    wrong = site.visitor().ask("GET", f"/api/matches/{match}", headers=headers)
    assert wrong.status_code == 403


def test_a_misspelled_or_repeated_parameter_is_refused_by_its_name(shared: Site, over: str) -> None:
    visitor = shared.visitor()
    path = f"/api/matches/{over}"
    for wrong, detail in (
        ("view?scene=0", "scene: No such parameter; this address takes seat, have, scenes"),
        ("picture?lang=de", "lang: No such parameter; this address takes language"),
        ("record?utm_source=x", "utm_source: No such parameter; this address takes none"),
        ("view?seat=0&seat=1", "seat: Given 2 times"),
    ):
        answer = visitor.ask("GET", f"{path}/{wrong}")
        assert (answer.status_code, answer.json()["detail"]) == (400, detail)
    assert visitor.refused("POST", f"{path}/actions?seats=0", 400, {}) == "problem-request"
    # Addresses that people pass on are not the interface's, nor is what is not there.
    for shared_with in ("/", f"/match/{over}", "/api/telling/stop/x", "/health/live"):
        answer = visitor.ask("GET", f"{shared_with}?utm_source=mail&fbclid=1")
        assert answer.status_code in (200, 303), shared_with
    assert visitor.ask("GET", "/api/nothing?x=1").status_code == 404


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 400),
        ("Application/JSON; charset=utf-8", 400),
        ("application/problem+json", 400),
        ("", 400),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
    ],
)
def test_a_body_has_to_be_called_what_it_is(shared: Site, kind: str, status: int) -> None:
    ask = shared.visitor().ask
    answer = ask("POST", "/api/matches", content=b"{}", headers={"content-type": kind})
    assert answer.status_code == status
    if status == 415:
        said = f"Content-Type: Expected application/json, got {kind.partition(';')[0]}"
        assert answer.json()["detail"] == said
    assert answer.json()["phrase"]["key"] == "problem-request"


def test_a_body_has_to_come_as_it_is(shared: Site) -> None:
    ask = shared.visitor().ask
    for packed, status in (("gzip", 415), ("identity", 400)):
        headers = {"content-type": "application/json", "content-encoding": packed}
        answer = ask("POST", "/api/matches", content=b"{}", headers=headers)
        assert answer.status_code == status
        assert ("Content-Encoding: Expected none" in answer.text) is (status == 415)


def test_bodies_that_are_too_long_or_no_json_are_refused(site: Site) -> None:
    post = site.visitor().ask
    assert post("POST", "/api/matches", content=b"x" * 100_000).status_code == 413
    for nonsense in (b"", b"{", b"\xff\xfe", b"[" * 9000):
        assert post("POST", "/api/matches", content=nonsense).status_code == 400


def test_who_goes_away_in_the_middle_of_a_body_is_no_fault_of_the_server(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    heard = iter(
        [
            {"type": "http.request", "body": b'{"game": "bau', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )
    said: list[Any] = []

    async def receive() -> Any:
        return next(heard)

    async def send(message: Any) -> None:
        said.append(message)

    headers = [(b"content-type", b"application/json"), (b"content-length", b"100")]
    path = {"path": "/api/matches", "raw_path": b"/api/matches", "query_string": b""}
    scope = {"type": "http", "method": "POST", "headers": headers, "scheme": "http", **path}
    site.client.blocking_portal.call(site.client.app, scope, receive, send)
    assert said[0]["status"] == 400
    assert "has gone before its request was whole" in caplog.text
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING or one.exc_info]


def test_who_asks_too_fast_is_told_to_wait(tmp_path: Path) -> None:
    limits = Limits(requests=(0.001, 5), tables=(0.001, 1))
    with site_at(tmp_path / "db", limits) as site:
        visitor = site.visitor()
        visitor.ask("GET", "/")
        visitor.opens("bauab", me("Anna"), OPEN)
        body = {"game": "bauab", "chairs": [me("Anna"), OPEN]}
        assert visitor.refused("POST", "/api/matches", 429, body) == "problem-too-fast"
        for _ in range(3):
            visitor.get("/api/matches")
        answer = visitor.ask("GET", "/api/matches")
        assert answer.status_code == 429
        seconds = answer.json()["phrase"]["values"]["seconds"]
        assert 900 < seconds <= 1000
        assert answer.headers["retry-after"] == str(seconds)
        # Whoever comes from the same address is not kept waiting, nor is anybody for a page.
        assert visitor.ask("GET", "/").status_code != 429
        neighbour = site.visitor()
        neighbour.ask("GET", "/")
        neighbour.get("/api/matches")


def test_an_address_has_a_limit_however_many_sessions_it_makes_up(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(requests_of_address=(0.001, 3))) as site:
        for number in range(4):
            visitor = site.visitor()
            visitor.ask("GET", "/")
            answer = visitor.ask("GET", "/api/matches")
            assert answer.status_code == (429 if number == 3 else 200)


def test_what_is_computed_anew_costs_more(tmp_path: Path) -> None:
    limits = Limits(requests=(0.001, 12))
    with site_at(tmp_path / "db", limits) as site:
        match, anna, _ = running(site)  # two requests, by people without a session yet
        path = f"/api/matches/{match}/replay"
        codes = [anna.ask("GET", path).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


def test_bots_alone_play_at_a_few_tables_only(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", match_limits=MatchLimits(bots_alone=1), pause=1e6) as site:
        visitor = site.visitor()
        visitor.ask("GET", "/")
        visitor.opens("bauab", BOT, BOT)
        body = {"game": "bauab", "chairs": [BOT, BOT]}
        assert visitor.refused("POST", "/api/matches", 429, body) == "problem-bots-alone"
        visitor.opens("bauab", me("Anna"), BOT)


def test_a_school_behind_one_address_opens_its_pages(tmp_path: Path) -> None:
    """Thirty browsers load the first page at once, three times over."""
    paths = ("/", "/api/preparation", "/api/texts/core/de", "/api/art/core", "/api/matches")
    with site_at(tmp_path / "db") as site:
        for _ in range(30):
            pupil = site.visitor()
            for path in paths * 3:
                assert pupil.ask("GET", path).status_code != 429


def test_pages_of_other_sites_cannot_act_for_a_visitor(site: Site) -> None:
    match, anna, _ = running(site)
    headers = {"origin": "https://elsewhere.example"}
    answer = anna.ask("POST", f"/api/matches/{match}/leave", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["phrase"]["key"] == "problem-origin"


def test_pages_of_the_public_address_act_whatever_a_proxy_makes_of_the_host(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = NotificationSettings("https://Play.example.org")
    with site_at(tmp_path / "tischlein.db", notification_settings=settings) as site:
        anna = site.visitor()
        ours = {"origin": "https://play.example.org", "host": "127.0.0.1:8000"}
        body = {"game": BELL.key, "chairs": [me("Anna"), OPEN]}
        assert anna.ask("POST", "/api/matches", headers=ours, json=body).status_code == 201
        assert caplog.messages == []
        by_proxy = {"x-forwarded-for": "192.0.2.7", "host": "127.0.0.1:8000"}
        for origin in ("https://evil.example", "https://play.example.org:8443", "null", ""):
            wrong = by_proxy | {"origin": origin}
            answer = anna.ask("POST", "/api/matches", headers=wrong, json=body)
            assert (answer.status_code, origin) == (403, origin)
        (warned,) = caplog.messages
        assert "--public-url" in warned
        assert "example" not in warned


def test_wrong_methods_are_named_as_such(site: Site) -> None:
    assert site.visitor().refused("DELETE", "/api/matches", 405) == "problem-method"


# --- pages ---


@pytest.mark.parametrize("path", ["/", "/match/abc", "/seat", "/games/bauab", "/api/games"])
def test_every_answer_has_headers_that_keep_the_browser_safe(site: Site, path: str) -> None:
    headers = site.visitor().ask("GET", path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"


def test_the_clients_page_answers_wherever_a_link_may_lead(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<title>the client</title>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "sw.js").write_text("")
    monkeypatch.setattr(built, "FOLDER", folder)
    ask = site.visitor().ask
    copied = ("/match/abc.", "/match/abc.)", "/match/abc%E2%80%A6", "/match/abc%20")
    for path in ("/", "/match/abc", "/match/abc/7", "/seat", "/anything", *copied):
        assert ask("GET", path).text == "<title>the client</title>"
    assert ask("GET", "/favicon.svg").headers["content-type"].startswith("image/svg+xml")
    manifest = ask("GET", "/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    # An old worker must not stay because a browser keeps its script.
    assert ask("GET", "/sw.js").headers["cache-control"] == "no-cache"
    for path in ("/nothing.js", "/assets/nothing.js", "/tischlein.db", "/..%2ftischlein.db"):
        assert ask("GET", path).status_code == 404


def test_a_script_that_is_written_in_the_page_is_allowed_by_its_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built, "FOLDER", tmp_path)
    assert built.scripts_in_page() == []
    (tmp_path / "index.html").write_text('<script>dark()\n</script><script src="/a.js"></script>')
    digest = base64.b64encode(hashlib.sha256(b"dark()\n").digest()).decode()
    assert built.scripts_in_page() == [f"'sha256-{digest}'"]


def test_the_icons_of_the_installed_app_are_as_its_manifest_says() -> None:
    public = SOURCES.parents[1] / "client" / "public"
    icons = json.loads((public / "manifest.webmanifest").read_text())["icons"]
    for icon in icons:
        file = public / icon["src"].lstrip("/")
        if icon["type"] == "image/png":
            with Image.open(file) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
        else:
            assert "<svg" in file.read_text()
    with Image.open(public / "apple-touch-icon.png") as picture:
        assert picture.size == (180, 180)
    with Image.open(public / "favicon.ico") as picture:
        assert picture.size == (48, 48)
        assert picture.mode in ("RGB", "RGBA")


def test_a_missing_client_is_explained(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built, "FOLDER", tmp_path / "nothing")
    answer = site.visitor().ask("GET", "/")
    assert answer.status_code == 503
    assert "uv sync --reinstall-package tischlein" in answer.text


def test_no_cache_keeps_what_is_told_to_one_visitor_for_the_next(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    site.visitor().joins(match, "Ben")
    alike = ("/api/texts/", "/api/art/")  # the same for everybody, and asked for again each time
    found = anna.get("/schema/openapi.json")["paths"]
    places = {"match_id": match, "game": "bauab", "place": "core", "language": "en"}
    paths = [path.format_map(places) for path, methods in found.items() if "get" in methods]
    assert f"/api/matches/{match}/view" in paths
    for path in paths:
        answer = anna.ask("GET", path)
        kept = "no-cache" if path.startswith(alike) else "no-store"
        assert answer.headers.get_list("cache-control") == [kept], path
    assert anna.ask("GET", "/nothing.js").headers["cache-control"] == "no-store"
    assert anna.ask("POST", "/api/matches", json={}).headers["cache-control"] == "no-store"
    page = anna.ask("GET", "/")
    assert page.headers["set-cookie"]
    assert page.headers["cache-control"] == "private, no-cache"


def test_the_clients_scripts_are_kept_for_good_for_their_names_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js").write_text("play()")
    monkeypatch.setattr(built, "FOLDER", tmp_path)
    with site_at(tmp_path / "tischlein.db") as site:
        answer = site.visitor().ask("GET", "/assets/index-1a2b.js")
        assert answer.text == "play()"
        assert "immutable" in answer.headers["cache-control"]
        assert site.visitor().ask("GET", "/assets/..%2ftischlein.db").status_code == 404


def test_a_game_that_cannot_be_shown_hides_no_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = boxes.box

    def failing(key: str) -> GameInfo:
        if key == "raufer":
            raise RuntimeError("no cover")
        return shown(key)

    monkeypatch.setattr(boxes, "box", failing)
    keys = {game["key"] for game in site.visitor().ask("GET", "/api/games").json()}
    assert "bauab" in keys
    assert "raufer" not in keys


def test_long_answers_are_compressed(site: Site) -> None:
    answer = site.visitor().ask("GET", "/api/games", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


def test_files_from_the_build_are_compressed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = b"play();\n" * 875
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js").write_bytes(script)
    (tmp_path / "index.html").write_bytes(b"<title>client</title>\n" * 125)
    (tmp_path / "guide.html").write_bytes(b"<h1>guide</h1>\n" * 100)
    monkeypatch.setattr(built, "FOLDER", tmp_path)
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path)
    compressed = list[int]()

    class Noting:
        @staticmethod
        def compress(content: bytes, *, mtime: float) -> bytes:
            compressed.append(len(content))
            return gzip.compress(content, mtime=mtime)

    monkeypatch.setattr(compressing, "gzip", Noting)
    with site_at(tmp_path / "tischlein.db") as site:
        sent = {"/assets/index-1a2b.js": 7000, "/": 2750, "/docs/guide.html": 1500}
        for path, length in sent.items():
            for _ in range(2):
                answer = site.visitor().ask("GET", path, headers={"accept-encoding": "br, gzip"})
                assert answer.headers["content-encoding"] == "gzip"
                assert answer.headers["vary"] == "Accept-Encoding"
                assert int(answer.headers["content-length"]) < 200
                assert len(answer.content) == length
            plain = site.visitor().ask("GET", path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.content == answer.content
    assert compressed == [7000, 2750, 1500]


def test_everything_about_all_games_at_once_is_dear(tmp_path: Path) -> None:
    with site_at(tmp_path / "test.db", limits=Limits(requests=(1e-6, 9))) as site:
        anna = visited(site)
        for path in ("/api/shelf/en", "/api/games"):
            anna.get(path)
        assert anna.refused("GET", "/api/shelf/de", 429) == "problem-too-fast"


# --- words ---


def keys_of_problems() -> set[str]:
    """Return the keys of all problems that the sources can name."""
    keys = set()
    named = re.compile(r'Error\(\s*"([a-z-]+)"|_problem\("([a-z-]+)"|"problem-([a-z-]+)"')
    for folder in ("tables", "web"):
        for file in (SOURCES / folder).rglob("*.py"):
            for found in named.findall(file.read_text(encoding="utf-8")):
                keys.add("problem-" + "".join(found))
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_words_in_every_language(language: str) -> None:
    keys = keys_of_problems()
    assert len(keys) > 30
    assert [key for key in sorted(keys) if not has(language, key)] == []


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"game": "bauab"}, "data: Object missing required field `chairs`"),
        (
            {"game": "bauab", "chairs": [{"kind": "human"}]},
            (
                "chairs[0].kind: Invalid enum value 'human'; "
                "it is one of bot, me, open, player, program"
            ),
        ),
        (
            {"game": "bauab", "chairs": [], "seats": 2},
            (
                "data: Object contains unknown field `seats`; "
                f"it may have {', '.join(NewMatch.__struct_fields__)}"
            ),
        ),
        (
            {"game": "bauab", "chairs": [{"kind": "me", "colour": "red"}]},
            (
                "chairs[0]: Object contains unknown field `colour`; "
                "it may have kind, name, level, program, seat"
            ),
        ),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(
    site: Site, body: dict[str, object], detail: str
) -> None:
    answer = site.client.post("/api/matches", json=body)
    assert answer.status_code == 400
    assert answer.json()["detail"] == detail


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/matches", "GET, HEAD, OPTIONS, POST"),
        ("/api/card", "GET, HEAD, OPTIONS, POST"),
        ("/api/matches/x/talk", "GET, HEAD, OPTIONS, POST"),
        ("/api/matches/x/actions", "OPTIONS, POST"),
        ("/api/games", "GET, HEAD, OPTIONS"),
        ("/", "GET, HEAD, OPTIONS"),
    ],
)
def test_an_address_says_all_methods_that_it_has(site: Site, path: str, methods: str) -> None:
    """Whoever asks, and whoever uses another."""
    asked = site.client.options(path)
    assert (asked.status_code, asked.headers["allow"]) == (204, methods)
    refused = site.client.put(path)
    assert (refused.status_code, refused.headers["allow"]) == (405, methods)


def test_the_description_says_by_what_a_caller_is_known(site: Site) -> None:
    document = site.client.get("/schema/openapi.json").json()
    assert document["security"] == [{}, {"program": []}, {"token": []}, {"browser": []}]
    assert {*document["components"]["securitySchemes"]} == {"program", "token", "browser"}
    asked = document["paths"]["/api/matches/{match_id}/why-not"]["get"]
    assert "429" in asked["responses"]
