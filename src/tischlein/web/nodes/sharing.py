"""What nodes share with each renewal of their leases: rate limits, and listening programs.

**Limits** hold for all nodes together: what each node has admitted, the others count as well.
Otherwise a client that spreads requests over nodes would have several times as much. So each node
shares the spending of those for whom it will soon matter: whose buckets are no longer nearly full,
and which addresses have many connections. Nobody waits for that. In the long run there is one rate
for all nodes; a burst is possible at each of them until it has been told of the others, which is
after a second or two.

**Programs** that listen at one node are present at the tables of all. When a node dies, what it has
shared ends with its lease.
"""

from __future__ import annotations

import heapq
import logging
from collections import Counter
from collections.abc import Mapping
from typing import Protocol

import msgspec

from tischlein.web.http.limits import Buckets, RateLimiter

log = logging.getLogger(__name__)

MOST_SHARED = 100
"""Number of buckets of a kind that a node shares: those from which most has been spent."""
MANY_CONNECTIONS = 8
"""The number of connections of an address, as a share of its limit, from which they are shared."""


class ProgramPresence(Protocol):
    """Knows which programs listen."""

    @property
    def listening(self) -> list[str]:
        """Those that listen here, by their ids."""

    def set_remote_programs(self, ids: frozenset[str], /) -> None:
        """Record those that listen at other nodes."""


class _NodeState(msgspec.Struct):
    """What a node shares with the others."""

    spent: dict[str, dict[str, float]]
    """By kind, and by the name of a bucket: how much since it was nearly full."""
    connections: dict[str, int]
    """By the names of addresses."""
    programs: list[str] = []
    """Those that listen, by their ids."""


_read = msgspec.json.Decoder(_NodeState).decode
_write = msgspec.json.Encoder().encode


class NodeSharing:
    """What a rate limiter and the programs that listen share with those of other nodes."""

    def __init__(self, limiter: RateLimiter, programs: ProgramPresence) -> None:
        self._limiter = limiter
        self._programs = programs
        self._known: dict[str, _NodeState] = {}
        """What each node has shared last."""

    def export(self) -> str:
        """Return what the others have to know now; empty if there is nothing."""
        state = _NodeState(
            {
                kind: _largest(spent)
                for kind, buckets in self._limiter.buckets.items()
                if (spent := buckets.spent)
            },
            {
                name: number
                for name, number in self._limiter.connections_by_address.items()
                if number * MANY_CONNECTIONS >= self._fewest_connections
            },
            self._programs.listening,
        )
        anything = state.spent or state.connections or state.programs
        return _write(state).decode() if anything else ""

    @property
    def _fewest_connections(self) -> int:
        limits = self._limiter.limits
        return min(limits.connections_of_address, limits.connections_of_program)

    def apply(self, states: Mapping[str, str]) -> None:
        """Count what the other nodes, by their ids, have admitted, and record who listens there."""
        before, self._known = self._known, {}
        self._limiter.connections_at_other_nodes = Counter()
        for node, text in states.items():
            try:
                present = self._known[node] = _read(text)
            except msgspec.MsgspecError as error:  # of another version
                log.info("node %s tells of its limits in other words: %s", node, error)
                continue
            self._limiter.connections_at_other_nodes.update(present.connections)
            known_state = before.get(node, _NodeState({}, {}))
            for kind, spent in present.spent.items():
                if (buckets := self._limiter.buckets.get(kind)) is not None:
                    _charge_increase(buckets, spent, known_state.spent.get(kind, {}))
        programs = (one for present in self._known.values() for one in present.programs)
        self._programs.set_remote_programs(frozenset(programs))


def _charge_increase(
    buckets: Buckets, spent: Mapping[str, float], known: Mapping[str, float]
) -> None:
    """Charge what another node has admitted since its last report."""
    for name, amount in spent.items():
        before = known.get(name, 0.0)
        # If it is less than before, the bucket there has been nearly full in the meantime.
        buckets.by_name(name).take_in_debt(amount - before if amount >= before else amount)


def _largest(spent: dict[str, float]) -> dict[str, float]:
    if len(spent) <= MOST_SHARED:
        return spent
    return dict(heapq.nlargest(MOST_SHARED, spent.items(), lambda one: one[1]))
