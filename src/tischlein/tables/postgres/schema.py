"""The tables in PostgreSQL, and the migrations that lead to them on a database in use.

They are those of SQLite (``tables.schema``), column by column, and what only many servers need
(:data:`ONLY_HERE`).

Servers of the version before go on while a migration runs, and afterwards. So a migration adds:
tables, columns with a default, indexes. What has to go is no longer used in one version and taken
away in the next, by a migration marked as not ``additive``, which servers that know nothing of it
refuse when they start.
"""

from __future__ import annotations

from typing import NamedTuple

import asyncpg

from tischlein.tables.postgres.connection import Connection
from tischlein.tables.store import StoreIncompatibleError, StoreUnavailableError

LOCK = 0x5469_7363
"""The advisory lock of who migrates (``Tisc`` in ASCII)."""
OLDEST_SERVER = 14
"""The first PostgreSQL that is supported."""
MIGRATION_TIMEOUT = 600.0
"""Seconds that one statement of a migration may take."""
LOCK_TIMEOUT = "5s"
"""How long a statement of a migration waits for a table at most, as all others wait behind it."""

ONLY_HERE: dict[str, frozenset[str]] = {
    "match": frozenset({"owner", "epoch", "lease_until", "last"}),
    "tischlein": frozenset({"sole", "version", "oldest"}),
}
"""Tables and columns that SQLite has no use for."""


class Migration(NamedTuple):
    """What leads from one version of the schema to the next."""

    statements: tuple[str, ...]
    additive: bool = True
    """Whether servers that know only the version before can use the database."""


MIGRATIONS: list[Migration] = [
    Migration(
        (
            # Ids are compared as SQLite compares them: byte by byte. Each append rewrites the
            # row's last number, and finds room for it on the same page.
            """
            CREATE TABLE match (
                id            text COLLATE "C" PRIMARY KEY,
                game          text NOT NULL,
                rules_version integer NOT NULL,
                options       text NOT NULL,
                created       bigint NOT NULL,
                touched       bigint NOT NULL,
                commitment    text NOT NULL,
                server_secret bytea NOT NULL,
                status        text NOT NULL,
                listed        boolean NOT NULL,
                fixed         boolean NOT NULL,
                talk          text NOT NULL DEFAULT 'friends',
                advice        boolean NOT NULL DEFAULT false,
                protocol      integer NOT NULL DEFAULT 1,
                host          text,
                deadline      bigint,
                paused        boolean NOT NULL DEFAULT false,
                rulings       text NOT NULL DEFAULT '[]',
                proposal      text NOT NULL DEFAULT 'null',
                successor     text,
                revision      bigint NOT NULL,
                owner         text,
                epoch         bigint NOT NULL DEFAULT 0,
                lease_until   timestamptz NOT NULL DEFAULT '-infinity',
                last          integer NOT NULL DEFAULT 0
            ) WITH (fillfactor = 50)
            """,
            "CREATE INDEX match_by_status ON match (status, touched)",
            "CREATE INDEX match_by_rules ON match (game, rules_version)",
            "CREATE INDEX match_by_host ON match (host) WHERE host IS NOT NULL",
            """
            CREATE INDEX match_in_lobby ON match (created DESC)
                WHERE status = 'open' AND listed
            """,
            """
            CREATE TABLE seat (
                match             text COLLATE "C" NOT NULL REFERENCES match ON DELETE CASCADE,
                seat              integer NOT NULL,
                kind              text NOT NULL,
                name              text NOT NULL,
                level             text,
                secret_hash       text,
                part              text NOT NULL DEFAULT 'none',
                contribution_hash bytea NOT NULL DEFAULT '',
                contribution      bytea NOT NULL,
                chair             integer NOT NULL,
                resigned          boolean NOT NULL DEFAULT false,
                PRIMARY KEY (match, seat)
            )
            """,
            """
            CREATE TABLE seat_session (
                match    text COLLATE "C" NOT NULL,
                seat     integer NOT NULL,
                position integer NOT NULL,
                session  text NOT NULL,
                PRIMARY KEY (match, seat, position),
                FOREIGN KEY (match, seat) REFERENCES seat ON DELETE CASCADE
            )
            """,
            "CREATE INDEX seat_by_session ON seat_session (session)",
            """
            CREATE TABLE event (
                match       text COLLATE "C" NOT NULL REFERENCES match ON DELETE CASCADE,
                number      integer NOT NULL CHECK (number >= 1),
                seat        integer NOT NULL,
                action      bigint NOT NULL,
                time        bigint NOT NULL,
                measurement bytea,
                command     text,
                PRIMARY KEY (match, number)
            )
            """,
            """
            CREATE UNIQUE INDEX event_by_command ON event (match, seat, command)
                WHERE command IS NOT NULL
            """,
            """
            CREATE TABLE refusal (
                position bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                match    text COLLATE "C" NOT NULL REFERENCES match ON DELETE CASCADE,
                seat     integer NOT NULL,
                command  text NOT NULL,
                refusal  text NOT NULL,
                UNIQUE (match, seat, command)
            )
            """,
            """
            CREATE TABLE snapshot (
                match  text COLLATE "C" PRIMARY KEY REFERENCES match ON DELETE CASCADE,
                number integer NOT NULL,
                layout text NOT NULL,
                state  bytea NOT NULL
            )
            """,
            """
            CREATE TABLE remark (
                match  text COLLATE "C" NOT NULL REFERENCES match ON DELETE CASCADE,
                number integer NOT NULL CHECK (number >= 1),
                chair  integer NOT NULL,
                name   text NOT NULL,
                time   bigint NOT NULL,
                kind   text NOT NULL,
                text   text NOT NULL,
                PRIMARY KEY (match, number)
            )
            """,
            """
            CREATE TABLE taken_back (
                position    bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                match       text COLLATE "C" NOT NULL REFERENCES match ON DELETE CASCADE,
                number      integer NOT NULL,
                seat        integer NOT NULL,
                action      bigint NOT NULL,
                time        bigint NOT NULL,
                measurement bytea,
                command     text
            )
            """,
            "CREATE INDEX taken_back_by_command ON taken_back (match, seat, command)",
            "CREATE TABLE round (served bigint PRIMARY KEY, time bigint NOT NULL)",
            "CREATE TABLE own_secret (name text PRIMARY KEY, value bytea NOT NULL)",
            "CREATE TABLE ended_session (session text PRIMARY KEY, until bigint NOT NULL)",
        )
    ),
]
"""What leads from each schema version to the next. Append, never edit.

The version of a database is the number of entries it has been through.
"""


