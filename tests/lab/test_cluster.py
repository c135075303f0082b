"""A study on a cluster: the same bytes as in one process, also if a node is lost meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_study import bytes_of
from tischlein.lab import running
from tischlein.lab.study import Study

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # Ray's own, of its sockets


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a head and two nodes on this machine, and end them."""
    for name, value in {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}.items():
        monkeypatch.setenv(name, value)
    ray: Any = pytest.importorskip("ray")
    Cluster: Any = pytest.importorskip("ray.cluster_utils").Cluster  # noqa: N806  # a class

    about = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 * 2**20}
    started = Cluster(initialize_head=True, head_node_args=about)
    try:
        for _ in range(2):
            started.add_node(num_cpus=1, object_store_memory=80 * 2**20)
        ray.init(address=started.address, log_to_driver=False)
        yield started
    finally:
        ray.shutdown()
        started.shutdown()


def test_a_lost_node_costs_time_and_nothing_else(cluster: Any, tmp_path: Path) -> None:
    study = Study(games=("bauab",), entrants=("weak", "random"), matches=60, decisions=True)
    running.run(study, tmp_path / "one", workers=1)
    lost: list[Any] = []

    def lose_a_node(done: int, total: int) -> None:
        if done and not lost:
            assert done < total
            lost.append(cluster.list_all_nodes()[-1])
            cluster.remove_node(lost[0], allow_graceful=False)

    running.run(study, tmp_path / "cluster", ray=cluster.address, told=lose_a_node)
    assert lost
    assert bytes_of(tmp_path / "cluster") == bytes_of(tmp_path / "one")
