"""Links that act without a session, each for one thing: signed, so that nobody can forge them."""

from __future__ import annotations

import hashlib
import hmac
from enum import StrEnum
from typing import NamedTuple

from tischlein.tables.notifications.base64url import from_base64url, to_base64url

_SIGNATURE_BYTES = 18
_LONGEST = 500
"""Characters of a token, whose address may have 254."""


class LinkAction(StrEnum):
    """What a link does."""

    CONFIRM = "confirm"
    """The address is mine, and I want notifications there."""
    STOP = "stop"
    """Send me nothing more there."""
    REFUSE = "refuse"
    """Nobody may have mail sent to this address from here."""


class LinkSubject(NamedTuple):
    """The subject of a link."""

    subscription: str
    address: str = ""
    """The mail address that it was sent to, if the link is about that."""


def make_token(key: bytes, action: LinkAction, subscription: str, address: str = "") -> str:
    """Return what follows the ``#`` of a link.

    Parameters
    ----------
    address
        The mail address that a link is about; it outlives the subscription.
    """
    about = f"{subscription}.{to_base64url(address.encode())}" if address else subscription
    return f"{about}.{_signature(key, action, about)}"


def verify_token(key: bytes, action: LinkAction, text: str) -> LinkSubject | None:
    """Return the subject of a token, None if it is not one for this action."""
    about, _, signature = text[:_LONGEST].rpartition(".")
    genuine = _signature(key, action, about)
    if not hmac.compare_digest(genuine.encode(), signature.encode()):
        return None
    subscription, _, address = about.partition(".")
    return LinkSubject(subscription, from_base64url(address).decode())


def _signature(key: bytes, action: LinkAction, about: str) -> str:
    signed = f"{action} {about}".encode()
    return to_base64url(hmac.digest(key, signed, hashlib.sha256)[:_SIGNATURE_BYTES])