async def bring_up_to_date(connection: Connection, name: str) -> None:
    """Make the tables, or lead them to this program's version; of several at once one does.

    Parameters
    ----------
    name
        What errors call the database.

    Raises
    ------
    StoreIncompatibleError
        If the database holds another program's tables, or those of a newer version that leaves no
        room for this one, or is none that can be used.
    StoreUnavailableError
        If the user may not make tables, or one stays locked.
    """
    await _check_server(connection, name)
    if await _version(connection, name) == len(MIGRATIONS):
        return
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            await _migrate(connection, await _version(connection, name))
    except (asyncpg.PostgresSyntaxError, asyncpg.InsufficientPrivilegeError) as error:
        raise StoreUnavailableError(f"cannot make the tables in {name}: {error}") from error


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


async def _version(connection: Connection, name: str) -> int:
    """Return the database's version, 0 if it is empty; refuse what is not ours or too new."""
    tables = {
        table
        for (table,) in await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
    }
    if not tables:
        return 0
    if "tischlein" not in tables:
        raise StoreIncompatibleError(
            f"{name} holds tables of another program; give Tischlein a database of its own"
        )
    version, oldest = await connection.fetchrow("SELECT version, oldest FROM tischlein") or (0, 0)
    if oldest > len(MIGRATIONS):
        raise StoreIncompatibleError(
            f"{name} has version {version} of the tables, this program knows {len(MIGRATIONS)}: "
            "it was written by a newer Tischlein"
        )
    # One that is newer by what was added is used as it is.
    return max(int(version), 0) if version <= len(MIGRATIONS) else len(MIGRATIONS)


async def _migrate(connection: Connection, version: int) -> None:
    if version == len(MIGRATIONS):
        return  # another server was first
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS tischlein (sole boolean PRIMARY KEY DEFAULT true CHECK (sole),"
        " version integer NOT NULL, oldest integer NOT NULL)"
    )
    oldest = 0
    for number, migration in enumerate(MIGRATIONS[version:], version + 1):
        for statement in migration.statements:
            await connection.execute(statement, timeout=MIGRATION_TIMEOUT)
        if not migration.additive:
            oldest = number
    await connection.execute(
        "INSERT INTO tischlein (version, oldest) VALUES ($1, $2) ON CONFLICT (sole) DO UPDATE"
        " SET version = excluded.version, oldest = greatest(tischlein.oldest, excluded.oldest)",
        len(MIGRATIONS),
        oldest,
    )
