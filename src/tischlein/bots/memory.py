"""How much memory there is for more processes, as far as the system tells.

Linux tells how much memory the machine has available, and through control groups, as used by
systemd, Docker and Podman, how much a service or a container may use; the smaller number counts. If
more is used, processes are killed, and not always the ones responsible. There are two versions of
control groups, which use different names (``cgroups(7)``); older systems have the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

KIBIBYTE = 1024
NO_LIMIT = 1 << 62
"""From this many bytes on, a limit is none: version 1 writes the greatest number of whole pages."""
DISPENSABLE = 500
"""What Linux adds to the size when it picks a process to kill, in thousandths of all memory."""


def available(root: Path = Path("/")) -> int | None:
    """Return how many more bytes may be used; None if the system does not tell.

    Parameters
    ----------
    root
        Where ``proc`` and ``sys`` are.
    """
    found = [*_of_machine(root), *_of_groups(root)]
    return max(0, min(found)) if found else None


def _of_machine(root: Path) -> Iterator[int]:
    """Yield the machine's available memory, including caches that can be dropped."""
    for line in _read(root / "proc/meminfo").splitlines():
        name, _, value = line.partition(":")
        if name == "MemAvailable":
            with suppress(ValueError):
                yield int(value.removesuffix("kB")) * KIBIBYTE


class _Names(NamedTuple):
    """The names that a version of control groups uses for memory."""

    mounted: str
    """Where its groups are, below the system's root."""
    limits: tuple[str, ...]
    taken: str
    idle_files: str
    """In its statistics, files that may be dropped, including those of subgroups."""


_FIRST = _Names(
    "sys/fs/cgroup/memory",
    ("memory.limit_in_bytes",),
    "memory.usage_in_bytes",
    "total_inactive_file",
)
_SECOND = _Names("sys/fs/cgroup", ("memory.max", "memory.high"), "memory.current", "inactive_file")


def _of_groups(root: Path) -> Iterator[int]:
    """Yield how much memory each control group of this process lets it use."""
    for line in _read(root / "proc/self/cgroup").splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if "memory" in controllers.split(","):
            names = _FIRST
        elif number == "0" and not controllers:
            names = _SECOND
        else:
            continue
        # In a container the path may be the machine's, which is not visible there; the top is its
        # own.
        top = root / names.mounted
        group = top / path.strip("/")
        for one in (group, *group.parents):
            if one.is_relative_to(top):
                yield from _left_in(one, names)


def _left_in(group: Path, names: _Names) -> Iterator[int]:
    """Yield how much a group may still use, if it has a limit."""
    limits = [
        int(text)
        for name in names.limits
        if (text := _read(group / name).strip()).isdecimal()  # else "max", which is no limit
    ]
    taken = _read(group / names.taken).strip()
    if limits and min(limits) < NO_LIMIT and taken.isdecimal():
        yield min(limits) - int(taken) + _reclaimable(group, names)


def _reclaimable(group: Path, names: _Names) -> int:
    """Return how many of the bytes used by a group are files that may be dropped."""
    for line in _read(group / "memory.stat").splitlines():
        name, _, value = line.partition(" ")
        if name == names.idle_files and value.isdecimal():
            return int(value)
    return 0


def _read(file: Path) -> str:
    """Return the contents of a file; empty if it does not exist or cannot be read."""
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def prefer_as_oom_victim(root: Path = Path("/")) -> None:
    """Have this process killed before others if memory runs out, if the system allows that."""
    with suppress(OSError):
        (root / "proc/self/oom_score_adj").write_text(f"{DISPENSABLE}\n", encoding="ascii")
