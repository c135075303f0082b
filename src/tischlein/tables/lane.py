"""A bounded queue with one reader, where every move passes through several.

``asyncio.Queue`` keeps many readers, writers who wait for room, and who waits for its end in order;
none of that is wanted here, and it costs twice as much.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class Lane(Generic[_Item]):
    """Items in the order in which they were put in; named as in ``asyncio.Queue``."""

    def __init__(self, most: int) -> None:
        """Have room for so many items."""
        self._most = most
        self._items: deque[_Item] = deque()
        self._news: asyncio.Future[None] | None = None
        """What the reader waits for while nothing is there."""

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items

    def qsize(self) -> int:
        """Return how many items wait."""
        return len(self._items)

    def put_nowait(self, item: _Item) -> None:
        """Put in an item (asyncio.QueueFull)."""
        if len(self._items) >= self._most:
            raise asyncio.QueueFull
        self._items.append(item)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def get(self) -> _Item:
        """Wait for an item and take it out; only one reader may wait."""
        while not self._items:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self._items.popleft()

    def get_nowait(self) -> _Item:
        """Take out an item that waits (asyncio.QueueEmpty)."""
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.popleft()
