"""Ports for servers of the tests."""

from __future__ import annotations

import atexit
import random
import socket
from contextlib import ExitStack, suppress

PORTS = (20_000, 32_768)
"""From which to which servers choose theirs."""

_kept = ExitStack()
"""What keeps ports for this process, to its end."""
atexit.register(_kept.close)


def free_port() -> int:
    """Return a port that stays free until a server takes it, and while it is down.

    The system gives those above to whoever connects to something, and tests do so all the time.
    No other process of tests gets it meanwhile: a server may take long to start on a busy machine.
    It is kept by its namesake of the other protocol, of which nothing else makes use.
    """
    while True:
        port = random.randrange(*PORTS)
        with ExitStack() as stack, suppress(OSError):
            kept = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            kept.bind(("127.0.0.1", port))
            with socket.socket() as free:
                free.bind(("127.0.0.1", port))
            _kept.push(stack.pop_all())
            return port
