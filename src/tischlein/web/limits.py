"""How much and how fast: bounds for everything that somebody outside can make grow."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Generous for people, and an end for programs that run wild."""

    body: int = 16_384
    """Bytes in the body of a request, and in a message."""
    requests: tuple[float, int] = (20.0, 200)
    """HTTP requests of one address: a second in the long run, and at once."""
    tables: tuple[float, int] = (0.2, 20)
    """Tables opened from one address: a second in the long run, and at once."""
    messages: tuple[float, int] = (20.0, 100)
    """Messages of one connection: a second in the long run, and at once."""
    connections: int = 2_000
    """Connections altogether."""
    connections_at_table: int = 100
    connections_of_session: int = 12
    """Connections of one session at one table."""
    outbox: int = 64
    """Messages that may wait for a slow reader before the connection is dropped."""
    replay: int = 200
    """Scenes in one answer."""


class Bucket:
    """A token bucket: so many at once, so many a second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._then = time.monotonic()

    def take(self) -> bool:
        """Take a token; False if none is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of many keys; of too many, the longest unused are forgotten."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of a key; False if none is left."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()
