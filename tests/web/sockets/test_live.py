"""Live play: two windows, gaps, repeated commands, other people's seats, too much, too fast."""

import asyncio
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

import tests.tiny.bell
import tests.tiny.dash
from tests.tables.playing import asynchronous, hall_at, play_on, two_at_bauab
from tests.tables.waiting import eventually
from tests.web.visiting import BOT, OPEN, PATIENCE, Site, Visitor, Window, me, play, site_at
from tischlein.core import records
from tischlein.core.errors import NotationError
from tischlein.core.position import Observation
from tischlein.core.registry import load
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import of
from tischlein.presentation.scenes import Scene
from tischlein.tables.chance import proof
from tischlein.tables.match import race
from tischlein.tables.match.observer import CachedScenes
from tischlein.tables.match.table import Table
from tischlein.tables.problems import ElsewhereError, TableClosedError, TooManyError
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.web.http import codes
from tischlein.web.http.limits import Limits, RateKey, RateLimiter
from tischlein.web.http.sessions import Caller
from tischlein.web.messages.sockets import Changed, FromServer
from tischlein.web.sockets import live, updates

BELL, DASH = tests.tiny.bell.GAME, tests.tiny.dash.GAME
FIRST = {"options": {"first": "A"}, "fixed": True}


def two(site: Site, game: str = "bauab", **more: object) -> tuple[str, Visitor, Visitor]:
    """Seat two people at a table, the first on seat A."""
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(game, me("Anna"), OPEN, fixed=True, **more)
    ben.joins(match, "Ben")
    return match, anna, ben


def test_a_whole_match_over_two_connections(site: Site) -> None:
    match, anna, ben = two(site)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        views = play(a, b)
        assert views[0]["scene"]["result"] == views[1]["scene"]["result"]
    assert anna.get(f"/api/matches/{match}")["status"] == "over"
    text = site.visitor().ask("GET", f"/api/matches/{match}/record").text
    record = records.read(text)
    assert record.names == ("Anna", "Ben")
    assert len(record.events) == views[0]["number"]
    assert proof.verify(record) is None


def test_the_table_and_the_whole_log_come_first(site: Site) -> None:
    match, anna, _ = two(site, options={"first": "A"})
    with anna.at_table(match) as a:
        assert a.hears("view").get("former") is None  # nobody has moved anything
        a.acts("1 a1")
    with anna.at_table(match) as again:
        table = again.socket.receive_json(timeout=PATIENCE)
        assert (table["type"], table["status"], table["looking"]) == ("table", "playing", 0)
        assert [seat["mine"] for seat in table["seats"]] == [True, False]
        assert len(table["commitment"]) == 64
        view = again.socket.receive_json(timeout=PATIENCE)
        assert (view["type"], view["fresh"], view["number"]) == ("view", True, 1)
        assert [entry["number"] for entry in view["entries"]] == [1]
        assert {"places", "pieces"} & set(view["former"])  # what the last action has moved


def test_the_end_of_an_occasion_is_shown_before_chance_leads_on(site: Site) -> None:
    match, anna, _ = two(site, "nussknacker", options={"start": "first"})
    with anna.at_table(match) as a:
        dealt = a.hears("view")["number"]
        assert a.acts("guess 1", seen=dealt)["type"] == "accepted"
        ended, led_on = a.hears("view"), a.hears("view")
        assert ended["number"] == dealt + 1
        assert ended["scene"]["moment"]
        assert led_on["number"] == 2 * dealt + 1
        assert "moment" not in led_on["scene"]
        assert [entry["number"] for entry in led_on["entries"]] == [
            *range(dealt + 2, 2 * dealt + 2)
        ]


