"""Which node runs a match: if several share a database, one at a time.

A hall asks before it loads a match. On a single server with a file of its own the answer is always
the same (:class:`SingleServer`); nodes that share a database agree by leases (``postgres.leases``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from packaging.version import Version


class Role(StrEnum):
    """What a server does."""

    ALL = "all"
    """It serves visitors, and works for its own tables and those of others."""
    WEB = "web"
    """It serves visitors; other nodes work for its tables."""
    BOTS = "bots"
    """It works for the tables of others: bots think here, and physics is computed."""


class Node(NamedTuple):
    """A server that shares its database with others."""

    id: str
    """New with each start."""
    address: str
    """Where the other nodes reach it, such as ``http://10.0.0.3:8000``."""
    version: str = ""
    """Of the program that it runs."""
    role: str = ""
    """A :class:`Role`; empty for a version without roles: it works for itself alone."""

    @property
    def serves(self) -> bool:
        """Whether it accepts requests of visitors and other nodes."""
        return self.role != Role.BOTS

    @property
    def works_for_others(self) -> bool:
        """Whether it works for the tables of others."""
        return self.role in (Role.ALL, Role.BOTS)


def is_newer(version: str, than: str) -> bool:
    """Whether a version of the program is newer than another, or than one without a number."""
    one, other = (Version(text or "0") for text in (version, than))
    return one > other


class NodeStatistics(NamedTuple):
    """What is counted at a node."""

    nodes: int
    """Living nodes, including this one."""
    owned: int
    lost: int
    """Matches that another node took over while this one believed that they were its own."""
    beats: int
    """Renewals of the lease."""
    late: int
    """Renewals that came after the lease had run out."""


class Signal(StrEnum):
    """Messages between nodes; each comes with one id and nothing else."""

    LOST = "lost"
    """A match that was this node's is another's now."""
    GONE = "gone"
    """A node is gone, or asleep: do not wait for it."""
    SESSION = "session"
    """A session has ended. Without an id: any number may have, while nothing could be heard."""
    NODES = "nodes"
    """Nodes have come or gone; without an id."""


SignalHandler = Callable[[str], None]
"""Called with an id on the event loop; must not block."""
SharedStateSource = Callable[[], str]
"""Returns what a node currently shares with all others, at most a few kilobytes."""
SharedStateHandler = Callable[[Mapping[str, str]], None]
"""Called with what the other nodes, by id, shared last."""


class Ownership(Protocol):
    """Knows who owns which match."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other node, so that nothing has to be asked."""

    @property
    def owned(self) -> Collection[str]:
        """The matches that this node owns, as far as it knows."""

    @property
    def others(self) -> Sequence[Node]:
        """The other living nodes."""

    @property
    def other_versions(self) -> Sequence[Node]:
        """Those of them that visitors may come to, and that run another version of the program."""

    @property
    def newer_versions(self) -> Sequence[Node]:
        """Those of these whose version is newer than this server's."""

    @property
    def role(self) -> Role:
        """What this server does."""

    @property
    def statistics(self) -> NodeStatistics | None:
        """What this node has counted; None if there are no nodes."""

    async def claim(self, match_id: str, /) -> Node | None:
        """Make a match this node's own; return the node that owns it if another does.

        None for a match that does not exist, too.

        Raises
        ------
        StoreError
            If the database does not answer.
        """

    async def release(self, match_id: str, /) -> None:
        """Give a match up, so that any node can have it; an unreachable database is no error."""

    async def leave(self) -> None:
        """Let other nodes have everything, since this one ends. It serves what none has taken."""

    def mark_lost(self, match_id: str, /) -> None:
        """Record that a match has turned out to be another node's."""

    def invalidate(self, match_id: str, /) -> None:
        """Record that the node that owns a match cannot be reached, or denies it."""

    async def orphans(self, most: int, rules: Mapping[str, int], /) -> list[str]:
        """Return unfinished matches whose nodes are gone, for this node to continue.

        Only matches of games that are here, under rules of these versions (by the games' keys) or
        older ones: others wait for a node that can continue them.
        """

    async def started_cold(self) -> bool:
        """Whether no other node served when this one began, except older ones.

        So nobody continues what these do not know.
        """

    async def on_duty(self, what: str, /) -> bool:
        """Whether this node performs a duty that one node performs for all."""

    def subscribe(self, what: Signal, handler: SignalHandler, /) -> None:
        """Register a callback for such signals."""

    def share(self, source: SharedStateSource, handler: SharedStateHandler, /) -> None:
        """Share something with all nodes from now on, with each renewal of a lease."""

    async def broadcast(self, what: Signal, about: str, /) -> None:
        """Send a signal to all other nodes; an unreachable database is no error."""


class SingleServer(Ownership):
    """One server with a database of its own."""

    alone = True
    owned: Collection[str] = ()
    others: Sequence[Node] = ()
    other_versions: Sequence[Node] = ()
    newer_versions: Sequence[Node] = ()
    role = Role.ALL
    statistics: NodeStatistics | None = None

    async def claim(self, _: str) -> Node | None:
        """Return None: every match is this server's."""
        return None

    async def release(self, _: str) -> None:
        """Do nothing: nobody else wants it."""

    async def leave(self) -> None:
        """Do nothing: there is nobody who could have it."""

    def mark_lost(self, _: str) -> None:
        """Do nothing: it cannot happen."""

    def invalidate(self, _: str) -> None:
        """Do nothing: it cannot happen."""

    async def orphans(self, _: int, __: Mapping[str, int]) -> list[str]:
        """Return nothing."""
        return []

    async def started_cold(self) -> bool:
        """Return True."""
        return True

    async def on_duty(self, _: str) -> bool:
        """Return True."""
        return True

    def subscribe(self, _: Signal, __: SignalHandler) -> None:
        """Do nothing: there is nobody who could signal."""

    def share(self, _: SharedStateSource, __: SharedStateHandler) -> None:
        """Do nothing: there is nobody to share with."""

    async def broadcast(self, _: Signal, __: str) -> None:
        """Do nothing: there is nobody to signal to."""
