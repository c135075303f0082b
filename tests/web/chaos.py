"""Nodes under fire: programs play while they are struck, and what remains is looked over."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import IPv4Network
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.postgresql import Cluster
from tests.web.nodes import PACE, PATIENCE, STARTING, Place, Player, browsing, opened, program
from tests.web.visiting import me
from tischlein.core import records
from tischlein.core.records import Record
from tischlein.tables.chance.verifying import find_fault
from tischlein.tables.match.observer import replayed_observer
from tischlein.tables.stored import StoredEvent
from tischlein.web.http.numbers import plain

_NETWORK = IPv4Network("10.0.0.0/8")
WEAK = {"kind": "bot", "level": "weak"}
_encode = msgspec.json.Encoder(enc_hook=plain).encode
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerda", "Hans")


class Match(NamedTuple):
    """A match that is being played."""

    id: str
    game: str
    players: list[Player]
    news: asyncio.Condition
    """Told when a player has heard something."""


class ChaosRun:
    """Some matches, in which programs play at any node that answers."""

    def __init__(
        self, servers: Sequence[Place], database: str, cluster: Cluster, pace: float = PACE
    ) -> None:
        self.servers = servers
        self.matches: list[Match] = []
        self.unopened: Counter[str] = Counter()
        """What has kept tables from being opened at the first try."""
        self._pace = pace
        self._cluster = cluster
        self._database = database.partition("?")[0].rpartition("/")[2]
        self._playing: list[asyncio.Task[None]] = []
        self._faults: list[Exception] = []
        """What has kept programs from playing."""
        self._random = random.Random(16)

    @property
    def running(self) -> int:
        """How many matches are not over."""
        return sum(not _over(match) for match in self.matches)

    async def begin(self, game: str, seats: int, at: Place | None = None, *, bots: int = 0) -> None:
        """Open a match at a node, any if none is named, and let programs play to its end.

        On the last seats, so many bots play along.
        """
        people = [me(name) for name in NAMES[: seats - bots]]
        chairs = people + [WEAK] * bots
        match, secrets = await self._opened(game, chairs, at)
        news = asyncio.Condition()
        players = [
            Player(self.servers, match, secret, 31 * len(self.matches) + seat, news, self._pace)
            for seat, secret in enumerate(secrets)
        ]
        self.matches.append(Match(match, game, players, news))
        self._playing += [asyncio.create_task(self._play(player)) for player in players]

    async def _opened(
        self, game: str, chairs: Sequence[dict[str, str]], at: Place | None
    ) -> tuple[str, list[str]]:
        """Open a table at a node, or the next one that answers; each time as somebody else."""
        visitor = str(_NETWORK[self._random.randrange(_NETWORK.num_addresses)])
        async with asyncio.timeout(PATIENCE):
            while True:
                server = at or self._random.choice(self.servers)
                try:
                    return await asyncio.to_thread(
                        opened, server.address, game, *chairs, visitor=visitor
                    )
                except httpx.HTTPError as error:  # it is away, or its database is
                    self.unopened[f"{type(error).__name__}: {error}"] += 1
                    await asyncio.sleep(0.2)

    async def _play(self, player: Player) -> None:
        try:
            await player.play()
        except Exception as error:  # nobody waits for it alone
            self._faults.append(error)
            raise

    async def goes_on(self) -> None:
        """Wait until every match that is not over has gone on by two events."""
        before = {match.id: _seen(match) for match in self.matches}

        async def on(match: Match) -> None:
            def moved() -> bool:
                return bool(self._faults) or _over(match) or _seen(match) >= before[match.id] + 2

            async with match.news:
                await match.news.wait_for(moved)

        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*map(on, self.matches))
        except TimeoutError:
            standing = [
                match
                for match in self.matches
                if not _over(match) and _seen(match) < before.get(match.id, 0) + 2
            ]
            told = await asyncio.gather(*map(self._tell_of, standing))
            raise AssertionError("these do not go on:\n" + "\n".join(told)) from None
        assert not self._faults

    async def _tell_of(self, match: Match) -> str:
        """Tell of a match that does not go on, as its players and each node know it."""
        told = [f"{match.game} {match.id}, {_seen(match)} events seen"]
        told += [player.situation() for player in match.players]
        for server in self.servers:
            path = f"{server.address}/api/matches/{match.id}/view?scenes=0"
            headers = program(match.players[0].secret)
            try:
                answer = await asyncio.to_thread(_asked, path, headers)
                told.append(f"{server.address}: {answer.text[-1500:]}")
            except httpx.HTTPError as error:
                told.append(f"{server.address}: {type(error).__name__}: {error}")
        return "\n    ".join(told)

    @property
    def players(self) -> list[Player]:
        """All programs, in the order in which they came."""
        return [player for match in self.matches for player in match.players]

    async def end(self) -> None:
        """Wait until all matches are over."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._playing)

    async def stop(self) -> None:
        """Let nobody play on."""
        for playing in self._playing:
            playing.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    def look_over(self, server: Place) -> Counter[str]:
        """Check all that was promised; return what was counted."""
        counts: Counter[str] = Counter()
        for match in self.matches:
            events = self._events(match.id)
            assert sorted(events) == list(range(1, len(events) + 1)), "numbers without gaps"
            commands = Counter(key for key in events.values() if key[1])
            assert not commands or max(commands.values()) == 1, "each command became one event"
            for seat, player in enumerate(match.players):
                for command, number in player.acknowledged.items():
                    assert events[number] == (seat, command), "an acknowledged move is there"
                counts["acknowledged"] += len(player.acknowledged)
                counts["reconnections"] += len(player.away) - 1
                counts.update({f"problem: {key}": n for key, n in player.problems.items()})
                self._compare(server, match, player)
            counts["events"] += len(events)
            counts["matches"] += 1
            counts[f"of {match.game}"] += 1
            if _over(match):
                record = self._verified(server, match)
                counts["verified"] += 1
                for seat, player in enumerate(match.players):
                    counts["told"] += _compare_by_rules(record, seat, player)
        return counts

    def _events(self, match: str) -> dict[int, tuple[int, str]]:
        """Return who did what by which command, as the database has it."""
        rows = self._cluster.command(
            f"SELECT number, seat, coalesce(command, '') FROM event WHERE match = '{match}'",
            self._database,
        )
        found = (row.split("|") for row in rows.splitlines())
        return {int(number): (int(seat), command) for number, seat, command in found}

    def _compare(self, server: Place, match: Match, player: Player) -> None:
        """A seat has been told of each event what it may know of it, wherever it was told."""
        path = f"{server.address}/api/matches/{match.id}/view?scenes=0"
        told: list[Any] = _asked(path, program(player.secret)).json()["entries"]
        known = {entry["number"]: entry for entry in told}
        for number, entry in player.entries.items():
            assert entry == known[number], "a seat has seen what it may see"

    def _verified(self, server: Place, match: Match) -> Record:
        """Return the record, which follows the rules, and whose chance was drawn as promised."""
        path = f"{server.address}/api/matches/{match.id}/record"
        record = records.read(_asked(path).text)
        assert record.final().over
        assert find_fault(record) == ""
        return record


def _asked(path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Return what a server answers, as slowly as it wants to be asked about so many matches."""
    while True:
        with browsing(STARTING) as client:
            answer = client.get(path, headers=headers)
        if answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
            return answer.raise_for_status()
        time.sleep(float(answer.headers["retry-after"]))


def _compare_by_rules(record: Record, seat: int, player: Player) -> int:
    """A seat has been told what the rules let it know, and nothing else; return how much it was.

    Worked out here from the record, so that no node says what another one may have told.
    """
    events = [StoredEvent(number, event, 0) for number, event in enumerate(record.events, 1)]
    start = next(record.positions())
    entries = json.loads(_encode(replayed_observer(start, events, seat).entries))
    known = {entry["number"]: entry | {"at": 0} for entry in entries}
    for number, entry in player.entries.items():
        assert entry | {"at": 0} == known[number], "a seat has been told what it may know"
    return len(player.entries)


def _over(match: Match) -> bool:
    return any(player.over for player in match.players)


def _seen(match: Match) -> int:
    return max((max(player.entries, default=0) for player in match.players), default=0)
