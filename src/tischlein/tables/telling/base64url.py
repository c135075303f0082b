"""Bytes as the base64url of JSON Web Tokens, without padding."""

from __future__ import annotations

import base64


def in_base64(data: bytes) -> str:
    """Return bytes as text."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
