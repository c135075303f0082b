"""Servers that share a database: any of them serves every match, and one is enough to go on."""

import asyncio
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.postgresql import Cluster
from tests.shelf import SHELF
from tests.web.audit_log import AuditLog, new_writer
from tests.web.chaos import ChaosRun
from tests.web.faulty_proxy import FaultyProxy
from tests.web.nodes import (
    Server,
    browsing,
    figure,
    lasting,
    nodes,
    opened,
    program,
    started,
    waiting,
)
from tests.web.visiting import BOT, me
from tischlein.core import registry
from tischlein.core.game import Game


def asked(server: Server, path: str, secret: str, method: str = "GET", **more: Any) -> Any:
    """Ask a node as a program on a seat; return a good answer."""
    with browsing() as client:
        answer = client.request(method, server.address + path, headers=program(secret), **more)
    assert answer.status_code in (200, 201, 204), answer.text
    return answer.json() if answer.content else None


def test_any_node_serves_every_match_and_goes_on_with_those_of_one_that_dies(
    postgres: str, cluster: Cluster
) -> None:
    with nodes(postgres, 2, "bauab,drunter") as (here, there):
        _asked_at_the_other_node(here, there)
        _a_card_is_deleted_wherever_its_matches_are(here, there)
        database = postgres.partition("?")[0].rpartition("/")[2]
        _taken_meanwhile(here, there, cluster, database)
        _bots_go_on(here, cluster, database)


def _asked_at_the_other_node(here: Server, there: Server) -> None:
    """Whatever node is asked, the owner answers."""
    anna_begins = {"first": "A"}
    chairs = me("Anna"), me("Ben")
    match, (anna, ben) = opened(here.address, "bauab", *chairs, options=anna_begins)
    path = f"/api/matches/{match}"
    legal = asked(there, f"{path}/view?scenes=0", anna)["legal"]
    act = {"id": "one", "action": legal[0], "seen": 0}
    answers = [
        asked(server, f"{path}/actions", anna, "POST", json=act) for server in (there, here, there)
    ]
    assert [answer["type"] for answer in answers] == ["accepted"] * 3
    assert len({answer["number"] for answer in answers}) == 1
    asked(there, f"{path}/talk", ben, "POST", json={"text": "hello"})
    assert [said["text"] for said in asked(here, f"{path}/talk", anna)] == ["hello"]

    with browsing() as browser:
        # What is refused is refused in the owner's words.
        too_long = {"text": "x" * 20_000}
        talk = browser.post(f"{there.address}{path}/talk", headers=program(ben), json=too_long)
        assert talk.status_code == 413
        assert browser.get(f"{there.address}{path}0/view").status_code == 404
        foreign = program(ben) | {"origin": "https://elsewhere.example"}
        assert browser.post(f"{there.address}{path}/leave", headers=foreign).status_code == 403

        # Nobody outside is taken for a node.
        forged = program(ben) | {"x-tischlein-node": "0" * 64, "x-tischlein-visitor": "e30="}
        assert browser.get(f"{there.address}{path}", headers=forged).status_code == 200

        # A browser holds a private link; the match is found in what it sends.
        browser.post(f"{there.address}/api/seats", json={"secret": ben}).raise_for_status()
        mine = browser.get(f"{there.address}/api/matches").raise_for_status().json()["mine"]
        ben_acts = 1 in acting(here, path, anna)
        assert [(one["id"], one["your_turn"]) for one in mine] == [(match, ben_acts)]

        assert figure(there, "tischlein_requests_passed_on_total") >= 4
        assert figure(here, "tischlein_requests_passed_on_total") == 0
        assert figure(here, "tischlein_matches_owned") == 1
        _know_each_other(there, 2)

        # A record that is opened at one node is there at the other, once.
        record = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\n& end agreed\n"
        found = {
            browser.post(f"{server.address}/api/records", json={"record": record})
            .raise_for_status()
            .json()["match"]
            for server in (there, here)
        }
        assert len(found) == 1
        of_record = browser.get(f"{here.address}/api/matches/{found.pop()}").raise_for_status()
        assert of_record.json()["from_record"]

        # A session that has ended at one node opens nothing at the other.
        cookie = {"cookie": f"tischlein={browser.cookies['tischlein']}"}
        browser.post(f"{there.address}/api/session/end").raise_for_status()
        for _ in waiting("the other node hears of it"):
            with browsing() as another:
                listed = another.get(f"{here.address}/api/matches", headers=cookie)
            if not listed.raise_for_status().json()["mine"]:
                break


