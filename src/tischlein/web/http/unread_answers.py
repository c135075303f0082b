"""What connections keep for readers that do not take it, limited for all of them together.

An answer that nobody reads stays in the server's memory, and whoever takes a byte of it now and
then may keep it there for ever.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import Any

log = logging.getLogger(__name__)

MOST_UNREAD = 64 << 20
"""Bytes that may wait on all connections together: a thousand large answers, compressed."""
WARN_EVERY = 60.0
"""Seconds between two warnings."""


class UnreadAnswers:
    """Everything that waits for readers at one server."""

    def __init__(self, most: int = MOST_UNREAD) -> None:
        """Let this many bytes wait."""
        self._most = most
        self._warned = -WARN_EVERY

    def cut(self, protocols: Iterable[Any]) -> None:
        """Cut the connections with most to be read until the others are within the limit."""
        transports = [one.transport for one in protocols if not one.transport.is_closing()]
        waiting = {one: one.get_write_buffer_size() for one in transports}
        excess = sum(waiting.values()) - self._most
        if excess <= 0:
            return
        self._warn()
        for transport in sorted(waiting, key=waiting.__getitem__, reverse=True):
            transport.abort()
            excess -= waiting[transport]
            if excess <= 0:
                return

    def _warn(self) -> None:
        if time.monotonic() - self._warned >= WARN_EVERY:
            self._warned = time.monotonic()
            log.warning(
                "connections are cut that take nothing of their answers: more than %d MB wait",
                self._most >> 20,
            )
