"""Links that act without a session, each for one thing: signed, so that nobody can forge them."""

from __future__ import annotations

import hashlib
import hmac
from enum import StrEnum
from typing import NamedTuple

from tischlein.tables.notifications.base64url import in_base64, of_base64

_SIGNATURE_BYTES = 18
_LONGEST = 500
"""Characters of a token, whose address may have 254."""


class Deed(StrEnum):
    """What a link does."""

    CONFIRM = "confirm"
    """The address is mine, and I want notifications there."""
    STOP = "stop"
    """Send me nothing more there."""
    REFUSE = "refuse"
    """Nobody may have mail sent to this address from here."""


class Opened(NamedTuple):
    """The subject of a link."""

    subscription: str
    address: str = ""
    """The mail address that it was sent to, if the link is about that."""


def token(key: bytes, deed: Deed, subscription: str, address: str = "") -> str:
    """Return what follows the ``#`` of a link.

    Parameters
    ----------
    address
        The mail address that a link is about; it outlives the subscription.
    """
    about = f"{subscription}.{in_base64(address.encode())}" if address else subscription
    return f"{about}.{_signature(key, deed, about)}"


def opened(key: bytes, deed: Deed, text: str) -> Opened | None:
    """Return the subject of a token, None if it is not one for this deed."""
    about, _, signature = text[:_LONGEST].rpartition(".")
    genuine = _signature(key, deed, about)
    if not hmac.compare_digest(genuine.encode(), signature.encode()):
        return None
    subscription, _, address = about.partition(".")
    return Opened(subscription, of_base64(address).decode())


def _signature(key: bytes, deed: Deed, about: str) -> str:
    signed = f"{deed} {about}".encode()
    return in_base64(hmac.digest(key, signed, hashlib.sha256)[:_SIGNATURE_BYTES])
