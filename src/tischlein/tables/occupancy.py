"""One server for one database: who comes second is told where the first one is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tischlein.core.errors import TischleinError


class OccupiedError(TischleinError):
    """Another server plays with this database.

    Attributes
    ----------
    address
        Where it answers, empty if it has not said so yet.
    """

    def __init__(self, database: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(f"a server{where} has {database} open already; one at a time may")
        self.address = address


@contextmanager
def occupied(database: Path, address: str) -> Iterator[None]:
    """Keep a database to this process, and tell others at which address it answers.

    The system frees it when the process ends, however it does.

    Raises
    ------
    OccupiedError
        If another process has it.
    """
    named = database.with_name(f"{database.name}.address")
    lock = FileLock(database.with_name(f"{database.name}.lock"), timeout=0)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise OccupiedError(database, _read(named)) from None
    except OSError:
        # Where nothing can be written the store says what is wrong.
        yield
        return
    try:
        named.write_text(address, encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            named.unlink()
        lock.release()


def _read(named: Path) -> str:
    try:
        return named.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