def test_waiting_players_are_told_when_the_match_starts(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    with anna.at_table(match) as a:
        waiting = a.hears("table")
        assert (waiting["status"], waiting["looking"], waiting["host"]) == ("waiting", None, True)
        assert [seat["kind"] for seat in waiting["seats"]] == ["person", "open"]
        ben.joins(match, "Ben")
        started = a.hears("table")
        assert started["status"] == "playing"
        assert started["seats"][started["looking"]]["name"] == "Anna"
        view = a.hears("view")
        assert view["fresh"]
        assert view["number"] == 1


def test_an_accepted_action_is_answered_first_and_then_shown_to_all(site: Site) -> None:
    match, anna, ben = two(site, options={"first": "A"})
    with anna.at_table(match) as a, ben.at_table(match) as b:
        a.hears("view")
        b.hears("view")
        answer = a.acts("1 a1", "my command")
        assert answer == {"type": "accepted", "id": "my command", "number": 1}
        assert a.hears("view")["number"] == b.hears("view")["number"] == 1


def test_a_refused_action_names_the_rule_and_the_culprits(site: Site) -> None:
    match, anna, ben = two(site, options={"first": "A"})
    with anna.at_table(match) as a, ben.at_table(match) as b:
        a.acts("3 a1")
        refused = b.acts("3 b1", "c")
        assert (refused["type"], refused["id"], refused["rule"]) == ("refused", "c", "BAU-12")
        assert refused["culprits"]
        assert b.acts("3 b1", "c") == refused


def test_a_repeated_command_gets_the_same_answer_also_from_another_window(site: Site) -> None:
    match, anna, _ = two(site, options={"first": "A"})
    with anna.at_table(match) as a, anna.at_table(match) as other:
        first = a.acts("1 a1", "c1")
        assert a.acts("2 b2", "c1") == first
        assert other.acts("2 b2", "c1") == first
        assert anna.get(f"/api/matches/{match}")["number"] == 1


def test_why_tells_of_a_refusal_before_it_comes_to_that(site: Site) -> None:
    match, anna, ben = two(site, options={"first": "A"})
    with anna.at_table(match) as a, ben.at_table(match) as b:
        a.acts("3 a1")
        assert b.asks_why("stock:1:2", "plot:1")["rule"] == "BAU-12"
        assert b.asks_why("stock:1:2", "plot:5")["type"] == "allowed"
        assert b.asks_why("stock:1:2")["type"] == "allowed"
        assert b.asks_why(*["x"] * 500)["type"] == "allowed"


def test_a_gap_is_filled_by_asking_for_it(site: Site) -> None:
    match, anna, ben = two(site, options={"first": "A"})
    with anna.at_table(match) as a, ben.at_table(match) as b:
        for window, action in ((a, "1 a1"), (b, "1 d4"), (a, "2 a3")):
            window.acts(action)
    with anna.at_table(match) as a:
        a.hears("view")
        a.says(type="sync", have=1)
        view = a.hears("view")
        assert [entry["number"] for entry in view["entries"]] == [2, 3]
        assert not view["fresh"]
        for nonsense in (-5, 99):
            a.says(type="sync", have=nonsense)
            view = a.hears("view")
            assert view["fresh"]
            assert len(view["entries"]) == 3


def test_a_connection_lost_in_the_middle_is_taken_up_by_a_new_one(site: Site) -> None:
    match, anna, ben = two(site, options={"first": "A"})
    with ben.at_table(match) as b:
        b.hears("view")
        with anna.at_table(match) as a:
            a.acts("1 a1", "c1")
        assert b.acts("1 d4")["type"] == "accepted"
        with anna.at_table(match) as a:
            assert a.hears("view")["number"] == 2
            assert a.acts("1 a1", "c1")["number"] == 1
            assert a.acts("2 a3", "c2")["number"] == 3


def test_nobody_acts_for_a_seat_that_is_not_theirs(site: Site) -> None:
    match, anna, _ = two(site, options={"first": "A"})
    spectator = site.visitor()
    with spectator.at_table(match) as s, anna.at_table(match) as a:
        assert s.hears("table")["looking"] is None
        assert s.acts("1 a1")["phrase"]["key"] == "problem-not-your-seat"
        assert s.asks_why("plot:1")["phrase"]["key"] == "problem-not-your-seat"
        s.says(type="look", seat=0)
        assert s.hears("problem")["phrase"]["key"] == "problem-other-seat"
        a.says(type="look", seat=1)
        assert a.hears("problem")["phrase"]["key"] == "problem-other-seat"
        a.says(type="look", seat=77)
        assert a.hears("problem")["phrase"]["key"] == "problem-seat"
        a.acts("1 a1")
        assert s.hears("view")["scene"].get("choices", []) == []


def test_who_acts_before_the_match_begins_is_told_that(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    with anna.at_table(match) as a, site.visitor().at_table(match) as s:
        assert a.acts("1 a1")["phrase"]["key"] == "problem-not-started"
        assert a.asks_why("plot:1")["phrase"]["key"] == "problem-not-started"
        assert s.acts("1 a1")["phrase"]["key"] == "problem-not-your-seat"


def test_hot_seat_players_look_through_one_seat_after_the_other(site: Site) -> None:
    anna = site.visitor()
    match, secrets = anna.opens(BELL.key, me("Anna"), me("Otto"), fixed=True)
    assert len(secrets) == 2
    with anna.at_table(match) as a:
        table = a.hears("table")
        assert table["secrets"]
        assert (table["looking"], [seat["mine"] for seat in table["seats"]]) == (0, [True, True])
        assert a.acts("1")["type"] == "accepted"
        a.says(type="look", seat=1)
        assert a.hears("table")["looking"] == 1
        view = a.hears("view")
        while not view["fresh"]:
            view = a.hears("view")
        assert len(view["scene"]["choices"]) == 4
        assert a.acts("2")["type"] == "accepted"
        a.says(type="look", seat=None)
        assert a.hears("table")["looking"] is None


def test_what_a_seat_is_sent_does_not_depend_on_what_is_secret(site: Site) -> None:
    """Anna chooses differently in two matches; what Ben and a spectator hear is the same."""

    def heard(choice: str) -> list[object]:
        match, anna, ben = two(site, BELL.key)
        messages = []
        spectator = site.visitor()
        with (
            anna.at_table(match) as a,
            ben.at_table(match) as b,
            spectator.at_table(match) as s,
        ):
            for window in (b, s):
                window.hears("view")
            assert a.acts(choice)["type"] == "accepted"
            for window in (b, s):
                view = window.hears("view")
                for entry in view["entries"]:
                    del entry["at"]
                messages.append(view)
        return messages

    assert heard("1") == heard("2")


def test_presence_is_shown_to_the_others(site: Site) -> None:
    match, anna, ben = two(site)
    with anna.at_table(match) as a:
        assert [seat["present"] for seat in a.hears("table")["seats"]] == [True, False]
        with ben.at_table(match):
            while not a.hears("table")["seats"][1]["present"]:
                pass
        while a.hears("table")["seats"][1]["present"]:
            pass


def test_a_match_against_a_bot_goes_to_its_end(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), BOT, fixed=True, contributes=True)
    with anna.at_table(match) as a:
        assert a.hears("table")["status"] == "waiting"
        anna.contributes(match, b"a" * 16, at_once=True)
        view = a.hears("view")
        while "result" not in view["scene"]:
            if view["scene"].get("choices"):
                number = a.acts(view["scene"]["choices"][0]["action"])["number"]
                while view["number"] < number:
                    view = a.hears("view")
            else:
                view = a.hears("view")
    states = [seat["state"] for seat in anna.get(f"/api/matches/{match}/fairness")["seats"]]
    assert states == ["revealed", "none"]


def test_a_program_may_do_without_scenes(site: Site) -> None:
    anna = site.visitor()
    match, secrets = anna.opens(BELL.key, me("Anna"), me("Otto"), fixed=True)
    program = Visitor(site.client, secrets[1])
    with program.at_table(match, params={"scenes": 0}) as p, anna.at_table(match) as a:
        told = p.hears("happened")
        assert (told["fresh"], told["acting"], told["legal"]) == (True, [0, 1], [0, 1, 2, 3])
        assert p.acts(2)["number"] == 1
        told = p.hears("happened")
        assert (told["number"], told["legal"], len(told["entries"])) == (1, [3], 1)
        assert a.hears("view")["number"] >= 0


def test_after_the_end_everybody_may_look_through_all_eyes(site: Site) -> None:
    match, anna, ben = two(site, BELL.key)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    with site.visitor().at_table(match) as s:
        s.hears("view")
        s.says(type="look", seat=1)
        assert s.hears("table")["looking"] == 1


def test_also_after_an_early_end_who_looks_through_other_eyes_goes_on_when_others_come(
    site: Site,
) -> None:
    match, anna, ben = two(site, BELL.key)
    anna.post(f"/api/matches/{match}/resign", {"seat": 0})
    with anna.at_table(match) as window:
        window.hears("view")
        window.says(type="look", seat=1)
        window.hears("view")
        with ben.at_table(match) as other:
            other.hears("view")
            assert window.hears("table")["looking"] == 1


def test_a_race_is_measured_and_the_late_claim_is_told_by_how_much(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is, what is told is believed, and both claims come in time.
    monkeypatch.setattr(race, "SLACK", 1_000 * PATIENCE)
    monkeypatch.setattr(race, "WINDOW", (1_000, 1_000))
    match, anna, ben = two(site, DASH.key)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        for window in (a, b):
            window.says(type="echo", stamp=window.hears("probe")["stamp"])
            window.says(type="echo", stamp=12345)
        a.acts("go")
        for window in (a, b):
            while not (view := window.hears("view"))["scene"].get("race"):
                assert view["film"] is None
            assert view["film"]["frames"] == 30
        b.says(type="act", id="b", action="right", seen=2, elapsed=280)
        a.says(type="act", id="a", action="right", seen=2, elapsed=180)
        b.says(type="ping")
        assert b.hears("pong", "accepted", "refused")["type"] == "pong"
        assert a.hears("accepted", "refused") == {"type": "accepted", "id": "a", "number": 3}
        late = b.hears("accepted", "refused")
        assert (late["type"], late["phrase"]["key"]) == ("refused", "problem-too-late")
        assert late["phrase"]["values"] == {"milliseconds": 100}


def test_a_film_is_shown_once_and_not_to_who_comes_later(site: Site) -> None:
    match, anna, _ = two(site, DASH.key)
    with anna.at_table(match) as a:
        a.acts("go")
        while a.hears("view")["number"] < 2:
            pass
    with anna.at_table(match) as again:
        assert again.hears("view")["film"] is None


def test_a_draft_is_shown_to_its_seat_alone_and_explains_refusals(site: Site) -> None:
    match, anna, ben = two(site, "schlauraff", options={"columns": "4"})
    with anna.at_table(match) as a, ben.at_table(match) as b:
        assert a.hears("table")["drafts"]
        view = a.hears("view")
        mine, other = (a, b) if view["scene"].get("choices") else (b, a)
        scene = view["scene"] if mine is a else b.hears("view")["scene"]
        action = scene["choices"][0]["action"]
        mine.says(type="draft", id="d1", actions=[action])
        drafted = mine.hears("drafted", "refused")
        assert (drafted["id"], drafted["number"]) == ("d1", view["number"])
        assert drafted["scene"] != scene
        mine.says(type="draft", id="d2", actions=[action] * 9)
        assert mine.hears("drafted", "refused")["id"] == "d2"
        other.says(type="draft", id="d3", actions=[action])
        assert other.hears("refused", "drafted")["rule"].startswith("SLR-")
        mine.says(type="why", id="w", path=list(scene["choices"][0]["path"]), after=[action])
        assert mine.hears("refused", "allowed")["id"] == "w"
        assert anna.get(f"/api/matches/{match}")["number"] == view["number"]


@pytest.mark.parametrize(
    "game", ["bauab", "down_under", "drunter", "nussknacker", "raufer", "schlauraff"]
)
def test_aids_come_when_they_are_asked_for(site: Site, game: str) -> None:
    host = site.visitor()
    chairs = [me(f"P{number}") for number in range(load(game).seats[-1])]
    match, secrets = host.opens(game, *chairs, fixed=True)
    seated = [Visitor(site.client, secret) for secret in secrets]
    brought = 0
    for number in range(12):
        looks = [(one, one.get(f"/api/matches/{match}/view")) for one in seated]
        for visitor, look in looks[: number % 4]:
            with visitor.at_table(match, params={"aids": 0}) as window:
                bare = window.hears("view")
                off = {layer["id"] for layer in bare["scene"]["layers"] if "on" not in layer}
                assert not off & {one.get("layer") for one in layered(bare["scene"])}
                window.says(type="aids", on=True)
                shown = window.hears("view")
                assert shown["base"] == shown["number"] == bare["number"]
                assert shown["scene"] == look["scene"]
                brought += shown["scene"] != bare["scene"]
                window.says(type="aids", on=False)
                assert window.hears("view")["scene"] == bare["scene"]
        visitor, choice = next(
            (visitor, choice)
            for visitor, look in looks
            for choice in look["scene"].get("choices", [])
            if not choice["path"][0].startswith("guess:")  # with luck, those would end the match
        )
        act = {"id": f"a{number}", "action": choice["action"], "seen": looks[0][1]["number"]}
        visitor.post(f"/api/matches/{match}/actions", act)
    assert brought


def layered(scene: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = ("pieces", "pictures", "lines", "letterings", "told")
    return [one for kind in kinds for one in scene.get(kind, [])]


def test_a_ping_is_answered(site: Site) -> None:
    match, anna, _ = two(site)
    with anna.at_table(match) as a:
        a.says(type="ping")
        assert a.hears("pong") == {"type": "pong"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "{}",
        '{"type":"act"}',
        '{"type":"reset"}',
        '{"type":"act","id":7,"action":1,"seen":0}',
        '{"type":"act","id":"c","action":1.5,"seen":0}',
        '{"type":"act","id":"c","action":null,"seen":0}',
        '{"type":"look","seat":"A"}',
        '{"type":"sync"}',
        "\ud83c",
        "[" * 10_000,
        pytest.param(
            '{"type":"ping","more":' + 3_000 * "[" + 3_000 * "]" + "}",
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 12), reason="there it is read to its end, and is a ping"
            ),
        ),
    ],
)
def test_messages_that_mean_nothing_are_problems_and_do_no_harm(shared: Site, text: str) -> None:
    match, anna, _ = two(shared, options={"first": "A"})
    with anna.at_table(match) as a:
        a.socket.send_text(text)
        problem = a.hears("problem")
        assert problem["phrase"]["key"] == "problem-message"
        assert problem["detail"]
        assert a.acts("1 a1")["type"] == "accepted"


