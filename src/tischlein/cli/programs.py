"""Commands about the programs that play at a server by identities of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tischlein.cli.reports import print_json, say
from tischlein.core.errors import TischleinError
from tischlein.presentation.texts import translate
from tischlein.tables import programs
from tischlein.tables.problems import TableError
from tischlein.tables.sqlite import SqliteStore, database
from tischlein.tables.store import ConflictError, StoredProgram
from tischlein.tables.table import now


def add(name: str, owner: str, games: Sequence[str], data: Path | None, *, as_json: bool) -> None:
    """Register a program and tell its token, which nobody can look up afterwards."""
    try:
        program, token = programs.registered(name, owner, games, now())
    except TableError as error:
        raise TischleinError(translate("en", error.phrase)) from None
    asyncio.run(_save(program, data))
    if as_json:
        print_json({"id": program.id, "name": program.name, "token": token})
    else:
        say(f"{program.name} may play at this server. Its token, which is not kept anywhere:")
        say(token)


def show(data: Path | None, *, as_json: bool) -> None:
    """List the programs, those that have been revoked as well."""
    known = asyncio.run(_all(data))
    if as_json:
        print_json(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "owner": one.owner,
                    "games": list(one.games),
                    "registered": _day(one.created),
                    "revoked": None if one.revoked is None else _day(one.revoked),
                }
                for one in known
            ]
        )
        return
    for one in known:
        games = " ".join(one.games) or "all games"
        gone = "" if one.revoked is None else f", revoked {_day(one.revoked)}"
        say(f"{one.name} of {one.owner}: {games}; registered {_day(one.created)}{gone}")
    if not known:
        say("No program is registered. Begin with: tischlein program add NAME --owner YOU")


def renew(name: str, data: Path | None) -> None:
    """Give a program a new token; the old one opens nothing any more."""
    program, token = programs.renewed(asyncio.run(_named(name, data)))
    asyncio.run(_save(program, data))
    say(f"The new token of {program.name}; the old one opens nothing any more:")
    say(token)


def revoke(name: str, data: Path | None) -> None:
    """Let a program play no more."""
    program = asyncio.run(_named(name, data))
    asyncio.run(_save(programs.revoked(program, now()), data))
    say(f"{program.name} may play no more. Others at its tables can let bots play for it.")


async def _save(program: StoredProgram, data: Path | None) -> None:
    async with SqliteStore(database(data)) as store:
        try:
            await store.save_program(program)
        except ConflictError:
            raise TischleinError(
                f"there is a program called {program.name} already; choose another name"
            ) from None


async def _all(data: Path | None) -> list[StoredProgram]:
    async with SqliteStore(database(data)) as store:
        return await store.programs()


async def _named(name: str, data: Path | None) -> StoredProgram:
    known = [one for one in await _all(data) if one.revoked is None]
    for program in known:
        if program.name.casefold() == name.casefold():
            return program
    names = ", ".join(one.name for one in known) or "none"
    raise TischleinError(f"no program is called {name}; there are: {names}")


def _day(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()
