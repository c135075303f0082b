"""Links that act without a session, each for one thing: signed, so that nobody can make them up."""

from __future__ import annotations

import hashlib
import hmac
from enum import StrEnum

from tischlein.tables.telling.base64url import in_base64

_SIGNATURE_BYTES = 18


class Deed(StrEnum):
    """What a link does."""

    CONFIRM = "confirm"
    """The address is mine, and I want to be told there."""
    STOP = "stop"
    """Tell me nothing more there."""
    REFUSE = "refuse"
    """Nobody shall have mail sent to this address from here."""


def token(key: bytes, deed: Deed, subscription: str) -> str:
    """Return what stands behind the ``#`` of a link."""
    return f"{subscription}.{_signature(key, deed, subscription)}"


def opened(key: bytes, deed: Deed, text: str) -> str | None:
    """Return the subscription that a token is about, None if it is not one for this deed."""
    subscription, _, signature = text[:200].partition(".")
    genuine = _signature(key, deed, subscription)
    return subscription if hmac.compare_digest(genuine.encode(), signature.encode()) else None


def _signature(key: bytes, deed: Deed, subscription: str) -> str:
    signed = f"{deed} {subscription}".encode()
    return in_base64(hmac.digest(key, signed, hashlib.sha256)[:_SIGNATURE_BYTES])
