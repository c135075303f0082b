"""The tables in PostgreSQL, and the migrations that lead to them on a database in use.

They are those of SQLite (``storage.schema``), by the same migrations, and after them what only many
servers need (:data:`MIGRATIONS`).

Servers of the previous version continue while a migration runs, and afterwards. So a migration
adds: tables, columns with a default, indexes. What has to go is no longer used in one version and
removed in the next, by a migration that servers without knowledge of it refuse when they start
(:data:`BREAKING`).

Servers of the previous version keep the contents of columns that they do not know, and ignore them.
They must not ignore a new value of an enumeration, or a new field of ``stored.StrictStruct``: they
leave a match alone that they do not know completely.
"""

from __future__ import annotations

from typing import NamedTuple

import asyncpg

from tischlein.tables.storage import schema as sqlite
from tischlein.tables.storage.postgres import dialect
from tischlein.tables.storage.postgres.connection import Connection
from tischlein.tables.storage.postgres.maintenance import wait_for_exclusive_command
from tischlein.tables.storage.store_errors import StoreIncompatibleError, StoreUnavailableError

LOCK = 0x5469_7363
"""The advisory lock of a migrating server (``Tisc`` in ASCII)."""
OLDEST_SERVER = 14
"""The first PostgreSQL that is supported."""
MIGRATION_TIMEOUT = 600.0
"""Seconds that one statement of a migration may take."""
LOCK_TIMEOUT = "5s"
"""How long a statement of a migration waits for a table at most, as all others wait behind it."""

BREAKING: frozenset[int] = frozenset()
"""Versions of SQLite's schema that servers of the previous version cannot use."""


class Migration(NamedTuple):
    """What only PostgreSQL has, from one version to the next."""

    statements: tuple[str, ...]
    additive: bool = True
    """Whether servers that know only the previous version can use the database."""


MIGRATIONS: list[Migration] = [
    Migration(
        (
            # Who owns a match, and since which epoch; and the number of its last event, so that an
            # append is checked and done in one statement. Each append rewrites the row, and finds
            # room for it on the same page.
            """
            ALTER TABLE match
                ADD COLUMN owner text,
                ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
                ADD COLUMN last bigint NOT NULL DEFAULT 0
            """,
            "UPDATE match SET last = (SELECT coalesce(max(number), 0) FROM event WHERE match = id)",
            "ALTER TABLE match SET (fillfactor = 50)",
        )
    ),
    Migration(
        (
            # Living servers; each renews its own row, and finds room for it on the same page.
            """
            CREATE TABLE node (
                id          text PRIMARY KEY,
                address     text NOT NULL,
                version     text NOT NULL,
                alive_until timestamptz NOT NULL,
                ended       boolean NOT NULL DEFAULT false
            ) WITH (fillfactor = 20)
            """,
            "CREATE INDEX match_by_owner ON match (owner) WHERE owner IS NOT NULL",
            # Duties that one of them performs for all.
            """
            CREATE TABLE duty (
                what  text PRIMARY KEY,
                node  text NOT NULL,
                until timestamptz NOT NULL
            )
            """,
        )
    ),
    Migration(
        (
            # What a node does; those of older versions work for themselves alone.
            "ALTER TABLE node ADD COLUMN role text NOT NULL DEFAULT ''",
            # Jobs that nodes delegate to others. Nothing in it is needed after a crash, since an
            # asker that misses an answer asks again; so it is not logged. Taken until a time, after
            # which another may take it. Numbers are the asker's.
            """
            CREATE UNLOGGED TABLE job (
                asker  text NOT NULL,
                number bigint NOT NULL,
                rank   smallint NOT NULL,
                kind   text NOT NULL,
                body   bytea NOT NULL,
                asked  timestamptz NOT NULL DEFAULT clock_timestamp(),
                taker  text,
                tries  integer NOT NULL DEFAULT 0,
                until  timestamptz NOT NULL DEFAULT '-infinity',
                answer bytea,
                PRIMARY KEY (asker, number)
            ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0,
                    autovacuum_vacuum_threshold = 2000)
            """,
            "CREATE INDEX job_waiting ON job (rank, asked) WHERE answer IS NULL",
        )
    ),
    Migration(
        (
            # What a node shares with all others, renewed with its lease.
            "ALTER TABLE node ADD COLUMN told text NOT NULL DEFAULT ''",
        )
    ),
]
"""What follows the shared migrations, for PostgreSQL alone. Append, never edit."""

ONLY_HERE: dict[str, frozenset[str]] = {
    "match": frozenset({"owner", "epoch", "last"}),
    "node": frozenset({"id", "address", "version", "alive_until", "ended", "role", "told"}),
    "job": frozenset(
        {"asker", "number", "rank", "kind", "body", "asked", "taker", "tries", "until", "answer"}
    ),
    "duty": frozenset({"what", "node", "until"}),
    "tischlein": frozenset({"sole", "shared", "own", "shared_needed", "own_needed"}),
}
"""Tables and columns that SQLite has no use for."""


