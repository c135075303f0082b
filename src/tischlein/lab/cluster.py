"""A study on many machines: batches of matches as tasks of Ray.

What is sent is a batch of planned matches (plain data, a few hundred bytes a match); what comes
back are their rows. Nothing else is kept on the cluster, so a node that is lost costs the batches
that it was at, which Ray gives to another. Rows are put in order here, never by arrival.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tischlein.lab.matches import Played
from tischlein.lab.needs import missing
from tischlein.lab.running import batched
from tischlein.lab.running import play as play_batch
from tischlein.lab.study import Planned

try:
    import ray
except ImportError as error:
    raise missing("ray", "--ray") from error

_RETRIES = 5
"""How often a batch begins anew whose node was lost."""
_AHEAD = 3
"""Batches that wait for each core."""


def play(plan: Sequence[Planned], decisions: bool, address: str) -> Iterator[list[Played]]:
    """Yield the matches of a plan in batches, as they are done.

    Parameters
    ----------
    address
        Of a cluster; ``"auto"`` takes the one that this machine belongs to, or begins one here.
    """
    mine = not ray.is_initialized()
    if mine:
        _join(address)
    try:
        yield from _streamed(plan, decisions)
    finally:
        if mine:
            ray.shutdown()


def _join(address: str) -> None:
    if address != "auto":
        ray.init(address=address, log_to_driver=False)
        return
    try:
        ray.init(address="auto", log_to_driver=False)
    except ConnectionError:
        ray.init(include_dashboard=False, log_to_driver=False)


def _streamed(plan: Sequence[Planned], decisions: bool) -> Iterator[list[Played]]:
    task: Any = ray.remote(max_retries=_RETRIES, scheduling_strategy="SPREAD")(play_batch)
    resources: Any = ray.cluster_resources  # it ships without types
    cores = max(1, int(resources().get("CPU", 1)))
    left = iter(batched(plan, cores))
    running: list[Any] = []
    while True:
        while len(running) < _AHEAD * cores and (batch := next(left, None)) is not None:
            running.append(task.remote(batch, decisions))
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        yield from ray.get(done)