def _a_card_is_deleted_wherever_its_matches_are(here: Server, there: Server) -> None:
    """The owner of a running match forgets whose card sat there, and lets the device play on."""
    with browsing() as anna:

        def asks(server: Server, path: str, body: Any = None) -> Any:
            asked = anna.get if body is None else anna.post
            more = {} if body is None else {"json": body}
            answer = asked(server.address + path, **more).raise_for_status()
            return answer.json() if answer.content else None

        asks(here, "/api/card", {"name": "Anna", "label": "Laptop"})
        wanted = {"game": "bauab", "chairs": [me("Anna"), me("Ben")], "fixed": True}
        match = asks(here, "/api/matches", wanted | {"options": {"first": "A"}})["match"]
        path = f"/api/matches/{match}"
        asks(there, "/api/card/delete", {})
        assert asks(there, "/api/card")["card"] is None
        assert [seat["name"] for seat in asks(here, path)["seats"]] == ["N. N.", "Ben"]
        legal = asks(here, f"{path}/view?scenes=0&seat=0")["legal"]
        act = {"id": "mine", "action": legal[0], "seen": 0}
        assert asks(there, f"{path}/actions?seat=0", act)["type"] == "accepted"


def _know_each_other(server: Server, count: int) -> None:
    """Wait until a node knows how many there are, which it hears with a renewal of its lease."""
    for _ in waiting("the nodes know each other"):
        if figure(server, "tischlein_nodes") == count:
            break


def _taken_meanwhile(here: Server, there: Server, cluster: Cluster, database: str) -> None:
    """What a node is asked about a match that it has lost unawares is done by the owner."""
    match, (anna, ben) = opened(here.address, "bauab", me("Anna"), me("Ben"))
    path = f"/api/matches/{match}"
    asked(here, f"{path}/view?scenes=0", anna)
    lost = figure(here, "tischlein_matches_lost_total")  # it may find out by itself
    cluster.command(
        "UPDATE match SET epoch = epoch + 1, owner ="
        f" (SELECT id FROM node WHERE address = '{there.address}' AND NOT ended)"
        f" WHERE id = '{match}'",
        database,
    )
    asked(here, f"{path}/talk", ben, "POST", json={"text": "still there?"})
    assert [said["text"] for said in asked(there, f"{path}/talk", anna)] == ["still there?"]
    assert figure(here, "tischlein_matches_lost_total") == lost + 1


def _bots_go_on(here: Server, cluster: Cluster, database: str) -> None:
    """When a node dies, bots go on at another one, although nobody looks."""

    def row(what: str, match: str) -> str:
        return cluster.command(f"SELECT {what} FROM match WHERE id = '{match}'", database)

    match, _ = opened(here.address, "drunter", BOT, BOT, BOT)
    owner = row("owner", match)
    assert owner
    here.kill()
    before = int(row("last", match))
    for _ in waiting("the bots play on"):
        if int(row("last", match)) > before and row("owner", match) != owner:
            break


def acting(server: Server, path: str, secret: str) -> list[int]:
    """Return the seats that may act."""
    found: list[int] = asked(server, f"{path}/view?scenes=0", secret)["acting"]
    return found


def test_bots_think_on_nodes_of_their_own_and_go_on_when_one_of_these_dies(
    postgres: str, cluster: Cluster
) -> None:
    database = postgres.partition("?")[0].rpartition("/")[2]
    roles = ("web", "bots", "bots")
    servers = [Server(postgres, "drunter", role=role) for role in roles]
    with started(servers) as (web, one, other):
        for server, role in zip((web, one, other), roles, strict=True):
            with browsing() as client:
                told = client.get(f"{server.address}/health").raise_for_status().json()
            assert told["role"] == role
        for path in ("", "/api/games", "/api/matches"):
            with browsing() as client:
                assert client.get(one.address + path).status_code == 404
        _know_each_other(web, 3)

        def goes_on(match: str) -> None:
            before = -1
            for _ in waiting("the bots play on"):
                query = f"SELECT last, status FROM match WHERE id = '{match}'"
                last, status = cluster.command(query, database).split("|")
                before = int(last) if before < 0 else before
                if int(last) >= before + 2 or status == "finished":
                    break

        match, _ = opened(web.address, "drunter", BOT, BOT, BOT)
        goes_on(match)
        one.kill()
        goes_on(match)
        for _ in waiting("the other one thinks for them"):
            if figure(other, "tischlein_jobs_taken_total") > 0:
                break
        assert figure(web, "tischlein_jobs_answered_total") > 0

        assert other.end() == 0
        waits, _ = opened(web.address, "drunter", BOT, BOT, BOT)
        seen = f"{web.address}/api/matches/{waits}"
        for _ in waiting("the table says that it waits"):
            with browsing() as browser:
                if browser.get(seen).raise_for_status().json()["unattended"]:
                    break