def test_a_message_of_no_kind_is_told_which_kinds_there_are(shared: Site) -> None:
    match, anna, _ = two(shared)
    with anna.at_table(match) as a:
        a.says(type="fly")
        told = a.hears("problem")["detail"]
        assert told.startswith("Invalid value 'fly' - at `$.type`; it is one of act, why, draft, ")


def test_a_field_that_a_message_does_not_have_is_told_with_those_it_may_have(shared: Site) -> None:
    match, anna, _ = two(shared)
    with anna.at_table(match) as a:
        a.says(type="act", id="1", action=1, colour="red")
        assert a.hears("problem")["detail"] == (
            "Object contains unknown field `colour`; it may have id, action, seen, elapsed"
        )


def test_a_message_however_deep_does_no_harm(shared: Site) -> None:
    """How deep may be read differs between versions of Python."""
    match, anna, _ = two(shared, options={"first": "A"})
    with anna.at_table(match) as a:
        a.socket.send_text('{"type":"ping","more":' + 8_000 * "[" + 8_000 * "]" + "}")
        assert a.hears("pong", "problem")
        assert a.acts("1 a1")["type"] == "accepted"


def test_a_problem_names_the_command_that_it_is_about(site: Site) -> None:
    match, anna, _ = two(site)
    with anna.at_table(match) as a:
        a.says(type="act", id="mine", action=None)
        assert a.hears("problem")["id"] == "mine"
        for command in ("", "x" * 65):
            a.says(type="act", id=command, action=0, seen=0)
            assert a.hears("problem")["phrase"]["key"] == "problem-command-id"


