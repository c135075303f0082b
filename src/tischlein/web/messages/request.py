"""The common base of all requests by clients."""

from __future__ import annotations

import msgspec


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request, or a message of a client.

    An unknown field is refused by its name: a misspelled option would otherwise be treated as left
    out. While two versions run side by side, a server also refuses what a newer client asks of it
    and it cannot do.
    """