async def _strike(chaos: ChaosRun, servers: Sequence[Server], cluster: Cluster) -> None:
    """Let everything befall three nodes, one after the other; a newer version takes over."""
    sleeper, killed, last = servers
    for game, seats in (("bauab", 2), ("raufer", 3), ("schollenschubser", 2)):
        await chaos.begin(game, seats)
    await chaos.goes_on()
    sleeper.signal(signal.SIGSTOP)
    await chaos.goes_on()
    sleeper.signal(signal.SIGCONT)
    await chaos.begin("bauab", 2)
    await asyncio.to_thread(cluster.restart)
    await chaos.begin("raufer", 3)
    await chaos.goes_on()
    killed.kill()
    await chaos.goes_on()
    await chaos.begin("schollenschubser", 2, at=sleeper)
    before = [(player, len(player.away)) for player in chaos.players]
    assert await asyncio.to_thread(sleeper.end) == 0
    await chaos.goes_on()
    away = [seconds for player, known in before for seconds in player.away[known:]]
    print(
        f"a node was told to end: {len(away)} reconnections, {max(away, default=0):.1f} s at most"
    )
    await chaos.stop()
    assert last.process.poll() is None


@pytest.mark.timeout(900)
def test_whatever_befalls_nodes_matches_go_on_and_nothing_acknowledged_is_lost(
    postgres: str, cluster: Cluster
) -> None:
    games, versions = "bauab,raufer,schollenschubser", ("", "", "99.0")
    servers = [Server(postgres, games, version=version) for version in versions]
    with started(servers):
        chaos = ChaosRun(servers, postgres, cluster)
        asyncio.run(_strike(chaos, servers, cluster))
        counts = chaos.look_over(servers[2])
    print(dict(counts))
    assert counts["matches"] == 6
    assert counts["acknowledged"] > 0
    # A node that is told to end, or taken from somebody, is a reconnection and no error; only a
    # database that is away is told of, and that one plays too fast.
    told = {key for key in counts if key.startswith("problem: ")}
    assert told <= {"problem: problem-storage", "problem: problem-too-fast"}


MINUTES = 10.0
MATCHES = 200
ROLES = ("all", "web", "web", "bots")
"""Two of them work for the others, so that somebody does while one is down."""
BEGUN_AT_ONCE = 8
WITH_A_BOT = 3
"""Of so many matches, a bot plays along in one."""


ASLEEP = 0.5, 8.0
HELD = 0.05, 6.0
"""Seconds."""
DELAYED = 0.005, 0.1
"""Seconds on each way."""
DELAYED_FOR = 2.0, 10.0
STRIKES = ("kill", "kill", "sleep", "sleep", "end", "database", "crash") + 2 * (
    "cut",
    "hold",
    "delay",
)


class Wired:
    """Nodes whose connections to the database, and to each other, can be cut and held up."""

    def __init__(self, postgres: str, cluster: Cluster, folder: Path) -> None:
        """Connect nodes to a database; their sockets lie in a folder."""
        address, _, query = postgres.partition("?")
        self._name = address.rpartition("/")[2]
        self._cluster = cluster
        self._socket = Path(dict(httpx.QueryParams(query))["host"]) / ".s.PGSQL.5432"
        self._folder = folder
        self.proxies: list[tuple[str, FaultyProxy]] = []
        """Each with what it leads to."""
        self.servers: list[Server] = []

    @property
    def serving(self) -> list[Server]:
        """The nodes that visitors come to."""
        return self.servers[: len(ROLES) - 1]

    async def add(self, role: str) -> None:
        """Start a node; wait for it yourself."""
        number = len(self.servers)
        folder = self._folder / str(number)
        folder.mkdir()
        to_database = FaultyProxy(lambda: asyncio.open_unix_connection(self._socket))
        await to_database.listen_at_path(folder / ".s.PGSQL.5432")

        async def connected() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            port = int(self.servers[number].address.rpartition(":")[2])
            return await asyncio.open_connection("127.0.0.1", port)

        to_node = FaultyProxy(connected)
        node = await to_node.listen()
        games = ",".join(SHELF)
        writer = new_writer(self._cluster, number)
        database = f"postgresql://{writer}@/{self._name}?host={folder}&port=5432"
        self.servers.append(Server(database, games, node, role))
        self.proxies += [("database", to_database), ("node", to_node)]


