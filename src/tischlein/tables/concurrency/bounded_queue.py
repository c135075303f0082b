"""A bounded queue with one reader, several of which every move passes through.

``asyncio.Queue`` manages several readers, writers that wait for room, and callers that wait for its
end; none of that is needed here, and it costs twice as much.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class BoundedQueue(Generic[_Item]):
    """Items in the order in which they were put in; named as in ``asyncio.Queue``."""

    def __init__(self, most: int) -> None:
        """Have room for this many items."""
        self._most = most
        self._items: deque[_Item] = deque()
        self._available: asyncio.Future[None] | None = None
        """The future that the reader waits for while it is empty."""

    def empty(self) -> bool:
        """Whether there is no item."""
        return not self._items

    def qsize(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def put_nowait(self, item: _Item) -> None:
        """Put in an item (asyncio.QueueFull)."""
        if len(self._items) >= self._most:
            raise asyncio.QueueFull
        self._items.append(item)
        if self._available is not None and not self._available.done():
            self._available.set_result(None)

    async def get(self) -> _Item:
        """Wait for an item and take it out; only one reader may wait."""
        while not self._items:
            self._available = asyncio.get_running_loop().create_future()
            await self._available
        return self._items.popleft()

    def get_nowait(self) -> _Item:
        """Take out an item (asyncio.QueueEmpty)."""
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.popleft()
