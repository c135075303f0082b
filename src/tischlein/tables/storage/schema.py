"""The SQLite file: its schema with the migrations that lead to it, and connections to it.

To change the schema, add an entry at the end of :data:`MIGRATIONS`, in the types used here
(``TEXT``, ``INTEGER``, ``REAL``, ``BLOB``) and otherwise in SQL that PostgreSQL accepts, too: it
goes through the same migrations (``postgres.schema``), while servers of the previous version
continue. So a new column has a default, nothing that they use is renamed or dropped, and no name is
a word that PostgreSQL reserves (``user``, ``order``, ``only``, ``limit``, ...). Queries are written
for both as well (``postgres.dialect``). The stores' conformance suite runs them on both, and
fails if one of the two lacks something.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from tischlein.tables.storage.store_errors import (
    StoreError,
    StoreIncompatibleError,
    StoreUnavailableError,
)

APPLICATION_ID = 0x5469_7363
"""Marks the file as ours (``Tisc`` in ASCII)."""

MIGRATIONS: list[tuple[str, ...]] = [
    (
        """
        CREATE TABLE match (
            id            TEXT PRIMARY KEY,
            game          TEXT NOT NULL,
            rules_version INTEGER NOT NULL,
            options       TEXT NOT NULL,
            created       INTEGER NOT NULL,
            touched       INTEGER NOT NULL,
            commitment    TEXT NOT NULL,
            server_secret BLOB NOT NULL,
            status        TEXT NOT NULL,
            listed        INTEGER NOT NULL,
            fixed         INTEGER NOT NULL,
            host          TEXT,
            deadline      INTEGER,
            successor     TEXT,
            revision      INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX match_by_status ON match (status, touched)",
        "CREATE INDEX match_by_rules ON match (game, rules_version)",
        "CREATE INDEX match_by_host ON match (host) WHERE host IS NOT NULL",
        """
        CREATE INDEX match_in_lobby ON match (created DESC)
            WHERE status = 'open' AND listed = 1
        """,
        """
        CREATE TABLE seat (
            match        TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            seat         INTEGER NOT NULL,
            kind         TEXT NOT NULL,
            name         TEXT NOT NULL,
            level        TEXT,
            secret_hash  TEXT,
            contribution BLOB NOT NULL,
            chair        INTEGER NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE seat_session (
            match    TEXT NOT NULL,
            seat     INTEGER NOT NULL,
            position INTEGER NOT NULL,
            session  TEXT NOT NULL,
            PRIMARY KEY (match, seat, position),
            FOREIGN KEY (match, seat) REFERENCES seat ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX seat_by_session ON seat_session (session)",
        """
        CREATE TABLE event (
            match   TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            number  INTEGER NOT NULL CHECK (number >= 1),
            seat    INTEGER NOT NULL,
            action  INTEGER NOT NULL,
            time    INTEGER NOT NULL,
            outcome BLOB,
            command TEXT,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE UNIQUE INDEX event_by_command ON event (match, seat, command)
            WHERE command IS NOT NULL
        """,
        """
        CREATE TABLE refusal (
            position    INTEGER PRIMARY KEY,
            match       TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            seat        INTEGER NOT NULL,
            command     TEXT NOT NULL,
            refusal     TEXT NOT NULL,
            UNIQUE (match, seat, command)
        ) STRICT
        """,
        """
        CREATE TABLE snapshot (
            match  TEXT PRIMARY KEY REFERENCES match ON DELETE CASCADE,
            number INTEGER NOT NULL,
            layout TEXT NOT NULL,
            state  BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE event RENAME COLUMN outcome TO measurement",
        # Kept only for repeated commands; their values have another format now.
        "DELETE FROM refusal",
    ),
    (
        "ALTER TABLE match ADD COLUMN talk TEXT NOT NULL DEFAULT 'friends'",
        "ALTER TABLE match ADD COLUMN advice INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE remark (
            match  TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 1),
            chair  INTEGER NOT NULL,
            name   TEXT NOT NULL,
            time   INTEGER NOT NULL,
            kind   TEXT NOT NULL,
            text   TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE match ADD COLUMN paused INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE match ADD COLUMN rulings TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE match ADD COLUMN proposal TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE seat ADD COLUMN resigned INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE taken_back (
            position    INTEGER PRIMARY KEY,
            match       TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            number      INTEGER NOT NULL,
            seat        INTEGER NOT NULL,
            action      INTEGER NOT NULL,
            time        INTEGER NOT NULL,
            measurement BLOB,
            command     TEXT
        ) STRICT
        """,
        "CREATE INDEX taken_back_by_command ON taken_back (match, seat, command)",
        """
        CREATE TABLE round (
            served INTEGER PRIMARY KEY,
            time   INTEGER NOT NULL
        ) STRICT
        """,
    ),
    (
        # The server's own secrets, such as the key that signs cookies.
        "CREATE TABLE own_secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT",
        # Sessions that somebody has ended, until they would have ended by themselves.
        "CREATE TABLE ended_session (session TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT",
    ),
    (
        # Matches that have begun keep the protocol of their chance. Waiting tables continue with
        # the new one, without contributions made before their hashes could be requested.
        "ALTER TABLE match ADD COLUMN protocol INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE seat ADD COLUMN part TEXT NOT NULL DEFAULT 'none'",
        "ALTER TABLE seat ADD COLUMN contribution_hash BLOB NOT NULL DEFAULT x''",
        "UPDATE match SET protocol = 2 WHERE status = 'open'",
        """
        UPDATE seat SET contribution = x''
            WHERE match IN (SELECT id FROM match WHERE status = 'open')
        """,
    ),
    (
        # Programs that play under identities of their own, and tables that want none.
        "ALTER TABLE match ADD COLUMN programs INTEGER NOT NULL DEFAULT 1",
        """
        CREATE TABLE program (
            id         TEXT PRIMARY KEY,
            name       TEXT NOT NULL,
            owner      TEXT NOT NULL,
            games      TEXT NOT NULL,
            token_hash TEXT NOT NULL UNIQUE,
            created    INTEGER NOT NULL,
            revoked    INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX program_by_name ON program (lower(name)) WHERE revoked IS NULL",
    ),
    (
        # Who wants notifications about matches, and what each of them has been or is to be told.
        """
        CREATE TABLE subscription (
            id        TEXT PRIMARY KEY,
            owner     TEXT NOT NULL,
            channel   TEXT NOT NULL,
            target    TEXT NOT NULL,
            keys      TEXT NOT NULL,
            match     TEXT REFERENCES match ON DELETE CASCADE,
            whole     INTEGER NOT NULL,
            kinds     TEXT NOT NULL,
            language  TEXT NOT NULL,
            created   INTEGER NOT NULL,
            confirmed INTEGER NOT NULL,
            due       INTEGER,
            rest      INTEGER,
            message   TEXT,
            tries     INTEGER NOT NULL DEFAULT 0,
            failing   INTEGER,
            bounces   INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX subscription_by_owner ON subscription (owner)",
        "CREATE INDEX subscription_by_match ON subscription (match) WHERE match IS NOT NULL",
        "CREATE INDEX subscription_due ON subscription (channel, due) WHERE due IS NOT NULL",
        """
        CREATE TABLE news (
            subscription TEXT NOT NULL REFERENCES subscription ON DELETE CASCADE,
            match        TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            kind         TEXT NOT NULL,
            seat         INTEGER NOT NULL,
            fact         TEXT NOT NULL,
            since        INTEGER NOT NULL,
            waits        INTEGER NOT NULL,
            PRIMARY KEY (subscription, match, kind, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX news_of_match ON news (match)",
        # Mail addresses by their hashes: how often they were asked on a day, and which refuse.
        """
        CREATE TABLE mail_address (
            digest  TEXT PRIMARY KEY,
            asked   INTEGER NOT NULL,
            day     INTEGER NOT NULL,
            refused INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE match ADD COLUMN time_control TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE match ADD COLUMN clocks TEXT NOT NULL DEFAULT 'null'",
        # How far the server's own time has come: one row.
        """
        CREATE TABLE own_time (
            sole INTEGER NOT NULL UNIQUE DEFAULT 1 CHECK (sole = 1),
            time INTEGER NOT NULL
        ) STRICT
        """,
    ),
    (
        # Tables at which nobody may watch.
        "ALTER TABLE match ADD COLUMN watched INTEGER NOT NULL DEFAULT 1",
    ),
    (
        # Players who want to be recognised: what opens their cards, and the devices that are signed
        # in.
        """
        CREATE TABLE card (
            id       TEXT PRIMARY KEY,
            name     TEXT NOT NULL,
            created  INTEGER NOT NULL,
            recovery TEXT NOT NULL UNIQUE,
            shows    TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE passkey (
            credential BLOB PRIMARY KEY,
            card       TEXT NOT NULL REFERENCES card ON DELETE CASCADE,
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL,
            label      TEXT NOT NULL,
            created    INTEGER NOT NULL,
            used       INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX passkey_by_card ON passkey (card)",
        """
        CREATE TABLE card_device (
            session TEXT PRIMARY KEY,
            card    TEXT NOT NULL REFERENCES card ON DELETE CASCADE,
            label   TEXT NOT NULL,
            created INTEGER NOT NULL,
            seen    INTEGER NOT NULL,
            former  TEXT
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX card_device_by_card ON card_device (card)",
        "CREATE TABLE challenge (challenge TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT",
        # Matches may be deleted; their effect on ratings stays.
        """
        CREATE TABLE rated_match (
            match TEXT PRIMARY KEY,
            state TEXT NOT NULL,
            game  TEXT NOT NULL DEFAULT '',
            time  INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX rated_match_by_state ON rated_match (state, time)",
        """
        CREATE TABLE rated_share (
            match        TEXT NOT NULL REFERENCES rated_match ON DELETE CASCADE,
            seat         INTEGER NOT NULL,
            card         TEXT REFERENCES card ON DELETE SET NULL,
            side         INTEGER,
            place        INTEGER,
            mu_before    REAL,
            sigma_before REAL,
            mu_after     REAL,
            sigma_after  REAL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX rated_share_by_card ON rated_share (card)",
        """
        CREATE TABLE rating (
            card    TEXT NOT NULL REFERENCES card ON DELETE CASCADE,
            game    TEXT NOT NULL,
            mu      REAL NOT NULL,
            sigma   REAL NOT NULL,
            matches INTEGER NOT NULL,
            PRIMARY KEY (card, game)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # The browser of a subscription for push messages; earlier ones belong to all.
    ("ALTER TABLE subscription ADD COLUMN device TEXT NOT NULL DEFAULT ''",),
    (
        # Former names of a card, and until when: matches of that time know its owner by them.
        """
        CREATE TABLE card_name (
            card  TEXT NOT NULL REFERENCES card ON DELETE CASCADE,
            until INTEGER NOT NULL,
            name  TEXT NOT NULL,
            PRIMARY KEY (card, until)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # Distinguishes viewers, whatever names they use.
    ("ALTER TABLE remark ADD COLUMN speaker TEXT NOT NULL DEFAULT ''",),
    # Matches that somebody has put in as records; which earlier ones were is not known.
    ("ALTER TABLE match ADD COLUMN from_record INTEGER NOT NULL DEFAULT 0",),
    # Seats that those who have gone let others have.
    ("ALTER TABLE seat ADD COLUMN released INTEGER NOT NULL DEFAULT 0",),
]
"""The statements that lead from each schema version to the next. Append, never edit.

The version of a file is the number of entries it has been through, kept in ``user_version``.
"""

_ELSEWHERE = "name another place with --data"
MOUNTED_READ_ONLY = (
    "its file system is mounted read-only, as after a fault of the disk (dmesg tells of one): mount"
    " it so that it can be written"
)
"""Why nothing can be written there, and what to do."""
OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with strict tables."""
BUSY_TIMEOUT = 5000
"""How many milliseconds to wait for another process that writes to the same file."""
SIDE_FILES = ("-wal", "-shm")
"""Suffixes of the files beside a database that is open, or was not closed properly."""
WAL_LIMIT = 64 << 20
"""Size in bytes to which the write-ahead log is cut back after it has grown."""


def connect(path: Path) -> sqlite3.Connection:
    """Return a new connection to an existing file, for one thread at a time (sqlite3.Error)."""
    # If the file has been removed, no empty one must take its place.
    address = f"{path.absolute().as_uri()}?mode=rw"
    # Transactions are begun by hand; each connection stays with one thread until it is closed.
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    return connection


def unwritable(path: Path) -> Path | None:
    """Return what keeps this process from writing a database: its folder, or a file of it.

    Files that SQLite has left beside an unwritable database cannot be written either, as long as
    they exist.
    """
    files = (path, *(path.with_name(path.name + ending) for ending in SIDE_FILES))
    barred = (file for file in files if file.exists() and not os.access(file, os.R_OK | os.W_OK))
    folder = path.parent
    closed = folder.exists() and not os.access(folder, os.W_OK | os.X_OK)
    return folder if closed else next(barred, None)


def is_mounted_read_only(path: Path) -> bool:
    """Whether a file, or the nearest folder above it that exists, is on a read-only file system."""
    if sys.platform == "win32":
        return False
    there = next((one for one in (path, *path.parents) if one.exists()), path)
    with suppress(OSError):
        return bool(os.statvfs(there).f_flag & os.ST_RDONLY)
    return False


def open_database(path: Path) -> sqlite3.Connection:
    """Open the database for writing, with the newest schema.

    Raises
    ------
    StoreIncompatibleError
        If the file is another program's or was written by a newer version.
    StoreUnavailableError
        If it cannot be opened or written.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreUnavailableError(
            f"SQLite {'.'.join(map(str, OLDEST_SQLITE))} or newer is needed, this Python brings "
            f"{sqlite3.sqlite_version}"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            # The file holds the secrets of running matches: nobody else may read it.
            path.touch(mode=0o600, exist_ok=False)
        connection = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailableError(_explain_failure(path, error)) from error
    try:
        _prepare(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        raise StoreUnavailableError(_explain_failure(path, error)) from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreIncompatibleError(
            f"{path} is no database, or is damaged ({error}): put a backup in its place"
            f" (tischlein restore), or {_ELSEWHERE}"
        ) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _explain_failure(path: Path, error: OSError | sqlite3.Error) -> str:
    """Return why a database cannot be opened or written, and what to do."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and not isinstance(error, PermissionError):
        return f"cannot open the database {path}: {reason}; mend that, or {_ELSEWHERE}"
    if path.is_dir():
        return f"cannot open the database {path}: that is a folder; move it, or {_ELSEWHERE}"
    if is_mounted_read_only(path):
        return f"{path} cannot be written ({reason}): {MOUNTED_READ_ONLY}, or {_ELSEWHERE}"
    barred = unwritable(path)
    if barred is None and isinstance(error, PermissionError):
        barred = Path(error.filename or path)
    if barred is not None:
        return (
            f"{barred} cannot be written ({reason}): give it to whoever runs the server (chown),"
            f" let them write there (chmod u+rw), or {_ELSEWHERE}"
        )
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_FULL:
        return f"the disk on which {path} is to be is full: make room there, or {_ELSEWHERE}"
    if code == sqlite3.SQLITE_BUSY:
        return f"another program writes {path}: end that one, or {_ELSEWHERE}"
    return f"cannot open or write the database {path}: {reason}"


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check that the file is ours, set the connection up and bring the schema up to date."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != APPLICATION_ID:
        raise StoreIncompatibleError(f"{path} is the database of another program: {_ELSEWHERE}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailableError(f"{path} is on a disk that cannot hold a write-ahead log")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Deleted data must not remain readable in the file: names, addresses, remarks.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA journal_size_limit = {WAL_LIMIT}")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreIncompatibleError(
            f"{path} has version {version} of the database, this program knows "
            f"{len(MIGRATIONS)}: it was written by a newer Tischlein; install that one again,"
            f" restore a copy that is older, or {_ELSEWHERE}"
        )
    for migration in MIGRATIONS[version:]:
        for statement in migration:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")
