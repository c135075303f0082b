"""Commands about the programs that play at a server under their own identities."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tischlein.cli.output import print_json, print_line
from tischlein.core.errors import TischleinError
from tischlein.presentation.texts import translate
from tischlein.tables.players import programs
from tischlein.tables.problems import TableError
from tischlein.tables.storage.sqlite import database
from tischlein.tables.storage.store_address import open_store
from tischlein.tables.storage.store_errors import ConflictError
from tischlein.tables.stored import StoredProgram
from tischlein.tables.timekeeping import now

Where = Path | str | None
"""The folder or file of the matches, the address of a database, or None for the default."""


def add(name: str, owner: str, games: Sequence[str], where: Where, *, as_json: bool) -> None:
    """Register a program and print its token, which cannot be looked up afterwards."""
    try:
        program, token = programs.registered(name, owner, games, now())
    except TableError as error:
        raise TischleinError(translate("en", error.phrase)) from None
    asyncio.run(_save(program, where))
    if as_json:
        print_json({"id": program.id, "name": program.name, "token": token})
    else:
        print_line(
            f"{program.name} may play at this server. Its token, which is not kept anywhere:"
        )
        print_line(token)


def show(where: Where, *, as_json: bool) -> None:
    """List the programs, including those that have been revoked."""
    known = asyncio.run(_all(where))
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
        revoked = "" if one.revoked is None else f", revoked {_day(one.revoked)}"
        print_line(f"{one.name} of {one.owner}: {games}; registered {_day(one.created)}{revoked}")
    if not known:
        print_line("No program is registered. Begin with: tischlein program add NAME --owner YOU")


def renew(name: str, where: Where) -> None:
    """Give a program a new token; the old one stops working."""
    program, token = programs.with_new_token(asyncio.run(_named(name, where)))
    asyncio.run(_save(program, where))
    print_line(f"The new token of {program.name}; the old one opens nothing any more:")
    print_line(token)


def revoke(name: str, where: Where) -> None:
    """Revoke a program's right to play."""
    program = asyncio.run(_named(name, where))
    asyncio.run(_save(programs.without_token(program, now()), where))
    print_line(f"{program.name} may play no more. Others at its tables can let bots play for it.")


def _named_store(where: Where) -> Path | str:
    return where if isinstance(where, str) else database(where)


async def _save(program: StoredProgram, where: Where) -> None:
    async with open_store(_named_store(where)) as store:
        try:
            await store.save_program(program)
        except ConflictError:
            raise TischleinError(
                f"there is a program called {program.name} already; choose another name"
            ) from None


async def _all(where: Where) -> list[StoredProgram]:
    named = _named_store(where)
    if isinstance(named, Path) and not named.is_file():
        if where is not None and not named.parent.is_dir():
            raise TischleinError(f"there is no folder {named.parent}")
        return []  # listing must not create a database
    async with open_store(named) as store:
        return await store.programs()


async def _named(name: str, where: Where) -> StoredProgram:
    known = [one for one in await _all(where) if one.revoked is None]
    for program in known:
        if program.name.casefold() == name.casefold():
            return program
    names = ", ".join(one.name for one in known) or "none"
    raise TischleinError(f"no program is called {name}; there are: {names}")


def _day(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).date().isoformat()