class _Version(NamedTuple):
    """How many migrations a database has been through, and how many its users have to know."""

    shared: int = 0
    own: int = 0
    shared_needed: int = 0
    own_needed: int = 0


def version_among_nodes(version: str) -> str:
    """Return a program's version with those of its tables as the local part (PEP 440).

    So nodes tell builds apart that have the same number, as between two releases: what one of them
    has stored another may not know, and has to leave to it.
    """
    public, _, local = version.partition("+")
    tables = f"{len(sqlite.MIGRATIONS)}.{len(MIGRATIONS)}"
    return f"{public}+{tables}.{local}" if local else f"{public}+{tables}"


async def bring_up_to_date(connection: Connection, name: str) -> None:
    """Create the tables, or migrate them to this program's version; only one server does at a time.

    Parameters
    ----------
    name
        Name of the database in error messages.

    Raises
    ------
    StoreIncompatibleError
        If the database holds another program's tables, or those of a newer version that this one
        cannot use, or is unsuitable.
    StoreUnavailableError
        If the user may not create tables, or one stays locked.
    """
    await _check_server(connection, name)
    if not _missing(await _version(connection, name)):
        return
    await wait_for_exclusive_command(connection)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            await _migrate(connection, await _version(connection, name))
    except (asyncpg.PostgresSyntaxError, asyncpg.InsufficientPrivilegeError) as error:
        raise StoreUnavailableError(f"cannot make the tables in {name}: {error}") from error


async def check(connection: Connection, name: str) -> tuple[str, bool]:
    """Return why a database cannot be used, empty if it can, and whether it is empty."""
    try:
        await _check_server(connection, name)
        version = await _version(connection, name)
    except StoreIncompatibleError as error:
        return str(error), False
    return "", version == _Version()


async def knows_all_columns(connection: Connection) -> bool:
    """Whether no newer program has added to the tables what this one does not know."""
    shared = await connection.fetchval("SELECT shared FROM tischlein")
    return bool(shared <= len(sqlite.MIGRATIONS))


async def _check_server(connection: Connection, name: str) -> None:
    if (present := connection.get_server_version().major) < OLDEST_SERVER:
        raise StoreIncompatibleError(
            f"PostgreSQL {OLDEST_SERVER} or newer is needed, {name} is version {present}"
        )
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreIncompatibleError(f"{name} is in {encoding}; it has to be in UTF8")
    if await connection.fetchval("SELECT current_schema()") is None:
        raise StoreIncompatibleError(f"{name} has no schema for the tables")


async def _version(connection: Connection, name: str) -> _Version:
    """Return the database's version; refuse one that is not ours or too new."""
    tables = {
        table
        for (table,) in await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
    }
    if not tables:
        return _Version()
    if "tischlein" not in tables:
        raise StoreIncompatibleError(
            f"{name} holds tables of another program; give Tischlein a database of its own"
        )
    row = await connection.fetchrow(f"SELECT {', '.join(_Version._fields)} FROM tischlein")
    version = _Version(*row or ())
    if version.shared_needed > len(sqlite.MIGRATIONS) or version.own_needed > len(MIGRATIONS):
        raise StoreIncompatibleError(
            f"{name} has version {version.shared} of the tables, this program knows "
            f"{len(sqlite.MIGRATIONS)}: it was written by a newer Tischlein; install that one again"
        )
    return version


def _missing(version: _Version) -> list[Migration]:
    """Return the migrations that a database lacks; it may be newer than this program."""
    shared = [
        Migration(tuple(map(dialect.translated_definition, statements)), number not in BREAKING)
        for number, statements in enumerate(sqlite.MIGRATIONS, 1)
    ]
    return shared[version.shared :] + MIGRATIONS[version.own :]


async def _migrate(connection: Connection, version: _Version) -> None:
    missing = _missing(version)
    if not missing:
        return  # another server was first
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS tischlein (sole boolean PRIMARY KEY DEFAULT true CHECK (sole),"
        " shared integer NOT NULL, own integer NOT NULL,"
        " shared_needed integer NOT NULL, own_needed integer NOT NULL)"
    )
    for migration in missing:
        for statement in migration.statements:
            await connection.execute(statement, timeout=MIGRATION_TIMEOUT)
    own = [number for number, migration in enumerate(MIGRATIONS, 1) if not migration.additive]
    await connection.execute(
        "INSERT INTO tischlein (shared, own, shared_needed, own_needed) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (sole) DO UPDATE SET shared = greatest(tischlein.shared, excluded.shared),"
        " own = greatest(tischlein.own, excluded.own),"
        " shared_needed = greatest(tischlein.shared_needed, excluded.shared_needed),"
        " own_needed = greatest(tischlein.own_needed, excluded.own_needed)",
        len(sqlite.MIGRATIONS),
        len(MIGRATIONS),
        max(BREAKING, default=0),
        max(own, default=0),
    )
