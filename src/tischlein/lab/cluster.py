"""A study on many machines: batches of matches as Ray tasks.

A task receives a batch of planned matches (plain data, a few hundred bytes a match) and returns
the rows of as many as it has played in a few seconds. Nothing else is kept on the cluster, so
losing a node only costs its current batches, which Ray gives to another. Rows are sorted here,
independently of their arrival.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from tischlein.core.readers import count_in
from tischlein.extras import missing_extra
from tischlein.lab.study import PlannedMatch, StudyError
from tischlein.lab.thinking_time import LONGEST_THOUGHT
from tischlein.lab.versions import versions

# Under `uv run` Ray would let every worker recreate the environment of that project, which takes
# minutes or fails; nodes have Tischlein installed. Ray reads this when it is imported.
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
try:
    import ray
    from ray.exceptions import RayTaskError

    from tischlein.lab.running import Batch, Played, PlayedBatch, batched, rest_of
    from tischlein.lab.running import play as play_batch
except ImportError as error:
    raise missing_extra("ray", "--ray") from error

_PATIENCE = 20
"""Seconds within which a cluster must answer a request to join it."""
_LAST_PORT = 65535
_NO_CLUSTER = 3
"""Exit code of the asking process if there is no cluster."""
_PROBE = f"""
import sys
import ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
except ConnectionError as error:
    print(error, file=sys.stderr)
    sys.exit({_NO_CLUSTER})
"""
_RETRIES = 5
"""How often a batch is restarted if its node is lost."""
_AHEAD = 3
"""Batches that wait for each core."""


def play(plan: Sequence[PlannedMatch], decisions: bool, limit: float, address: str) -> Played:
    """Yield the matches of a plan in batches, as they are done.

    Parameters
    ----------
    limit
        Seconds that foreign code has for a decision.
    address
        The address of a cluster; ``"auto"`` uses the cluster of this machine, or starts one here.
    """
    mine = not ray.is_initialized()
    if mine:
        _join(address, is_available(address))
    try:
        yield from _streamed(plan, decisions, limit)
    finally:
        if mine:
            ray.shutdown()


def check(address: str) -> None:
    """Refuse an address without a cluster (StudyError), unless one has been joined already."""
    if not ray.is_initialized():
        is_available(address)


def is_available(address: str) -> bool:
    """Return whether there is a cluster; only for ``"auto"`` may there be none.

    If nothing listens at an address, or something else, Ray itself tries for minutes, and may end
    the whole process. So a separate process asks first, which may be lost.

    Raises
    ------
    StudyError
        For an invalid address, or one where no cluster answers in time.
    """
    if address != "auto":
        _check_reachable(address)
    try:
        asked = subprocess.run(
            [sys.executable, "-c", _PROBE, address],
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise StudyError(f"{_nothing_at(address)}: nothing within {_PATIENCE} s") from None
    if asked.returncode == _NO_CLUSTER and address == "auto":
        return False
    if asked.returncode:
        said = asked.stderr.decode(errors="replace").strip().splitlines()
        raise StudyError(f"{_nothing_at(address)}: {said[-1] if said else 'without a reason'}")
    return True


def _check_reachable(address: str) -> None:
    """Refuse an invalid address, and one where nothing listens, immediately."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    number = count_in(port)
    if not colon or not host or "/" in host or number is None or number > _LAST_PORT:
        raise StudyError(
            "a Ray cluster is named by auto, by HOST:PORT of its head (port 6379 as a rule), or by "
            f"ray://HOST:PORT of its client server (port 10001), not {address!r}"
        )
    try:
        socket.create_connection((host.strip("[]"), number), _PATIENCE).close()
    except OSError as error:
        raise StudyError(f"{_nothing_at(address)}: {error.strerror or error}") from None


def _nothing_at(address: str) -> str:
    if address == "auto":
        return (
            "the Ray cluster that this machine was told of does not answer (name one with --ray, "
            "or forget it: unset RAY_ADDRESS, ray stop)"
        )
    return f"no Ray cluster answers at {address}"


def _join(address: str, there: bool) -> None:
    if there:
        ray.init(address=address, log_to_driver=False)
    else:
        ray.init(include_dashboard=False, log_to_driver=False)


def _streamed(plan: Sequence[PlannedMatch], decisions: bool, limit: float) -> Played:
    task: Any = ray.remote(max_retries=_RETRIES, scheduling_strategy="SPREAD")(
        _play_with_same_versions
    )
    rules = _rules(plan)
    resources: Any = ray.cluster_resources  # it ships without types
    cores = max(1, int(resources().get("CPU", 1)))
    left = deque(batched(plan, cores))
    running: dict[Any, Batch] = {}
    while left or running:
        while left and len(running) < _AHEAD * cores:
            batch = left.popleft()
            running[task.remote(batch, decisions, rules, limit)] = batch
        (done,), _ = ray.wait(list(running), num_returns=1)
        try:
            played = ray.get(done)
        except RayTaskError as error:
            raise error.cause from None  # as if raised in this process
        left.extendleft(rest_of(running.pop(done), played))
        yield played


def _rules(plan: Sequence[PlannedMatch]) -> dict[str, str]:
    """Return the versions of everything that determines the results of these matches."""
    found = versions({one.setting.game.key: one.setting.game for one in plan}.values())
    rules = {f"rules of {key}": str(version) for key, version in found["rules"].items()}
    engines = {f"engine of {key}": engine for key, engine in found.get("engines", {}).items()}
    return {"tischlein": found["tischlein"], **rules, **engines}


def _play_with_same_versions(
    batch: Batch, decisions: bool, rules: dict[str, str], limit: float = LONGEST_THOUGHT
) -> PlayedBatch:
    """Play the matches of a batch on a node, if its versions agree with those of the study."""
    here = _rules(batch)
    if any(rules.get(what) != found for what, found in here.items()):
        own, others = (_listed(one, here) for one in (here, rules))
        raise StudyError(
            f"the node {socket.gethostname()} has {own}, where the study is run there is {others}: "
            "install the same on both"
        )
    return play_batch(batch, decisions, limit)


def _listed(rules: dict[str, str], names: Iterable[str]) -> str:
    return ", ".join(f"{name} {rules.get(name, 'missing')}" for name in names)