def test_who_talks_too_fast_is_told_so(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(messages=(0.001, 5))) as site:
        match, anna, _ = two(site)
        with anna.at_table(match) as a:
            for _ in range(6):
                a.says(type="ping")
            assert [a.hears("pong", "problem")["type"] for _ in range(6)] == ["pong"] * 5 + [
                "problem"
            ]


def test_a_second_window_of_a_session_does_not_double_what_it_may_say(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(messages=(0.001, 5))) as site:
        match, anna, _ = two(site)
        with anna.at_table(match) as a, anna.at_table(match) as other:
            for window in (a, other, a, other, a, other):
                window.says(type="ping")
                answer = window.hears("pong", "problem")
            assert answer["type"] == "problem"
            assert answer["phrase"]["values"]["seconds"] > 900


def test_a_draft_costs_more_than_a_ping(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(messages=(0.001, 5))) as site:
        match, anna, _ = two(site, "schlauraff", options={"columns": "4"})
        with anna.at_table(match) as a:
            for number in range(2):
                a.says(type="draft", id=f"d{number}", actions=[])
            answers = [a.hears("drafted", "refused", "problem") for _ in range(2)]
            assert answers[0]["type"] != "problem"
            assert answers[1]["phrase"]["key"] == "problem-too-fast"
            assert answers[1]["id"] == "d1"


