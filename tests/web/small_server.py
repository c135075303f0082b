"""Runs the server with a few games on its shelf, so that it is soon ready, and leaves cores alone.

``python -m tests.web.small_server bauab,raufer`` and then the options of
``python -m tischlein.web``; ``as=99.0`` before them lets it be of another version. With
``--public-url`` it notifies people on this machine, and soon tries again what fails or what a node
that is gone has begun. SIGUSR1 ends it as suddenly as SIGKILL, but a measurement of coverage gets
to know which lines have run.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

import tischlein
from tischlein.core import registry

BACKOFF = 1000
"""Milliseconds before a message is tried again."""
LEASE = 20_000
"""Milliseconds before another sends a message that a node is sending: more than a try may take."""


@contextmanager
def _notifications_to_this_machine() -> Iterator[None]:
    """Let messages go to this machine, and to no other."""
    from tischlein.tables.notifications import notifier, senders
    from tischlein.tables.notifications.public_hosts import HostPolicy

    here = HostPolicy(schemes=("http",), allows=lambda address: address.is_loopback)
    genuine = senders.notification_settings

    def settings(*words: str) -> senders.NotificationSettings | None:
        found = genuine(*words)
        return found and found._replace(hosts=here)

    with (
        patch.object(senders, "notification_settings", settings),
        patch.multiple(notifier, FIRST_BACKOFF=BACKOFF, LEASE=LEASE),
    ):
        yield


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, lambda *_: os._exit(1))
    games = tuple(sys.argv.pop(1).split(","))
    version = tischlein.__version__
    if sys.argv[1].startswith("as="):
        version = sys.argv.pop(1).removeprefix("as=")
    with (
        patch.object(registry, "keys", lambda: games),
        patch.object(tischlein, "__version__", version),
        _notifications_to_this_machine() if "--public-url" in sys.argv else nullcontext(),
    ):
        runpy.run_module("tischlein.web", run_name="__main__", alter_sys=True)
