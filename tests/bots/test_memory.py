"""How much memory there is: the least that the machine and its control groups leave."""

from pathlib import Path

import pytest

from tischlein.bots.memory import DISPENSABLE, available, prefer_as_oom_victim

MIB = 1 << 20


def system(root: Path, files: dict[str, str]) -> Path:
    """Write what a system tells of itself."""
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def meminfo(free: int) -> str:
    return (
        f"MemTotal:  8000000 kB\nMemFree:  12 kB\nMemAvailable:  {free * 1024} kB\nCached: 1 kB\n"
    )


def test_a_machine_that_tells_nothing_has_no_bound(tmp_path: Path) -> None:
    assert available(tmp_path) is None
    assert available(system(tmp_path, {"proc/meminfo": "MemTotal: 8 kB\n"})) is None


def test_without_groups_the_machine_counts(tmp_path: Path) -> None:
    assert available(system(tmp_path, {"proc/meminfo": meminfo(700)})) == 700 * MIB


@pytest.mark.parametrize(
    ("limits", "left"),
    [
        ({"service/memory.max": 512, "service/memory.current": 200}, 312),
        ({"service/memory.max": 512, "service/memory.current": 600}, 0),
        ({"memory.max": 300, "memory.current": 100}, 200),
        (
            {
                "memory.max": 2_000,
                "memory.current": 1_950,
                "service/memory.max": 512,
                "service/memory.current": 100,
            },
            50,
        ),
        (
            {
                "service/memory.max": 512,
                "service/memory.high": 400,
                "service/memory.current": 300,
            },
            100,
        ),
        ({"service/memory.max": 5_000, "service/memory.current": 100}, 1_000),
        ({"other/memory.max": 5, "other/memory.current": 5}, 1_000),
    ],
)
def test_the_least_counts_of_machine_service_and_what_that_is_in(
    tmp_path: Path, limits: dict[str, int], left: int
) -> None:
    groups = {f"sys/fs/cgroup/{name}": f"{size * MIB}\n" for name, size in limits.items()}
    about = {"proc/meminfo": meminfo(1_000), "proc/self/cgroup": "1:cpu:/other\n0::/service\n"}
    assert available(system(tmp_path, about | groups)) == left * MIB


def test_a_group_may_be_without_a_limit_and_its_idle_files_make_way(tmp_path: Path) -> None:
    group = "sys/fs/cgroup/service"
    about = {
        "proc/meminfo": meminfo(1_000),
        "proc/self/cgroup": "0::/service\n",
        f"{group}/memory.max": "max\n",
        f"{group}/memory.current": f"{900 * MIB}\n",
        f"{group}/memory.stat": f"anon 5\nfile 7\ninactive_file {300 * MIB}\n",
    }
    assert available(system(tmp_path, about)) == 1_000 * MIB
    about[f"{group}/memory.max"] = f"{1_000 * MIB}\n"
    assert available(system(tmp_path, about)) == 400 * MIB


OLDER = "11:cpu,cpuacct:/busy\n7:memory:/docker/f00\n1:name=systemd:/docker/f00\n0::/docker/f00\n"
"""Where version 1 counts memory and version 2 nothing, as on systems that have both."""
WITHOUT_LIMIT = "9223372036854771712\n"


@pytest.mark.parametrize("seen_as", ["docker/f00", "."])
def test_groups_of_the_first_version_are_read_on_the_machine_and_in_a_container(
    tmp_path: Path, seen_as: str
) -> None:
    group = f"sys/fs/cgroup/memory/{seen_as}"
    about = {
        "proc/meminfo": meminfo(1_000),
        "proc/self/cgroup": OLDER,
        f"{group}/memory.limit_in_bytes": f"{512 * MIB}\n",
        f"{group}/memory.usage_in_bytes": f"{500 * MIB}\n",
        f"{group}/memory.stat": f"inactive_file 5\ntotal_inactive_file {88 * MIB}\n",
        "sys/fs/cgroup/cpu/busy/memory.limit_in_bytes": "1\n",
    }
    assert available(system(tmp_path, about)) == 100 * MIB
    about[f"{group}/memory.limit_in_bytes"] = WITHOUT_LIMIT
    assert available(system(tmp_path, about)) == 1_000 * MIB


def test_a_process_can_offer_to_go_first(tmp_path: Path) -> None:
    prefer_as_oom_victim(tmp_path)  # where there is no such file
    root = system(tmp_path, {"proc/self/oom_score_adj": "0\n"})
    prefer_as_oom_victim(root)
    assert (root / "proc/self/oom_score_adj").read_text() == f"{DISPENSABLE}\n"
