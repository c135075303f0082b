"""Commands about stored matches: replay-all, backup, restore, remove, export, import."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tischlein.cli import FAILED
from tischlein.cli.output import print_json, print_line, progress
from tischlein.cli.record_files import NO_RECORDS, Failure, read_or_failure, records_in
from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.errors import TischleinError
from tischlein.tables.match_ids import is_match_id
from tischlein.tables.storage.occupancy import locked_database
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore, database
from tischlein.tables.storage.store_address import open_exclusively, open_store
from tischlein.tables.storage.store_errors import MatchNotFoundError, StoreError
from tischlein.tables.stored import StoredMatch
from tischlein.tables.upkeep import archive, backups, rerating
from tischlein.tables.upkeep.archive_errors import ArchiveError
from tischlein.whole_files import write_whole


@asynccontextmanager
async def _stored(data: Path | None, address: str | None) -> AsyncIterator[SqlStore]:
    """Open the stored matches for reading while a server keeps using them."""
    if address:
        async with open_store(address) as store:
            yield store
        return
    with backups.copied_for_reading(database(data)) as copy:
        async with SqliteStore(copy) as store:
            yield store


def back_up(file: Path, data: Path | None, address: str | None) -> None:
    """Copy the database, whether or not a server is using it."""
    if address:
        raise ArchiveError(
            "PostgreSQL has its own way to copy a database in use: "
            f"pg_dump --format=custom --file={file} ADDRESS"
        )
    backups.back_up(database(data), file)
    print_line(f"{file} is a copy of {database(data)}. It holds the secrets of running matches.")


def restore(file: Path, data: Path | None, address: str | None) -> None:
    """Replace the database with a copy."""
    if address:
        raise ArchiveError(
            "PostgreSQL has its own way to put a copy back, once no server has it open: "
            f"pg_restore --clean --if-exists --dbname=ADDRESS {file}"
        )
    kept = backups.restore(file, database(data))
    print_line(f"{database(data)} is what {file} was.")
    if kept is not None:
        print_line(f"What was there before is {kept}.")


def move(source: str, target: str) -> None:
    """Move everything to another database."""
    try:
        from tischlein.tables.upkeep import transfer
    except ImportError as error:
        raise ArchiveError(
            f"a database in PostgreSQL needs {error.name}: pip install 'tischlein[postgres]'"
        ) from None
    moved = transfer.move_data(source, target)
    rows = sum(moved.values())
    what = f"{many(moved['match'], 'match')} with {many(moved['event'], 'event')}"
    print_line(f"{what} moved; {many(rows, 'row')} in all")
    print_line("They were read again and compared. What they come from is unchanged.")


def replay_all(data: Path | None, address: str | None, *, as_json: bool) -> int:
    """Replay every stored match under the installed rules; return the exit code."""
    return asyncio.run(_replay_all(data, address, as_json=as_json))


async def _replay_all(data: Path | None, address: str | None, *, as_json: bool) -> int:
    faults: list[dict[str, Any]] = []
    counted: Counter[tuple[str, int]] = Counter()
    failed: Counter[tuple[str, int]] = Counter()
    async with _stored(data, address) as store:
        total = sum(rules.matches for rules in await store.rules_in_use())
        with progress("Replaying", total) as done:
            async for match in archive.matches(store):
                done()
                fault = await _fault(store, match)
                if isinstance(match, StoredMatch):
                    counted[match.game, match.rules_version] += 1
                    failed[match.game, match.rules_version] += bool(fault)
                if fault:
                    faults.append(_fault_data(match, fault))
                    if not as_json:
                        print_line(f"{faults[-1]['match']}: {fault}")
    if as_json:
        print_json(
            {
                "rules": [
                    {
                        "game": game,
                        "version": version,
                        "matches": n,
                        "failed": failed[game, version],
                    }
                    for (game, version), n in sorted(counted.items())
                ],
                "failed": faults,
            }
        )
    else:
        for (game, version), matches in sorted(counted.items()):
            print_line(
                f"{game}, rules version {version}{_installed(game, version)}: "
                f"{matches - failed[game, version]} of {matches} matches replay"
            )
        if not counted and not faults:
            print_line("no match is stored")
    return FAILED if faults else 0


async def _fault(store: SqlStore, match: StoredMatch | StoreError) -> str:
    if isinstance(match, StoreError):
        return str(match)
    try:
        return archive.find_fault(match, await store.events(match.id))
    except StoreError as error:
        return str(error)


def _fault_data(match: StoredMatch | StoreError, fault: str) -> dict[str, Any]:
    if isinstance(match, StoredMatch):
        return {"match": match.id, "game": match.game, "fault": fault}
    return {"match": getattr(match, "match_id", "?"), "game": None, "fault": fault}


def _installed(key: str, version: int) -> str:
    try:
        installed = registry.load(key).version
    except TischleinError:
        return " (the game is not installed)"
    return "" if installed == version else f" (version {installed} is installed)"


def rerate(data: Path | None, address: str | None) -> None:
    """Recompute the ratings of all player cards; no server may have the database open."""
    counted, changed = asyncio.run(_rerate(address or database(data)))
    count = "counts" if counted == 1 else "count"
    print_line(f"{many(counted, 'match')} {count}, of which ratings have changed for {changed}")


async def _rerate(where: Path | str) -> tuple[int, int]:
    async with open_exclusively(where) as store:
        return await rerating.rerate(store)


def remove(matches: Iterable[str], data: Path | None, address: str | None) -> None:
    """Delete matches, named by their ids or the addresses of their tables: all or none.

    No server may have the database open: it would keep using matches that no longer exist.
    """
    ids = list(dict.fromkeys(map(_id_in, matches)))
    asyncio.run(_remove(ids, address or database(data)))
    them = "it" if len(ids) == 1 else "them"
    print_line(f"{many(len(ids), 'match')} removed; backups from before still hold {them}")


def _id_in(text: str) -> str:
    """Return the match id in a text: an id itself, or the address of a table."""
    path = urlsplit(text).path.rstrip("/")
    match_id = path.rpartition("/")[2]
    if not is_match_id(match_id):
        raise ArchiveError(
            f"{text!r} is no match: write its id, which stands in the address of its table"
        )
    return match_id


async def _remove(ids: Collection[str], where: Path | str) -> None:
    async with open_exclusively(where) as store:
        try:
            await store.remove(ids)
        except MatchNotFoundError as error:
            raise ArchiveError(f"{error}; nothing has been removed") from None


def export(folder: Path, data: Path | None, address: str | None) -> int:
    """Write the records of all matches that are over; return the exit code."""
    return asyncio.run(_export(folder, data, address))


async def _export(folder: Path, data: Path | None, address: str | None) -> int:
    written = faults = 0
    async with _stored(data, address) as store:
        _make(folder)  # not before there is something to write
        async for match in archive.matches(store):
            if isinstance(match, StoredMatch) and not archive.has_record(match):
                continue
            fault = await _fault(store, match)
            if isinstance(match, StoredMatch) and not fault:
                events = await store.events(match.id)
                text = archive.exported(match, registry.load(match.game), events)
                name = f"{match.game}-{match.id}.record"
                write_whole(folder / name, text)
                written += 1
            else:
                faults += 1
                print_line(f"{_fault_data(match, fault)['match']}: {fault}")
    print_line(f"{many(written, 'record')} written to {folder}")
    return FAILED if faults else 0


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def import_records(
    files: Iterable[Path], data: Path | None, address: str | None, *, hosted_here: bool
) -> int:
    """Store the matches of records; return the exit code."""
    found = list(records_in(files))
    if not found:
        raise ArchiveError(NO_RECORDS)
    if address:  # servers may have it open meanwhile
        return asyncio.run(_import_records(found, address, hosted_here=hosted_here))
    with locked_database(database(data), ""):
        return asyncio.run(_import_records(found, database(data), hosted_here=hosted_here))


async def _import_records(files: list[Path], where: Path | str, *, hosted_here: bool) -> int:
    taken = there = faults = 0
    async with open_store(where) as store:
        with progress("Importing", len(files)) as done:
            for file in files:
                record = read_or_failure(file)
                done()
                if isinstance(record, Failure):
                    faults += 1
                    print_line(str(record))
                    continue
                try:
                    match_id = await archive.import_record(store, record, hosted_here=hosted_here)
                except (ArchiveError, StoreError) as error:
                    faults += 1
                    print_line(f"{file}: {error}")
                    continue
                if match_id is None:
                    there += 1
                else:
                    taken += 1
                    print_line(f"{file} is match {match_id}: /match/{match_id}")
                    if archive.day_of(record) is None:
                        print_line(f"{file} names no day that can be read: it is kept as of today")
    besides = f", {there} there already" if there else ""
    print_line(f"{many(taken, 'match')} taken in{besides}")
    return FAILED if faults else 0
