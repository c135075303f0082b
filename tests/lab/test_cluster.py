"""A study on a cluster: the same bytes as in one process, also if a node is lost meanwhile."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_study import bytes_of
from tischlein.core.errors import TischleinError
from tischlein.lab import running
from tischlein.lab.study import Study, StudyError

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own, of its sockets


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a head and two nodes on this machine, and end them."""
    for name, value in {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}.items():
        monkeypatch.setenv(name, value)
    pytest.importorskip("tischlein.lab.cluster")  # before Ray, to which it says what uv is not for
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


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("head", "not 'head'"),
        ("http://127.0.0.1:8265", "not 'http://127.0.0.1:8265'"),
        ("127.0.0.1:port", "not '127.0.0.1:port'"),
        ("127.0.0.1:{nobody}", "no Ray cluster answers at 127.0.0.1:.*refused"),
        ("ray://127.0.0.1:{nobody}", "no Ray cluster answers at ray://127.0.0.1:.*refused"),
    ],
)
def test_an_address_without_a_cluster_is_refused_before_there_is_a_folder(
    address: str, problem: str, tmp_path: Path
) -> None:
    pytest.importorskip("tischlein.lab.cluster")
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # and does not listen
        named = address.format(nobody=bound.getsockname()[1])
        with pytest.raises(StudyError, match=problem):
            running.run(Study(games=("bauab",), matches=2), tmp_path / "study", ray=named)
    assert not (tmp_path / "study").exists()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_something_else_that_listens_is_no_cluster(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = pytest.importorskip("tischlein.lab.cluster")
    monkeypatch.setattr(cluster, "_PATIENCE", 5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"{scheme}127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(StudyError, match=f"no Ray cluster answers at {address}: nothing with"):
            running.run(Study(games=("bauab",), matches=2), tmp_path / "study", ray=address)


def test_a_node_with_another_version_plays_nothing() -> None:
    cluster = pytest.importorskip("tischlein.lab.cluster")
    plan = tuple(Study(games=("bauab",), entrants=("random",), matches=1).plan())
    known = cluster._rules(plan)
    played = cluster._play_with_same_versions(plan, False, known | {"rules of raufer": "7"})
    assert len(played.matches) == 1
    told = (
        "has tischlein .*, rules of bauab 1, where the study is run there is .*, rules of bauab 2"
    )
    with pytest.raises(StudyError, match=told):
        cluster._play_with_same_versions(plan, False, known | {"rules of bauab": "2"})


@pytest.mark.long
def test_a_lost_node_costs_time_and_nothing_else(cluster: Any, tmp_path: Path) -> None:
    study = Study(games=("bauab",), entrants=("weak", "random"), matches=60, decisions=True)
    running.run(study, tmp_path / "one", workers=1)
    lost: list[Any] = []

    def lose_a_node(done: int, total: int) -> None:
        if done and not lost:
            assert done < total
            lost.append(cluster.list_all_nodes()[-1])
            cluster.remove_node(lost[0], allow_graceful=False)

    running.run(study, tmp_path / "cluster", ray=cluster.address, progress=lose_a_node)
    assert lost
    assert bytes_of(tmp_path / "cluster") == bytes_of(tmp_path / "one")


@pytest.mark.long
def test_what_goes_wrong_on_a_node_is_told_as_elsewhere(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def wrong(seen, legal):\n    return 10**6\n")
    mine = f"python:{tmp_path / 'mine.py'}:wrong"
    study = Study(games=("bauab",), entrants=(mine,), matches=1)
    told = {}
    for name, where in {"here": {"workers": 1}, "there": {"ray": cluster.address}}.items():
        with pytest.raises(TischleinError) as caught:
            running.run(study, tmp_path / name, **where)
        told[name] = str(caught.value)
    assert told["here"] == told["there"]
