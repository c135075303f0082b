"""Frames that mean nothing, and people who say that they are others: neither does anything."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tests.tiny.bell
from tests.tables.playing import ANNA, asynchronous, hall_at, two_at_bauab
from tests.web.test_leaks import messages
from tests.web.visiting import OPEN, Site, Visitor, Window, me, site_at
from tischlein.web import coming, deciding, live, looking_back, matches, talking
from tischlein.web.limits import Door, Limits, Payer
from tischlein.web.sessions import Caller

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
            purse = Door(LIMITS).messages(Payer("here", "here"))
            # A spectator: whatever might be understood by chance does nothing either.
            audience = live.Audience(table)
            connection = live.Connection(socket, audience, Caller("nobody"), purse, 10**9, True)
            await table.look(connection.eyes)
            seats = table.match.seats
            for number, frame in enumerate(frames(count, seed=count)):
                await connection._answer(frame)
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


BODIES: dict[str, Any] = {
    "join": {"name": "Mallory"},
    "chairs": {"seat": 0, "level": "medium"},
    "stand-in": {"seat": 0, "on": True},
    "links": {"secret": "SECRET"},
    "proposals": {"what": "end"},
    "consent": {"agree": True},
    "resign": {"seat": 0},
    "dismiss": {"seat": 0},
    "actions": {"id": "1", "action": 0, "seen": 0},
    "talk": {"text": "hello", "seat": 0},
    "talk/rule": {"talk": "off"},
    "programs": {"programs": False},
    "advice": {"seat": 0},
}


def test_nobody_speaks_for_another_by_any_request(tmp_path: Path) -> None:
    posts = {
        path
        for part in (matches, coming, deciding, talking, looking_back)
        for handler in part.HANDLERS
        for path in handler.paths
        if "POST" in handler.http_methods and "{match_id" in path
    }
    assert len(posts) >= 9
    with site_at(tmp_path / "db") as site:
        match, anna, _, secret = seated(site)
        _, _, _, elsewhere = seated(site)
        stranger = site.visitor()
        stranger.ask("GET", "/")
        told = anna.get(f"/api/matches/{match}")
        for path in sorted(posts):
            asked = path.partition("{match_id:str}/")[2]
            body = BODIES.get(asked)
            if asked == "links":
                body = {"secret": secret}
            for visitor in (stranger, Visitor(site.client, elsewhere), site.visitor()):
                answer = visitor.ask("POST", path.replace("{match_id:str}", match), json=body)
                assert answer.status_code in (400, 403, 409), (path, answer.text)
            assert anna.get(f"/api/matches/{match}") == told, path


@asynchronous
async def test_a_session_that_holds_nothing_changes_nothing(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall, hall.table(await two_at_bauab(hall)) as table:
        assert Caller(ANNA).seats(table) == (0,)
        for nobody in (Caller(None), Caller(""), Caller("x")):
            assert nobody.seats(table) == ()
