"""Storage in one SQLite file: no server, no configuration, nothing lost on a power cut.

One thread writes, in batches (``group_commit``); in WAL mode readers neither wait for it nor block
it.
"""

from __future__ import annotations

from pathlib import Path

import platformdirs

from tischlein.tables.storage.group_commit import GroupCommitWriter, Readers
from tischlein.tables.storage.schema import open_database
from tischlein.tables.storage.sql_store import SqlStore


def default_path() -> Path:
    """Return the default location of the database: the user's data directory."""
    return platformdirs.user_data_path("tischlein", appauthor=False) / "tischlein.db"


def database(data: Path | None) -> Path:
    """Return the database file that ``--data`` names: itself, or one in the folder it names."""
    if data is None:
        return default_path()
    return data if data.suffix and not data.is_dir() else data / default_path().name


class SqliteStore(SqlStore):
    """Matches in one file on a local disk.

    Also an asynchronous context manager that closes itself. Several processes may open the same
    file; event numbers are unique among them.
    """

    def __init__(
        self, path: Path | None = None, *, capacity: int = 4096, reader_threads: int = 4
    ) -> None:
        """Open the file, creating or migrating it as needed.

        Parameters
        ----------
        path
            The database file; :func:`default_path` if none is given.
        capacity
            Maximal number of waiting requests, for writing and for reading each.
        reader_threads
            How many requests may read at the same time.

        Raises
        ------
        StoreIncompatibleError
            If the file is another program's or was written by a newer version.
        StoreUnavailableError
            If the file cannot be opened or written.
        """
        self.path = default_path() if path is None else path
        self._writer: GroupCommitWriter = GroupCommitWriter(
            open_database(self.path), self.path, capacity
        )
        self._readers: Readers = Readers(self.path, reader_threads, capacity)

    async def close(self) -> None:
        """Finish what has been accepted and close the file. Closing twice is harmless."""
        await self._readers.close()
        # The last connection to close merges the write-ahead log into the database.
        await self._writer.close()

    async def check_writable(self) -> None:
        """Return if something can be written, or could be again after a failure (StoreError)."""
        await self._writer.probe()

    @property
    def commits(self) -> int:
        """How many transactions this store has committed since it was opened."""
        return self._writer.commits

    @property
    def waiting(self) -> int:
        """How many requests wait, for writing and reading together."""
        return self._writer.waiting + self._readers.waiting

    def size(self) -> int:
        """Return the size of the file with its write-ahead log, in bytes (OSError)."""
        log = self.path.with_name(f"{self.path.name}-wal")
        return self.path.stat().st_size + (log.stat().st_size if log.exists() else 0)
