"""Two versions side by side on one database, while nodes of both end and come back."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import median, quantiles

import httpx
import pytest

from tests.postgresql import Cluster
from tests.shelf import SHELF
from tests.web.chaos import ChaosRun
from tests.web.faulty_proxy import Ends, FaultyProxy
from tests.web.nodes import (
    PATIENCE,
    Server,
    lasting,
    program,
    started,
    with_newer_rules,
    with_newer_tables,
)
from tischlein.core import registry
from tischlein.web.http.codes import RESTARTING


async def _update(
    chaos: ChaosRun, older: Server, newer: Server, versions: Callable[[], list[str]]
) -> None:
    """Let matches of both versions of the rules go on, at both nodes; then the older node ends."""
    for game, seats in (("bauab", 2), ("raufer", 3)):
        for server in (older, newer, older, newer):
            await chaos.begin(game, seats, at=server)
    await chaos.goes_on()
    assert versions() == ["1", "2"]
    before = [(player, len(player.away)) for player in chaos.players]
    assert await asyncio.to_thread(older.end) == 0
    await chaos.goes_on()
    away = sorted(seconds for player, known in before for seconds in player.away[known:])
    print(
        f"{len(away)} reconnections, {median(away):.2f} s in the middle, {away[-1]:.2f} s at most"
    )
    await chaos.stop()


def test_two_versions_of_the_rules_work_side_by_side_until_the_older_one_ends(
    postgres: str, cluster: Cluster, tmp_path: Path
) -> None:
    games = "bauab,raufer"
    source = with_newer_rules(tmp_path, "bauab")
    older, newer = Server(postgres, games), Server(postgres, games, version="99.0", source=source)
    database = postgres.partition("?")[0].rpartition("/")[2]

    def versions(status: str = "") -> list[str]:
        rows = f"FROM match WHERE game = 'bauab'{status}"
        query = f"SELECT DISTINCT rules_version {rows} ORDER BY 1"
        return cluster.command(query, database).splitlines()

    with started([older, newer]) as servers:
        chaos = ChaosRun(servers, postgres, cluster)
        asyncio.run(_update(chaos, older, newer, versions))
        counts = chaos.look_over(newer)
        assert "1" not in versions(" AND status = 'running'")
    print(dict(counts))
    assert counts["matches"] == 8
    # Nobody has seen an error, and who was sent away was sent to a server that goes on.
    assert {key for key in counts if key.startswith("problem: ")} <= {"problem: problem-too-fast"}
    codes = {code for player in chaos.players for code in player.closings}
    assert codes == {RESTARTING}


MINUTES = 5.0
MATCHES = 30
"""That are played at the same time."""
WITH_A_BOT = 3
"""Of so many matches, a bot plays along in one."""
PACE = 2.0
"""Seconds that programs think here: an hour is to be spent on updates, not on moves."""
PAUSE = 10.0, 50.0
"""Seconds between one node's coming back and the next one's end."""
HEALTH_EVERY = 2.0
"""Seconds between two questions of the balancer whether a node is well, as in ``deploy``."""
LOOKS_EVERY = 0.25


class LoadBalancer:
    """One address for several nodes, as a proxy gives: each connection goes to one that is well."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.address = ""
        self._servers = servers
        self._well: list[Server] = []
        self._random = random.Random(16)

    @asynccontextmanager
    async def standing(self) -> AsyncIterator[None]:
        """Take connections for a while."""
        proxy = FaultyProxy(self._to_a_node)
        self.address = await proxy.listen()
        async with httpx.AsyncClient(timeout=HEALTH_EVERY, trust_env=False) as asking:
            await self._ask(asking)
            watching = asyncio.create_task(self._watch(asking))
            try:
                yield
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                await proxy.end()

    async def _watch(self, asking: httpx.AsyncClient) -> None:
        while True:
            await asyncio.sleep(HEALTH_EVERY)
            await self._ask(asking)

    async def _ask(self, asking: httpx.AsyncClient) -> None:
        well = []
        for server in self._servers:
            with suppress(httpx.HTTPError):
                answer = await asking.get(f"{server.address}/health")
                well += [server] if answer.status_code == httpx.codes.OK else []
        self._well = well

    async def _to_a_node(self) -> Ends:
        for server in self._random.sample(self._well, len(self._well)):
            port = int(server.address.rpartition(":")[2])
            with suppress(ConnectionRefusedError):  # as proxies do, the next one is tried
                return await asyncio.open_connection("127.0.0.1", port)
        raise ConnectionRefusedError


async def _look(chaos: ChaosRun, balancer: LoadBalancer, answers: Counter[str]) -> None:
    """Ask this and that at the balancer, as pages do; note what comes back."""
    chance = random.Random(17)
    # A connection for each request: browsers open another one where one that was kept is closed.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=PATIENCE, limits=limits, trust_env=False) as page:

        async def ask(what: str, method: str, path: str, secret: str = "", **more: object) -> None:
            headers = program(secret) if secret else {}
            try:
                answer = await page.request(
                    method,
                    balancer.address + path,
                    headers=headers,
                    **more,  # type: ignore[arg-type]
                )
                answers[f"{what}: {answer.status_code}"] += 1
            except httpx.HTTPError as error:
                answers[f"{what}: {type(error).__name__}"] += 1
            await asyncio.sleep(LOOKS_EVERY)

        while True:
            match = chance.choice(chaos.matches)
            path, secret = f"/api/matches/{match.id}", chance.choice(match.players).secret
            await ask("lobby", "GET", "/api/matches")
            await ask("shelf", "GET", "/api/shelf/en")
            await ask("table", "GET", path, secret)
            await ask("view", "GET", f"{path}/view?scenes=0", secret)
            await ask("talk", "POST", f"{path}/talk", secret, json={"text": "hello"})


