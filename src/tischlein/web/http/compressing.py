"""What is sent compressed, and files from the build, which are compressed once.

Compressing takes many times as long as everything else that an answer costs, and the event loop
does nothing else meanwhile.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

LEVEL = 4
"""Of the levels of ``gzip``: four times as fast as the highest, for a tenth more bytes."""
WORTH_COMPRESSING = 1_000
"""Bytes from which on an answer is compressed, if the client accepts that."""
_COMPRESSIBLE = re.compile(r"text/|image/svg|application/(?:javascript|json|manifest)")


def accepts_gzip(scope: Any) -> bool:
    """Whether a client accepts compressed answers."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


def is_worthwhile(kind: str, length: int) -> bool:
    """Whether an answer of this kind and length gets clearly smaller."""
    return length >= WORTH_COMPRESSING and _COMPRESSIBLE.match(kind) is not None


def gzipped_file(file: Path) -> bytes:
    """Return a file compressed as far as possible (OSError if it does not exist)."""
    found = file.stat()
    return _gzipped_file(file, (found.st_ino, found.st_ctime_ns, found.st_size))


@lru_cache(maxsize=1024)
def _gzipped_file(file: Path, _stays: tuple[int, int, int]) -> bytes:
    """Compress it once as long as its inode, change time and size stay the same."""
    return gzip.compress(file.read_bytes(), mtime=0)
