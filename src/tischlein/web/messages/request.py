"""What is common to all that a client asks of the server."""

from __future__ import annotations

import msgspec


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request, or a message of a client.

    A field that it does not have is refused by its name: a misspelled option would otherwise be
    taken for one left out. So does a server, while two versions stand side by side, with what a
    newer client wants of it and it cannot do.
    """
