"""How secrets are stored: by their hashes, from which nobody learns them."""

from __future__ import annotations

import hashlib


def digest(secret: str) -> str:
    """Return the hash under which a session, or the secret of a seat or of a card, is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