class _Rolling:
    """Matches of all games, which nodes of two versions pass on to each other."""

    def __init__(self, chaos: ChaosRun, older: Sequence[Server], newer: Sequence[Server]) -> None:
        self.counts: Counter[str] = Counter()
        self._chaos = chaos
        self._versions = {"older": older, "newer": newer}
        self._games = [registry.load(key) for key in SHELF]
        self._numbers = count()
        self._random = random.Random(18)

    async def keep_playing(self) -> None:
        """Have as many matches played as in the beginning, opened at any node."""
        while True:
            if self._chaos.running < MATCHES:
                await self._begin()
            await asyncio.sleep(0.2)

    async def roll(self) -> None:
        """End a node and start it again; before, each version opens a match."""
        for version, nodes in self._versions.items():
            await self._begin(self._random.choice(nodes))
            self.counts[f"opened under the {version}"] += 1
        version = self._random.choice(("older", "older", "newer"))
        server = self._random.choice(self._versions[version])
        assert await asyncio.to_thread(server.end) == 0
        self.counts[f"ends of the {version}"] += 1
        await self._chaos.goes_on()
        server.again()
        await asyncio.to_thread(server.wait)
        await self._chaos.goes_on()

    async def _begin(self, at: Server | None = None) -> None:
        number = next(self._numbers)
        game = self._games[number % len(self._games)]
        bots = int(number % WITH_A_BOT == 0)
        await self._chaos.begin(game.key, min(game.seats), at, bots=bots)


_BEGUN = """
CREATE TABLE begun (match text, version integer);
CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO begun VALUES (NEW.id, NEW.rules_version);
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT ON match FOR EACH ROW EXECUTE FUNCTION note_begun();
"""
"""Notes under which version of the rules matches begin."""


@pytest.mark.long
@pytest.mark.timeout(7_200)
def test_two_versions_are_side_by_side_as_long_as_one_likes_and_nobody_sees_an_error(
    postgres: str, cluster: Cluster, tmp_path: Path
) -> None:
    source = with_newer_rules(tmp_path, *SHELF)
    with_newer_tables(source)
    database = postgres.partition("?")[0].rpartition("/")[2]
    older = [Server(postgres, ",".join(SHELF)) for _ in range(2)]
    answers: Counter[str] = Counter()

    async def run(newer: Sequence[Server]) -> tuple[ChaosRun, Counter[str]]:
        balancer = LoadBalancer([*older, *newer])
        async with balancer.standing():
            chaos = ChaosRun([balancer], postgres, cluster, PACE)
            rolling = _Rolling(chaos, older, newer)
            while not chaos.matches:
                await chaos.begin("bauab", 2)
            doing = [
                asyncio.create_task(rolling.keep_playing()),
                asyncio.create_task(_look(chaos, balancer, answers)),
            ]
            try:
                end = time.monotonic() + 60 * lasting(MINUTES)
                while time.monotonic() < end:
                    await asyncio.sleep(random.uniform(*PAUSE))
                    await rolling.roll()
                assert not any(task.done() for task in doing)
            finally:
                for task in doing:
                    task.cancel()
                await asyncio.gather(*doing, return_exceptions=True)
            await chaos.stop()
            counts = rolling.counts + await asyncio.to_thread(chaos.look_over, balancer)
        return chaos, counts

    with started(older):
        cluster.command(_BEGUN, database)
        # Servers of the older version have the database in use while the newer one changes it.
        newer = [Server(postgres, ",".join(SHELF), version="99.0", source=source) for _ in range(2)]
        with started(newer):
            chaos, counts = asyncio.run(run(newer))
    begun = cluster.command("SELECT version, count(*) FROM begun GROUP BY 1 ORDER BY 1", database)
    changed = "SELECT count(*) FROM begun JOIN match ON id = match WHERE version < rules_version"
    taken_over = int(cluster.command(changed, database))
    closings: Counter[int] = Counter()
    for player in chaos.players:
        closings.update(player.closings)
    away = [seconds for player in chaos.players for seconds in player.away[1:]]
    print(dict(counts), dict(answers), dict(closings), dict(chaos.unopened), sep="\n")
    print("begun by version of the rules:", *begun.splitlines(), f"; gone on newer: {taken_over}")
    print(
        f"{len(away)} reconnections, {median(away):.2f} s in the middle,"
        f" {quantiles(away, n=100)[-1]:.2f} s for 99 of 100, {max(away):.2f} s at most"
    )
    assert all(counts[f"of {key}"] for key in SHELF)
    assert len(begun.splitlines()) == 2
    assert taken_over > 0
    assert counts["verified"] > 0
    # Nobody has seen an error, and who was sent away was sent to a server that goes on.
    assert {key for key in counts if key.startswith("problem: ")} <= {"problem: problem-too-fast"}
    assert set(closings) == {RESTARTING}
    assert not chaos.unopened
    assert not [what for what in answers if not what.endswith((" 200", " 201", " 204"))]
