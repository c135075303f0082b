"""Ports for servers of the tests."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

PORTS = (20_000, 32_768)
"""From which to which servers choose theirs."""


def free_port() -> int:
    """Return a port that stays free until a server takes it, and while it is down.

    The system gives those above to whoever connects to something, and tests do so all the time.
    """
    while True:
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", random.randrange(*PORTS)))
            port: int = free.getsockname()[1]
            return port
