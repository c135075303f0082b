"""A database that dies for good: its standby takes over, and nothing acknowledged is lost."""

import asyncio
from collections.abc import Iterator

import pytest

from tests import postgresql
from tests.postgresql import Cluster
from tests.web.chaos import ChaosRun
from tests.web.nodes import Server, started, waiting

NAME = "played"


@pytest.fixture
def primary() -> Iterator[Cluster]:
    """A server of the test's own, which is not started again."""
    if not postgresql.available():
        pytest.skip("there is no PostgreSQL to test with on this system")
    with postgresql.cluster() as running:
        yield running


@pytest.fixture
def standby(primary: Cluster) -> Iterator[Cluster]:
    """A server that has all that the first one has acknowledged."""
    primary.command(f"CREATE DATABASE {NAME}")
    with postgresql.cluster(follows=primary) as running:
        primary.command("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.command("SELECT pg_reload_conf()")
        for _ in waiting("the standby follows"):
            if primary.command("SELECT sync_state FROM pg_stat_replication") == "sync":
                break
        yield running


async def _fail_over(trial: ChaosRun, primary: Cluster, standby: Cluster) -> None:
    for game, seats in (("bauab", 2), ("raufer", 3)):
        for _ in range(3):
            await trial.begin(game, seats)
    await trial.goes_on()
    await asyncio.to_thread(primary.stop)
    await asyncio.to_thread(standby.promote)
    await trial.goes_on()
    await trial.begin("bauab", 2)
    await trial.goes_on()
    await trial.stop()


@pytest.mark.long
def test_a_standby_takes_over_and_nothing_acknowledged_is_lost(
    primary: Cluster, standby: Cluster
) -> None:
    address = primary.address_of_either(standby, NAME)
    with started([Server(address, "bauab,raufer") for _ in range(2)]) as servers:
        trial = ChaosRun(servers, address, standby)
        asyncio.run(_fail_over(trial, primary, standby))
        counts = trial.look_over(servers[0])
    print(dict(counts))
    assert counts["matches"] == 7
    assert counts["acknowledged"] > 0
