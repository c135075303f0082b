"""What is said over the socket of those who go through a finished match together."""

from __future__ import annotations

import msgspec

from tischlein.web.messages.request import Request


class Company(msgspec.Struct, frozen=True, tag="company"):
    """Who goes through a finished match together, and what the one who leads looks at."""

    people: int
    """Open windows."""
    leader: str | None
    """The name of the one who leads, None while nobody does; it may be empty."""
    leading: bool
    """Whether that is the receiver."""
    address: str
    """What the leader looks at: the query and the fragment of the page's address."""


class Lead(Request, frozen=True, tag="lead"):
    """Lead from now on, or no more; whoever led before follows."""

    on: bool
    name: str = ""


class Point(Request, frozen=True, tag="point"):
    """The one who leads looks at this now."""

    address: str


FromCompany = Lead | Point
