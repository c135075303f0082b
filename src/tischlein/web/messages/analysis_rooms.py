"""The messages on the socket of visitors who go through a finished match together."""

from __future__ import annotations

import msgspec

from tischlein.web.messages.request import Request
from tischlein.web.messages.sockets import Ping


class Company(msgspec.Struct, frozen=True, tag="company"):
    """The visitors who go through a finished match together, and what their leader looks at."""

    people: int
    """Open windows."""
    leader: str | None
    """The leader's name, None if there is no leader; it may be empty."""
    leading: bool
    """Whether the receiver is the leader."""
    address: str
    """What the leader looks at: the query and the fragment of the page's address."""


class Lead(Request, frozen=True, tag="lead"):
    """Lead from now on, or stop leading; a previous leader follows."""

    on: bool
    """Whether to lead; otherwise to stop."""
    name: str = ""
    """The name that the others are told; it may be empty."""


class Point(Request, frozen=True, tag="point"):
    """The leader looks at this now."""

    address: str
    """The query and the fragment of the page's address."""


FromCompany = Lead | Point | Ping
