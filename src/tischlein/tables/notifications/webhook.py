"""Webhooks, signed as in Standard Webhooks (standardwebhooks.com), so that others can verify."""

from __future__ import annotations

import base64
import hashlib
import hmac

PREFIX = "whsec_"
_SECRET_BYTES = 32


def secret_of(key: bytes, subscription: str) -> str:
    """Return the secret of a webhook, which its owner is shown."""
    secret = hmac.digest(key, subscription.encode(), hashlib.sha256)[:_SECRET_BYTES]
    return PREFIX + base64.b64encode(secret).decode()


def headers(secret: str, message: str, body: bytes, now: int) -> dict[str, str]:
    """Return the headers that prove the sender and time (seconds since 1970) of a message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{now}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{signature}",
        "content-type": "application/json",
        "user-agent": "Tischlein",
    }
