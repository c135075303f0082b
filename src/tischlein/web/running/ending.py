"""A bound for the end of a server: whatever is stuck, its process ends in time."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from types import TracebackType
from typing import Self

log = logging.getLogger(__name__)

END_WITHIN = 45.0
"""Seconds; whoever runs servers (`deploy/`) kills them after 60."""
SAY_WITHIN = 1.0
"""Seconds for saying so: whoever reads the log may be what is stuck."""


class TimelyEnd:
    """Ends the process if it has not left this context some time after it was to end.

    That is as good as a power cut: what has been acknowledged is stored.
    """

    def __init__(self) -> None:
        self._told = False
        self._begun = threading.Event()
        self._over = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._watch, name="timely-end", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._over.set()
        self.begin()

    def begin(self) -> None:
        """Count the seconds from now on, unless they are counted already.

        Signal handlers may call this: they start no thread, and do not wait for each other.
        """
        if not self._told:
            self._told = True
            self._begun.set()

    def _watch(self) -> None:
        self._begun.wait()
        if not self._over.wait(END_WITHIN):
            self._cut_off()

    def _cut_off(self) -> None:
        saying = threading.Thread(target=_say_what_is_stuck, daemon=True)
        saying.start()
        saying.join(SAY_WITHIN)
        for process in multiprocessing.active_children():
            process.kill()
        os._exit(1)


def _say_what_is_stuck() -> None:
    busy = [
        thread.name
        for thread in threading.enumerate()
        if not thread.daemon and thread is not threading.main_thread()
    ]
    log.error(
        "the server has not ended within %g seconds, and is cut off; what was acknowledged is"
        " stored. Still at work: %s",
        END_WITHIN,
        ", ".join(busy) or "nothing beside the server itself",
    )
