"""Nothing that a seat can receive tells what the seat may not know.

A table's position is exchanged for a determinization, which the seat cannot tell from the truth;
then the seat is sent everything once more, over the same sockets and requests, and nothing of it
may be different. Kinds of messages that are added later have to be added here.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import tests.tiny.bell
import tests.tiny.kuhn
from tests.web.visiting import PATIENCE, Site, Visitor, lasting, me, site_at
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, new_rng
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.drawing import Drawing
from tischlein.tables.match.observer import CachedScenes, Observer
from tischlein.tables.match.standing import Standing
from tischlein.tables.match.table import Table
from tischlein.tables.upkeep.housekeeping import Housekeeping
from tischlein.web.handlers import (
    cards,
    decisions,
    finished_matches,
    joining,
    matches,
    talk,
    text_interface,
)
from tischlein.web.http.limits import Limits
from tischlein.web.messages.sockets import FromClient, FromServer

BELL, KUHN = tests.tiny.bell.GAME.key, tests.tiny.kuhn.GAME.key
# A match of Bell may end before anything is hidden; it is compared in test_live.
KEYS = {key for key in registry.keys() if registry.load(key).secrets is not None} - {BELL}
LOOKS = (0, 1, 4, 9)
"""Before which actions of a match everything is compared."""
MANY_LOOKS = tuple(range(0, 60, 3))
_ENDLESS = (1e6, 10**6)
UNDISTURBED = Housekeeping(every=3600)
"""What nobody has looked through lately is not forgotten: it would be seen anew, undealt."""
LIMITS = Limits(
    requests=_ENDLESS,
    requests_of_address=_ENDLESS,
    messages=_ENDLESS,
    messages_of_address=_ENDLESS,
)

NOT_OF_THE_POSITION = {
    "accepted": "a command's id and the number of its event",
    "changed": "the difference of two views, which are compared; the client makes one of the other",
    "thinking": "which bots are at work",
    "said": "what people say",
    "line": "a match that is over, all of which everybody may see",
    "probe": "a number for measuring time",
    "pong": "nothing",
}
"""Kinds of messages that are not compared, and what they are made of instead."""
NOT_COMPARED = {
    "/api/matches/{match_id:str}/replay": "made of stored events; two real matches are compared",
    "/api/matches/{match_id:str}/record": "refused before the end",
    "/api/matches/{match_id:str}/fairness": "refused before the end",
    "/api/matches/{match_id:str}/analysis": "refused before the end",
    "/api/matches/{match_id:str}/talk": "what people say",
    "/api/matches/{match_id:str}/picture": "refused before the end",
    "/api/matches/{match_id:str}/film": "refused before the end",
    "/api/statistics": "made of finished matches",
    "/api/card": "what a player has made known of themselves; no match is asked",
    "/api/card/export": "records are refused before the end; the rest are names, times and seats",
    "/api/matches/{match_id:str}/cards": "names, marks and ratings, made of cards and no position",
}
"""Answers over HTTP that are not made of the position in memory."""
COMPARED = (
    "/api/matches",
    "/api/matches/{match_id:str}",
    "/api/matches/{match_id:str}/view",
    "/api/matches/{match_id:str}/words",
    "/api/matches/{match_id:str}/observation",
    "/api/matches/{match_id:str}/why-not",
    "/api/matches/{match_id:str}/view/picture",
)
QUESTIONS = {"/api/matches/{match_id:str}/why-not": "?action=what+is+this"}

Json = dict[str, Any]


def table_of(site: Site, match: str) -> Table:
    table: Table = site.hall.tables[match]
    return table


def messages(scene: Json, legal: list[int], actions: int, seat: int, turn: str) -> Iterator[Json]:
    """Yield messages of every kind that a client can send, without anything happening by them."""
    choices = scene.get("choices", [])
    paths = [list(choice["path"]) for choice in choices[:: max(1, len(choices) // 4)]]
    paths += [[piece["id"]] for piece in scene.get("pieces", [])[:6]]
    for number, path in enumerate(paths):
        yield {"type": "why", "id": f"{turn}w{number}", "path": path}
    for number, action in enumerate([*legal[:3], 0]):
        yield {"type": "draft", "id": f"{turn}d{number}", "actions": [action]}
    wrong = [action for action in range(0, actions, max(1, actions // 8)) if action not in legal]
    tried: list[int | str] = [*wrong[:8], "what is this"]
    for number, what in enumerate(tried):
        yield {"type": "act", "id": f"{turn}a{number}", "action": what, "seen": 10**6}
    for viewer in (None, (seat + 1) % 2, 99, None if seat == SPECTATOR else seat):
        yield {"type": "look", "seat": viewer}
    yield {"type": "sync", "have": 0}
    yield {"type": "echo", "stamp": 0}
    yield {"type": "buzz", "elapsed": 1}
    yield {"type": "aids", "on": False}
    yield {"type": "aids", "on": True}
    yield {"type": "attention", "on": True}
    yield {"type": "hurry"}


def everything(site: Site, match: str, visitor: Visitor, seat: int, turn: str) -> list[Json]:
    """Return all that somebody is told who connects, says everything, and asks for everything."""
    heard: list[Json] = []
    table = table_of(site, match)
    with visitor.at_table(match) as window:

        def listen() -> None:
            window.says(type="ping")
            while (message := window.socket.receive_json(timeout=PATIENCE))["type"] != "pong":
                if message["type"] == "table":  # comes again when somebody else has gone at last
                    message = lasting(message)
                    for told in message["seats"]:
                        del told["present"]
                    if message in heard:
                        continue
                if message["type"] not in ("probe", "thinking"):
                    heard.append(message)

        listen()
        scene = next(message["scene"] for message in heard if message["type"] == "view")
        legal = table.legal(seat) if seat != SPECTATOR else []
        for message in messages(scene, legal, table.game.actions, seat, turn):
            window.says(**message)
            listen()
    with visitor.at_table(match, params={"scenes": 0}) as window:
        message = window.hears("happened")
        heard.append(message)
    for path in COMPARED:
        asked = path.replace("{match_id:str}", match) + QUESTIONS.get(path, "")
        answer = visitor.ask("GET", asked)
        told = answer.content if asked.endswith("picture") else answer.json()
        if path == "/api/matches/{match_id:str}":
            told = lasting(told)
        heard.append({"path": path, "status": answer.status_code, "told": told})
    heard.append(visitor.get(f"/api/matches/{match}/view?scenes=0"))
    for told in heard:
        if "id" in told and told["type"] != "table":
            told["id"] = told["id"].removeprefix(turn)
        told.pop("changed", None)
    return heard


def stand(table: Table, position: Position, observers: dict[int, Observer]) -> None:
    """Let a table stand at a position, with these observers."""
    standing = Standing(position)
    standing.set_position(position, position.acting, table.number)
    table._ledger.standing = standing
    table._observers.by_seat = observers


def redealt_observers(table: Table, position: Position, seat: int) -> dict[int, Observer]:
    """Return observers, of a seat and as a spectator, as if the position had always been this one.

    Their log stays: that words are made of observations is shown for every game by itself.
    """
    observers = {}
    for viewer in (seat, SPECTATOR):
        observer = observers[viewer] = Observer(table.start, viewer)
        observer.entries = table._observers.by_seat[viewer].entries
        observer.current = CachedScenes(position.observe(viewer))
        observer.before = observer.observation
    return observers


def redealt(truth: Position, seat: int, rng: Rng) -> Position:
    """Return a position that a seat cannot tell from the truth: another one, if there is any.

    Where few are possible, chance alone would bring the truth itself in match after match.
    """
    seen = truth.observe(seat)
    tried = (seen.determinize(rng) for _ in range(40))
    return next((position for position in tried if position != truth), truth)


@pytest.mark.parametrize(
    "looks",
    [LOOKS, pytest.param(MANY_LOOKS, marks=[pytest.mark.long, pytest.mark.timeout(3_600)])],
    ids=["", "often"],
)
@pytest.mark.parametrize("key", sorted(KEYS | {KUHN}))
def test_everything_that_a_seat_is_sent_is_the_same_when_what_it_may_not_know_is_redealt(
    tmp_path: Path,
    key: str,
    looks: tuple[int, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of pictures, what they are painted from: it may differ where no pixel does, and is soon there.
    monkeypatch.setattr(Drawing, "to_png", lambda drawing: drawing.svg.encode())
    game: Game = registry.load(key)
    chooser, rng = random.Random(11), new_rng(11)
    kinds: set[str] = set()
    redeals = compared = 0
    with site_at(tmp_path / "db", LIMITS, housekeeping=UNDISTURBED) as site:
        host = site.visitor()
        host.ask("GET", "/")
        chairs = [me(f"Player {number}") for number in range(game.seats[0])]
        match, secrets = host.opens(key, *chairs, fixed=True)
        programs = [Visitor(site.client, secret) for secret in secrets]
        spectator = site.visitor()
        for ply in range(looks[-1] + 1):
            host.get(f"/api/matches/{match}/view")  # into memory, if it is not
            table = table_of(site, match)
            if not table.acting:
                break
            if ply in looks:
                truth, kept = table._ledger.standing.position, table._ledger.standing
                for seat, visitor in [*enumerate(programs), (SPECTATOR, spectator)]:
                    for observer in (seat, SPECTATOR):
                        view = visitor.get(f"/api/matches/{match}/view?seat={observer}")
                        assert view["type"] == "view"
                    observers = dict(table._observers.by_seat)
                    stand(table, truth, redealt_observers(table, truth, seat))
                    before = everything(site, match, visitor, seat, f"{ply}.{seat}.truth.")
                    kinds |= {message.get("type", "") for message in before}
                    position = redealt(truth, seat, rng)
                    redeals += position != truth
                    stand(table, position, redealt_observers(table, position, seat))
                    after = everything(site, match, visitor, seat, f"{ply}.{seat}.other.")
                    assert after == before, f"seat {seat} can tell what is hidden, ply {ply}"
                    compared += len(after)
                    table._observers.by_seat = observers
                    table._ledger.standing = kept
            seat = table.acting[0]
            action = chooser.choice(table.legal(seat))
            body = {"id": f"ply {ply}", "action": action, "seen": table.number}
            programs[seat].post(f"/api/matches/{match}/actions", body)
    with capsys.disabled():
        print(f"\n{key}: {compared} messages and answers over {redeals} redealt positions")
    assert redeals > 0
    assert {"table", "view", "happened", "problem"} <= kinds


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def test_every_kind_of_message_and_answer_is_among_those_that_are_compared() -> None:
    sent = {message["type"] for message in messages({}, [], 9, 0, "")} | {"ping", "why"}
    assert tags(FromClient) == sent
    compared = {"table", "view", "happened", "problem", "refused", "allowed", "drafted"}
    assert tags(FromServer) == compared | set(NOT_OF_THE_POSITION)
    answers = {
        path
        for part in (matches, joining, decisions, talk, finished_matches, cards, text_interface)
        for handler in part.HANDLERS
        for path in handler.paths
        if "GET" in handler.http_methods
    }
    assert answers == set(COMPARED) | set(NOT_COMPARED)


def test_no_film_is_shown_where_anything_is_secret() -> None:
    for key in registry.keys():
        game = registry.load(key)
        assert not (game.measured and game.secrets), key