class Stuck:
    """A socket on whose other side nobody reads or writes."""

    def __init__(self) -> None:
        self.closed = 0

    async def send(self, _: object) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> object:
        await asyncio.Event().wait()
        return None

    async def close(self, code: int) -> None:
        self.closed = code


def stuck_at(table: Table, outbox: int) -> tuple[Stuck, live.TableConnections, asyncio.Task[None]]:
    """Have somebody look on who reads nothing of what is put into their outbox."""
    socket: Any = Stuck()
    at_table = live.TableConnections(table)
    buckets = RateLimiter(Limits()).messages(RateKey("here", "here"))
    connection = live.Connection(socket, at_table, Caller(None), buckets, outbox, True)
    return socket, at_table, asyncio.create_task(connection.serve())


@asynchronous
async def test_who_reads_too_slowly_is_dropped_and_holds_nobody_up(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
        socket, at_table, serving = stuck_at(table, outbox=5)
        await play_on(table, most=10)
        await serving
        assert socket.closed == codes.TOO_SLOW
        assert at_table.connections == set()
        assert table.number == 10


@asynchronous
async def test_who_asks_for_everything_again_and_again_and_reads_nothing_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
        socket, at_table, serving = stuck_at(table, outbox=10**6)
        await eventually(lambda: any(one._sending for one in at_table.connections))
        (connection,) = at_table.connections
        await connection._receive('{"type": "sync", "have": 0}')
        waiting = [len(text) for text in connection._outbox._items]
        monkeypatch.setattr(live, "MOST_WAITING", sum(waiting) + waiting[-1])
        await connection._receive('{"type": "sync", "have": 0}')
        assert at_table.connections == {connection}
        await connection._receive('{"type": "sync", "have": 0}')
        await serving
        assert socket.closed == codes.TOO_SLOW
        assert at_table.connections == set()


@asynchronous
async def test_a_text_of_any_length_may_wait_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WAITING", 10)
    outbox = live._Outbox(5)
    outbox.put_nowait("a" * 1000)
    with pytest.raises(asyncio.QueueFull):
        outbox.put_nowait("b")
    assert await outbox.get() == "a" * 1000
    outbox.put_nowait("b")


@asynchronous
async def test_who_is_at_a_table_that_goes_elsewhere_is_told_to_come_back_at_once(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
        socket, at_table, serving = stuck_at(table, outbox=50)
        await play_on(table, most=4)
        assert at_table.connections
        table.drop_listeners()
        await serving
        assert socket.closed == codes.RESTARTING


def test_there_is_an_end_to_connections(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(connections_of_session=2)) as site:
        match, anna, ben = two(site)
        with anna.at_table(match) as a, anna.at_table(match) as other, ben.at_table(match) as b:
            for window in (a, other, b):
                window.hears("table")
            with anna.at_table(match) as third:
                assert third.hears("problem")["phrase"]["key"] == "problem-connections"
                with pytest.raises(WebSocketDisconnect) as caught:
                    third.hears("view")
                assert caught.value.code == codes.TOO_MANY


def test_whoever_looks_on_without_a_session_keeps_no_other_such_one_out(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(connections_of_session=1)) as site:
        match, _, _ = two(site)
        someone, other = (site.visitor().at_table(match, host=f"192.0.2.{n}") for n in (1, 2))
        with someone as window, other as elsewhere:
            for one in (window, elsewhere):
                assert one.hears("table")["type"] == "table"
            with site.visitor().at_table(match, host="192.0.2.1") as second:
                assert second.hears("problem")["phrase"]["key"] == "problem-connections"
        with site.visitor().at_table(match, host="192.0.2.1") as again:
            assert again.hears("table", "problem")["type"] == "table"


def test_an_address_does_not_take_all_connections(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", Limits(connections_of_address=1)) as site:
        match, anna, ben = two(site)
        with anna.at_table(match) as a:
            a.hears("table")
            with ben.at_table(match) as b:
                problem = b.hears("problem")["phrase"]
                assert problem["key"] == "problem-address-connections"
                assert problem["values"]["seconds"] >= 1
                with pytest.raises(WebSocketDisconnect) as caught:
                    b.hears("view")
                assert caught.value.code == codes.TOO_MANY


@pytest.mark.parametrize("error", [NotationError("unheard of"), ValueError("unheard of")])
def test_a_message_that_fails_here_is_told_of_and_ends_nothing(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    match, anna, _ = two(site)

    async def fails(*_: object, **__: object) -> None:
        raise error

    with anna.at_table(match) as a:
        with monkeypatch.context() as broken:
            broken.setattr(Table, "act", fails)
            told = a.acts(0, "mine")
            assert (told["phrase"]["key"], told["id"]) == ("problem-server", "mine")
        assert f"match {match}" in caplog.text
        a.says(type="ping")
        assert a.hears("pong")


def test_who_cannot_be_told_what_was_said_is_not_taken_for_present(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, ben = two(site)

    async def away(*_: object) -> None:
        raise StoreUnavailableError("the database failed")

    with ben.at_table(match) as b:
        b.hears("table")
        with monkeypatch.context() as broken:
            broken.setattr(Table, "remarks", away)
            with pytest.raises(WebSocketDisconnect), anna.at_table(match) as a:
                a.hears("accepted")
        while b.hears("table")["seats"][0]["present"]:
            pass  # she has come; that she has gone follows
    with anna.at_table(match) as a:
        assert a.hears("view")


def test_a_drawing_that_fails_ends_the_connection_of_its_viewer_alone(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, anna, _ = two(site, options={"first": "A"})
    drawn = CachedScenes.scene

    def scene(seen: CachedScenes, *, aided: bool) -> Scene:
        if seen.observation.seat == SPECTATOR:
            raise IndexError("a picture with a fault")
        return drawn(seen, aided=aided)

    with anna.at_table(match) as a, site.visitor().at_table(match) as other:
        a.hears("view")
        other.hears("view")
        monkeypatch.setattr(CachedScenes, "scene", scene)
        assert a.acts("1 a1")["type"] == "accepted"
        with pytest.raises(WebSocketDisconnect):
            other.hears("view")
        a.says(type="sync", have=0)
        assert a.hears("view")["number"] > 0
    assert "a picture with a fault" in caplog.text


def test_who_signs_out_while_a_table_is_looked_at_does_not_get_to_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, ben = two(site)
    looking, signed_out = threading.Event(), threading.Event()
    look = Table.observer

    async def slow(table: Table, eyes: int, *, aided: bool = True) -> None:
        looking.set()
        await asyncio.to_thread(signed_out.wait)
        await look(table, eyes, aided=aided)

    with ben.at_table(match) as b:
        b.hears("view")
        monkeypatch.setattr(Table, "observer", slow)
        with anna.at_table(match) as a:
            assert looking.wait(PATIENCE)
            anna.post("/api/session/end")
            signed_out.set()
            with pytest.raises(WebSocketDisconnect) as closed:
                a.hears("accepted")
    assert closed.value.code == codes.GOING_AWAY


def test_who_comes_to_a_node_that_has_just_lost_the_match_is_sent_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = two(site)

    def lost(*_: object) -> None:
        raise ElsewhereError

    monkeypatch.setattr(site.hall, "table", lost)
    with anna.at_table(match) as a, pytest.raises(WebSocketDisconnect) as closed:
        a.hears("table")
    assert closed.value.code == codes.RESTARTING


def test_who_acts_while_the_table_is_put_away_comes_back_and_is_answered(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The action may have been stored: that it failed would be a lie."""
    match, anna, _ = two(site, options={"first": "A"})
    acts = Table.act

    async def put_away(table: Table, *given: Any, **more: Any) -> Any:
        await acts(table, *given, **more)
        raise TableClosedError

    with monkeypatch.context() as patched, anna.at_table(match) as a:
        patched.setattr(Table, "act", put_away)
        with pytest.raises(WebSocketDisconnect) as closed:
            a.acts("1 a1", "once")
    assert closed.value.code == codes.RESTARTING
    with anna.at_table(match) as a:
        answer = a.acts("1 a1", "once")
    assert (answer["type"], answer["number"]) == ("accepted", 1)


def test_a_connection_to_no_match_is_told_so(site: Site) -> None:
    with site.visitor().at_table("nosuchmatch") as window:
        assert window.hears("problem")["phrase"]["key"] == "problem-match"
        with pytest.raises(WebSocketDisconnect) as caught:
            window.hears("view")
        assert caught.value.code == codes.NOT_FOUND


def test_pages_of_other_sites_get_no_connection(site: Site) -> None:
    match, anna, _ = two(site)
    origin = {"origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect), anna.at_table(match, headers=origin) as a:
        a.hears("table")
    with anna.at_table(match, headers={"origin": "http://testserver.local"}) as a:
        a.hears("table")


def test_a_rematch_is_announced_at_the_old_table(site: Site) -> None:
    match, anna, ben = two(site, BELL.key)
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
        again = anna.post(f"/api/matches/{match}/rematch", {"contributes": True})
        table = b.hears("table")
        while not table["rematch"]:
            table = b.hears("table")
        assert table["rematch"] == again["match"] != match
        anna.contributes(again["match"], b"a" * 16)
        ben.joins(again["match"], "Ben")
        anna.contributes(again["match"], b"a" * 16, shown=True)
    assert anna.get(f"/api/matches/{again['match']}")["status"] == "playing"


def test_a_view_costs_one_drawing_for_all_who_look_through_the_same_eyes(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = two(site, options={"first": "A"})
    spectators = [site.visitor() for _ in range(3)]
    drawn = []
    bauab = of(load("bauab"))
    draw = bauab.scene

    def counted(observation: Observation) -> Scene:
        drawn.append(observation)
        return draw(observation)

    with anna.at_table(match) as a:
        a.hears("view")
        with (
            spectators[0].at_table(match) as s,
            spectators[1].at_table(match) as t,
            spectators[2].at_table(match) as u,
        ):
            windows: list[Window] = [a, s, t, u]
            for window in (s, t, u):
                window.hears("view")
            monkeypatch.setitem(vars(bauab), "scene", counted)
            a.acts("1 a1")
            assert {window.hears("view")["number"] for window in windows} == {1}
            assert len(drawn) == 2  # Anna's eyes and the spectators'


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[Changed]:
    """Return the changes of scenes that have been encoded, as they come."""
    found: list[Changed] = []
    encode = updates.encode

    def counted(message: FromServer) -> str:
        if isinstance(message, Changed):
            found.append(message)
        return encode(message)

    monkeypatch.setattr(updates, "encode", counted)
    return found


def test_seats_that_are_shown_and_told_the_same_get_one_message(
    site: Site, changes: list[Changed]
) -> None:
    anna, ben, cleo = (site.visitor() for _ in range(3))
    match, _ = anna.opens("misd", me("Anna"), OPEN, OPEN, fixed=True)
    ben.joins(match, "Ben")
    cleo.joins(match, "Cleo")
    with anna.at_table(match) as a, ben.at_table(match) as b, cleo.at_table(match) as c:
        windows = [a, b, c]
        views = [window.hears("view") for window in windows]
        (awaited,) = views[0]["scene"]["awaited"]
        turner = windows.pop(awaited)
        number = turner.acts("turn")["number"]
        views = [window.hears("view") for window in (turner, *windows)]
        assert [view["number"] for view in views] == [number] * 3
        assert "buttons" not in views[0]["scene"]
        assert len([one for one in changes if one.number == number]) == 2  # the turner's is another


def test_seats_whose_scenes_change_alike_get_one_message(
    site: Site, changes: list[Changed]
) -> None:
    """Each has a hand of their own, but a card that is played is the same card for all."""
    visitors = [site.visitor() for _ in range(4)]
    match, _ = visitors[0].opens("raufer", me("Anna"), OPEN, OPEN, OPEN, fixed=True)
    for name, visitor in zip(("Ben", "Cleo", "Dora"), visitors[1:], strict=True):
        visitor.joins(match, name)
    with ExitStack() as tables:
        windows = [tables.enter_context(visitor.at_table(match)) for visitor in visitors]
        views = [window.hears("view") for window in windows]
        (awaited,) = views[0]["scene"]["awaited"]
        action = views[awaited]["scene"]["choices"][0]["action"]
        number = windows[awaited].acts(action)["number"]
        for window in windows:
            window.hears("view")
        told = [one for one in changes if one.base == number - 1]
        assert 0 < len(told) < len(windows)


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("match", "/api/matches/{match}/live"),
        ("remarks", "/api/matches/{match}/live"),
        ("match", "/api/matches/{match}/company"),
        ("match", "/api/matches/{match}/line?at=0"),
    ],
)
def test_who_comes_while_storage_is_away_is_told_so_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, path: str
) -> None:
    """Closed as unknown, a match would be given up by its browsers."""
    file = tmp_path / "tischlein.db"
    with site_at(file) as site:
        match, _, _ = two(site)

    async def away(*_: object) -> None:
        raise StoreUnavailableError("away")

    with ExitStack() as later:
        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, where, away)  # the match is in nobody's memory now
            site = later.enter_context(site_at(file))
            with site.visitor().at(path.format(match=match)) as window:
                assert window.hears("problem")["phrase"]["key"] == "problem-storage"
                with pytest.raises(WebSocketDisconnect) as ended:
                    window.hears("nothing more")
                assert ended.value.code == codes.TRY_LATER
        with site.visitor().at_table(match) as window:
            assert window.hears("view")


def closing_code(window: Window) -> int:
    with pytest.raises(WebSocketDisconnect) as ended:
        window.hears("nothing more")
    return ended.value.code


def test_who_is_just_coming_when_a_match_becomes_another_nodes_is_sent_there(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise they would sit at a table at which nothing happens any more."""
    match, anna, _ = two(site)
    observer = Table.observer

    async def lost_meanwhile(table: Table, seat: int, *, aided: bool = True) -> Any:
        found = await observer(table, seat, aided=aided)
        site.hall.tables.drop_lost(match)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Table, "observer", lost_meanwhile)
        with anna.at_table(match) as window:
            assert closing_code(window) == codes.RESTARTING
    with anna.at_table(match) as window:
        assert window.hears("view")


@pytest.mark.parametrize("asked", ["observer", "remarks"])
def test_who_comes_while_a_table_is_put_away_comes_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Closed as unknown, it would be given up by a browser that has never seen it."""
    match, anna, _ = two(site)

    async def closed(*_: object, **__: object) -> None:
        raise TableClosedError

    with monkeypatch.context() as patch:
        patch.setattr(Table, asked, closed)
        with anna.at_table(match) as window:
            assert closing_code(window) == codes.RESTARTING


@pytest.mark.parametrize("error", [StoreUnavailableError("away"), TooManyError("table-busy")])
@pytest.mark.parametrize(
    "message", [{"type": "look", "seat": None}, {"type": "sync", "have": 0}], ids=["look", "sync"]
)
def test_who_cannot_be_shown_what_they_ask_for_comes_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, message: dict[str, Any], error: Exception
) -> None:
    """A browser that waits for a view passes over all others until then."""
    match, anna, _ = two(site)

    async def away(*_: object, **__: object) -> None:
        raise error

    with anna.at_table(match) as window:
        window.hears("view")
        monkeypatch.setattr(Table, "observer", away)
        window.socket.send_json(message)
        assert closing_code(window) == codes.TRY_LATER


def test_what_storage_keeps_from_being_done_is_told_in_its_words(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailableError("away")

    match, anna, _ = two(site)
    with anna.at_table(match) as a:
        a.hears("view")
        monkeypatch.setattr(Table, "act", away)
        answer = a.acts("1 a1", command="once")
        told = answer["type"], answer["id"], answer["phrase"]["key"]
        assert told == ("problem", "once", "problem-storage")
