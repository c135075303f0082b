"""Many nodes on one PostgreSQL, which runs from a wheel, on the disk of the temporary folder.

Every commit waits for the disk. Machines differ, and one machine from hour to hour.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import Figure, Unavailable
from benchmarks.hosting import nodes
from benchmarks.hosting.server import raise_file_limit
from tests.postgresql import available


def measure() -> Iterator[Figure]:
    """Yield throughput and latency, the way through another node, failing, and notifications."""
    if not available():
        raise Unavailable("there is no PostgreSQL to measure with on this system")
    raise_file_limit()
    yield from nodes.measure()
