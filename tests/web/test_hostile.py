"""Frames that mean nothing, and people who say that they are others: neither does anything."""

import asyncio
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tests.tiny.bell
from tests.tables.playing import ANNA, asynchronous, hall_at, two_at_bauab
from tests.web.test_leaks import messages
from tests.web.visiting import OPEN, Site, Visitor, Window, lasting, me, site_at
from tischlein.tables.players import programs
from tischlein.web.http.limits import Limits, RateKey, RateLimiter
from tischlein.web.http.sessions import Caller
from tischlein.web.sockets import live

BELL = tests.tiny.bell.GAME
_ENDLESS = (1e9, 10**9)
LIMITS = Limits(messages=_ENDLESS, messages_of_address=_ENDLESS)
MEANT = (
    {"type": "act", "id": "c", "action": 3, "seen": 0, "elapsed": 100},
    {"type": "draft", "id": "d", "actions": [1, 2]},
    {"type": "why", "id": "w", "path": ["stock:1:2"], "after": [1]},
    {"type": "look", "seat": 1},
    {"type": "sync", "have": 1},
    {"type": "echo", "stamp": 1},
    {"type": "buzz", "elapsed": 5},
    {"type": "hurry"},
    {"type": "attention", "on": True},
    {"type": "ping"},
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1 << 80,
    1.5,
    1e308,
    "",
    "\x00",
    "ü" * 70,
    "A" * 5_000,
    [],
    [[]],
    {},
    {"type": "act"},
    [10**30] * 50,
    "\ud800",
)


def frames(count: int, seed: int) -> Iterator[str | bytes]:
    """Yield frames that have gone wrong in every way: a value, a key, bytes, length, nesting."""
    chooser = random.Random(seed)
    for _ in range(count):
        message: Any = dict(chooser.choice(MEANT))
        way = chooser.randrange(7)
        if way == 0:
            message[chooser.choice(list(message))] = chooser.choice(ODD)
        elif way == 1:
            del message[chooser.choice(list(message))]
        elif way == 2:
            message[chooser.choice(("id", "seat", "type", "more"))] = chooser.choice(ODD)
        text = json.dumps(message)
        if way == 3:
            raw = bytearray(text.encode())
            for _ in range(chooser.randint(1, 6)):
                raw[chooser.randrange(len(raw))] = chooser.randrange(256)
            yield bytes(raw)
        elif way == 4:
            yield text[: chooser.randrange(len(text))]
        elif way == 5:
            yield chooser.randbytes(chooser.randrange(200))
        elif way == 6 and chooser.random() < 0.02:
            yield chooser.choice('[{"') * chooser.randrange(16_000)
        else:
            yield text


class Ear:
    """A socket that hears what a connection says."""

    async def send(self, _: object) -> None:
        return