async def _keep_playing(chaos: ChaosRun, games: list[Game]) -> None:
    """Let as many matches as in the beginning be played all the time."""
    numbers = count()

    async def begin() -> None:
        number = next(numbers)
        game = games[number % len(games)]
        await chaos.begin(game.key, min(game.seats), bots=number % WITH_A_BOT == 0)

    while True:
        missing = min(MATCHES - chaos.running, BEGUN_AT_ONCE)
        await asyncio.gather(asyncio.sleep(0.05), *(begin() for _ in range(missing)))


async def _strike_at_random(chaos: ChaosRun, wired: Wired, cluster: Cluster) -> Counter[str]:
    """For some minutes, let one thing after the other befall nodes, database and connections.

    Each happens at least once, and there have been as many matches as there should be.
    """
    struck: Counter[str] = Counter()
    chance = random.Random(time.time_ns())
    ahead = chance.sample(STRIKES, len(STRIKES))
    end = time.monotonic() + 60 * lasting(MINUTES)
    while time.monotonic() < end or ahead or len(chaos.matches) < MATCHES:
        server = chance.choice(wired.servers)
        to, proxy = chance.choice(wired.proxies)
        what = ahead.pop() if ahead else chance.choice(STRIKES)
        struck[f"{what}: to {to}" if what in ("cut", "hold", "delay") else what] += 1
        match what:
            case "kill" | "end":
                await asyncio.to_thread(server.kill if what == "kill" else server.end)
                await chaos.goes_on()
                server.again()
                await asyncio.to_thread(server.wait)
            case "sleep":
                server.signal(signal.SIGSTOP)
                await asyncio.sleep(chance.uniform(*ASLEEP))
                server.signal(signal.SIGCONT)
            case "database":
                await asyncio.to_thread(cluster.restart)
            case "crash":
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)
            case "cut":
                proxy.cut()
            case "hold":
                proxy.hold()
                await asyncio.sleep(chance.uniform(*HELD))
                proxy.release()
            case "delay":
                proxy.delay(chance.uniform(*DELAYED))
                await asyncio.sleep(chance.uniform(*DELAYED_FOR))
                proxy.delay(0)
        await chaos.goes_on()
    return struck


@pytest.mark.long
@pytest.mark.timeout(7_200)
def test_ten_minutes_of_faults_lose_nothing_in_any_game(postgres: str, cluster: Cluster) -> None:
    # Before the proxies are there, which would be held up.
    games = [registry.load(key) for key in SHELF]

    async def run(folder: Path) -> Counter[str]:
        wired = Wired(postgres, cluster, folder)
        for role in ROLES:
            await wired.add(role)
        stack = started(wired.servers)
        await asyncio.to_thread(stack.__enter__)
        audit_log = AuditLog(cluster, postgres.partition("?")[0].rpartition("/")[2])
        chaos = ChaosRun(wired.serving, postgres, cluster)
        try:
            playing = asyncio.create_task(_keep_playing(chaos, games))
            try:
                struck = await _strike_at_random(chaos, wired, cluster)
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            with suppress(TimeoutError):  # those that take longer are looked over as they are
                await chaos.end()
            await chaos.stop()
            for server in wired.servers:
                taken = await asyncio.to_thread(figure, server, "tischlein_jobs_taken_total")
                retried = await asyncio.to_thread(figure, server, "tischlein_jobs_retried_total")
                struck.update({"jobs": round(taken), "jobs done again": round(retried)})
            struck.update(await asyncio.to_thread(chaos.look_over, wired.servers[0]))
            struck.update(await asyncio.to_thread(audit_log.look_over))
        finally:
            await asyncio.to_thread(stack.__exit__, None, None, None)
            for _, proxy in wired.proxies:
                await proxy.end()
        return struck

    with tempfile.TemporaryDirectory() as folder:
        counts = asyncio.run(run(Path(folder)))
    print(dict(counts))
    assert counts["matches"] >= MATCHES
    assert counts["verified"] > 0
    assert counts["taken over"] > 0
    assert all(counts[f"of {game.key}"] for game in games)
