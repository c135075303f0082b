"""A table's updates: drawn and encoded once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from tischlein.presentation.changes import StepCache
from tischlein.presentation.scenes import Scene
from tischlein.tables.match.observer import LogEntry, Observer, Stop
from tischlein.tables.match.table import Table
from tischlein.web import table_messages
from tischlein.web.http.numbers import plain
from tischlein.web.messages.sockets import FromServer

_ViewKey = tuple[int, bool, bool]
"""The view of an event: the observer's seat, whether with scenes and with aids."""


_encode = msgspec.json.Encoder(enc_hook=plain).encode


def encode(message: FromServer) -> str:
    """Return a message as it is sent."""
    return _encode(message).decode()


class Update:
    """A table's update about one change: a message for all who receive the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._found = StepCache()
        self._full_views: dict[_ViewKey, str] = {}
        # The scenes are kept, too, so that their identities are not reused.
        self._changed: dict[tuple[int, ...], tuple[Scene, Scene, str]] = {}
        self._encoded_messages: list[tuple[FromServer, str]] = []

    def full_view(self, observer: Observer, have: int, *, scenes: bool, aided: bool) -> str:
        """Return the present position as a whole, and the log after event number `have`."""
        key = observer.seat, scenes, aided
        if key not in self._full_views:
            show = partial(table_messages.view, aided=aided) if scenes else table_messages.happened
            self._full_views[key] = encode(show(self._table, observer, have))
        return self._full_views[key]

    def changed(self, observer: Observer, have: int, before: Scene, after: Scene) -> str:
        """Return the changes from a scene to the present one, and that part of the log."""
        build = partial(table_messages.changed, self._table, observer, have)
        return self._between(build, observer.entries[have:], before, after)

    def stopped(
        self, observer: Observer, stop: Stop, have: int, before: Scene, after: Scene
    ) -> str:
        """Return the same where an occasion ended, before chance led on from there."""
        build = partial(table_messages.stopped, observer, stop, have)
        return self._between(build, observer.entries[have : stop.number], before, after)

    def _between(
        self,
        build: Callable[[Scene, Scene, StepCache], FromServer],
        entries: Sequence[LogEntry],
        before: Scene,
        after: Scene,
    ) -> str:
        key = id(before), id(after), *map(id, entries)
        if key not in self._changed:
            text = self._encode_once(build(before, after, self._found))
            self._changed[key] = before, after, text
        return self._changed[key][2]

    def _encode_once(self, message: FromServer) -> str:
        """Return a message as it is sent; different scenes often have the same changes."""
        for other, text in self._encoded_messages:
            if other == message:
                return text
        text = encode(message)
        self._encoded_messages.append((message, text))
        return text