@pytest.mark.parametrize(
    "count",
    [3_000, pytest.param(10**6, marks=[pytest.mark.long, pytest.mark.timeout(7_200)])],
)
def test_malformed_frames_get_an_answer_and_do_nothing(
    tmp_path: Path, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    heard: Counter[str] = Counter()

    async def listen() -> None:
        async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
            socket: Any = Ear()
            buckets = RateLimiter(LIMITS).messages(RateKey("here", "here"))
            # A spectator: whatever might be understood by chance does nothing either.
            at_table = live.TableConnections(table)
            connection = live.Connection(socket, at_table, Caller("nobody"), buckets, 10**9, True)
            await table.observer(connection.view_seat)
            seats = table.match.seats
            for number, frame in enumerate(frames(count, seed=count)):
                await connection._receive(frame)
                while not connection._outbox.empty():
                    answer = json.loads(connection._outbox.get_nowait())
                    heard[answer.get("phrase", {}).get("key", answer["type"])] += 1
                if number % 1_000 == 0:
                    await asyncio.sleep(0)
            assert (table.number, table.match.seats) == (0, seats)
            assert not table.closed

    asyncio.run(listen())
    assert "problem-server" not in heard
    assert heard["problem-message"] > count / 3
    with capsys.disabled():
        print(f"\n{count} malformed frames: {dict(heard.most_common())}")


def test_bodies_that_are_no_text_are_answered_like_any_malformed_one(tmp_path: Path) -> None:
    bodies = (b'{"id": "\xff"}', b'{"\xc3": 1}', b"\xff", b'"\xed\xa0\x80"')
    json_body = {"content-type": "application/json"}
    limits = Limits(requests=_ENDLESS, tables=_ENDLESS, tables_of_address=_ENDLESS)
    with site_at(tmp_path / "db", limits) as site:
        paths = site.visitor().get("/schema/openapi.json")["paths"]
        asked = [
            (method, re.sub(r"\{.*?\}", "1", path))
            for path, operations in paths.items()
            for method, operation in operations.items()
            if "requestBody" in operation
        ]
        assert len(asked) > 10
        for method, path in asked:
            for body in bodies:
                answer = site.visitor().ask(method, path, content=body, headers=json_body)
                assert answer.status_code in (400, 403, 404), (path, answer.text)
        answer = site.visitor().ask("POST", "/api/matches", content=bodies[0], headers=json_body)
        assert answer.json()["phrase"]["key"] == "problem-request"
        assert answer.json()["detail"] == "JSON is malformed: it is not in UTF-8"


@pytest.mark.parametrize("depth", [100, 5_000, 60_000])
def test_nesting_of_any_depth_is_answered_like_any_malformed_message(
    tmp_path: Path, depth: int
) -> None:
    with site_at(tmp_path / "db") as site:
        match, anna, *_ = seated(site)
        with anna.at_table(match) as window:
            for begin, end in (("[", "]"), ('{"type":', "}")):
                window.socket.send_text(depth * begin + "1" + depth * end)
                assert window.hears("problem")["phrase"]["key"] == "problem-message"
            window.says(type="ping")
            assert window.hears("pong")


def seated(site: Site) -> tuple[str, Visitor, Visitor, str]:
    anna, ben = site.visitor(), site.visitor()
    for visitor in (anna, ben):
        visitor.ask("GET", "/")
    match, (secret,) = anna.opens(BELL.key, me("Anna"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    return match, anna, ben, secret


def answer_to(command: str, window: Window) -> Any:
    """Return the answer to a message with this id, passing over others."""
    while True:
        answer = window.hears("problem", "accepted", "refused", "drafted", "allowed")
        if answer["id"] == command:
            return answer


def test_nobody_speaks_for_another_by_any_message(tmp_path: Path) -> None:
    """Ben, a stranger and a program of another table try every message for Anna's seat."""
    with site_at(tmp_path / "db") as site:
        match, anna, ben, _ = seated(site)
        _, _, _, elsewhere = seated(site)
        stranger = site.visitor()
        stranger.ask("GET", "/")
        copied = site.visitor()
        copied.cookie = anna.cookie[:-1] + ("A" if anna.cookie[-1] != "A" else "B")
        tried: Counter[str] = Counter()
        path = f"/api/matches/{match}/view?scenes=0&seat=0"
        legal = anna.get(path)["legal"]
        assert legal
        for visitor in (stranger, copied):
            with visitor.at_table(match) as window:
                window.hears("view")
                for eyes in (0, 1):
                    window.says(type="look", seat=eyes)
                    assert window.hears("problem")["phrase"]["key"] == "problem-other-seat"
                for message in (
                    *messages({}, legal, BELL.actions, 0, ""),
                    {"type": "act", "id": "own", "action": legal[0], "seen": 0},
                    {"type": "why", "id": "w", "path": ["x"]},
                ):
                    tried[message["type"]] += 1
                    window.says(**message)
                    if message["type"] in ("act", "draft", "why"):
                        answer = answer_to(message["id"], window)
                        assert answer["phrase"]["key"] == "problem-not-your-seat", message
        with ben.at_table(match) as window:
            window.says(type="look", seat=0)
            assert window.hears("problem")["phrase"]["key"] == "problem-other-seat"
        program = Visitor(site.client, elsewhere)
        assert program.refused("GET", path, 403) == "problem-seat-secret"
        assert anna.get(f"/api/matches/{match}")["number"] == 0
        assert set(tried) >= {"act", "draft", "why", "look", "sync", "echo", "buzz", "hurry"}


def posted(secret: str, action: int, program: str) -> dict[str, Any]:
    """Return what can be posted to a table, with nothing wrong in it but who sends it.

    To join, and to ask for a bot's seat, is everybody's, so it is left out.
    """
    return {
        "actions": {"id": "1", "action": action, "seen": 0},
        "advice": {"seat": 0},
        "chairs": {"seat": 1, "level": "medium"},
        "consent": {"agree": True},
        "contributions": {"hashes": ["00" * 32]},
        "decline": None,
        "dismiss": {"seat": 0},
        "invitations": {"seat": 1, "program": program},
        "leave": None,
        "links": {"secret": secret},
        "name": {"seat": 0, "name": "Zoe"},
        "next": {"game": BELL.key, "chairs": [{"kind": "player", "seat": 0}, OPEN]},
        "programs": {"programs": True},
        "proposals": {"what": "end"},
        "rematch": {"contributes": False},
        "resign": {"seat": 0},
        "stand-in": {"seat": 0, "on": True},
        "talk": {"text": "hello", "seat": 0},
        "talk/rule": {"talk": "off"},
        "time": {"seconds": 60},
        "watching": {"watched": False},
    }


MEANINGLESS = frozenset({"problem-request", "problem-hash", "problem-contribution"})


def to_be_posted(site: Site) -> set[str]:
    """Return what can be posted to a table, as the application's own document has it."""
    paths = site.visitor().get("/schema/openapi.json")["paths"]
    posts = {path for path, verbs in paths.items() if "post" in verbs}
    return {asked for path in posts if (asked := path.partition("{match_id}/")[2])}


def test_nobody_speaks_for_another_by_any_request(tmp_path: Path) -> None:
    """At a table that waits and at one that plays, for whatever can be posted there."""
    with site_at(tmp_path / "db") as site:
        assert to_be_posted(site) == {*posted("", 0, ""), "join", "take-over"}
        program, _ = programs.registered("Deep Bell", "Ben", (BELL.key,), 1)
        asyncio.run(site.hall.store.save_program(program))
        anna = site.visitor()
        anna.ask("GET", "/")
        waiting, (secret,) = anna.opens(BELL.key, me("Anna"), OPEN, fixed=True)
        running, host, _, its_secret = seated(site)
        _, _, _, elsewhere = seated(site)
        stranger = site.visitor()
        stranger.ask("GET", "/")
        refused: dict[str, set[int]] = defaultdict(set)
        for match, holder, own in ((waiting, anna, secret), (running, host, its_secret)):
            view = f"/api/matches/{match}/view?scenes=0&seat=0"
            legal = holder.get(view)["legal"][0] if match == running else 0
            table, talk = f"/api/matches/{match}", f"/api/matches/{match}/talk"
            told, said = lasting(holder.get(table)), holder.get(talk)
            for asked, body in posted(own, legal, program.id).items():
                for visitor in (stranger, Visitor(site.client, elsewhere), site.visitor()):
                    answer = visitor.ask("POST", f"/api/matches/{match}/{asked}", json=body)
                    refused[asked].add(answer.status_code)
                    assert answer.status_code in (403, 409), (asked, answer.text)
                    assert answer.json()["phrase"]["key"] not in MEANINGLESS, (asked, answer.text)
                assert lasting(holder.get(table)) == told, asked
                assert holder.get(talk) == said, asked
        # Of each it is said at one table at least that it is not theirs to do; nothing is kept
        # for them that they could decline.
        assert {asked for asked, codes in refused.items() if 403 not in codes} == {"decline"}


@asynchronous
async def test_a_session_that_holds_nothing_changes_nothing(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
        assert Caller(ANNA).seats(table) == (0,)
        for nobody in (Caller(None), Caller(""), Caller("x")):
            assert nobody.seats(table) == ()
