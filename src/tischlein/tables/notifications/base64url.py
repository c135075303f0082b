"""Bytes as the base64url of JSON Web Tokens, without padding."""

from __future__ import annotations

import base64


def from_base64url(text: str) -> bytes:
    """Decode a text to bytes (ValueError if it is invalid)."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def to_base64url(data: bytes) -> str:
    """Encode bytes as text."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
