"""The archive: copies, restores, replays, exports and imports all that is stored."""

from __future__ import annotations

import hashlib
import math
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout

from tischlein.core import options as option_texts
from tischlein.core import records, registry, seats
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.tables import match_ids, proof, ratings, verifying
from tischlein.tables.fairness import SeededChance
from tischlein.tables.occupancy import locked_database
from tischlein.tables.schema import APPLICATION_ID, MIGRATIONS, SIDE_FILES
from tischlein.tables.steps import draw_outcome
from tischlein.tables.store import Store
from tischlein.tables.store_errors import MatchNotFoundError, StoreError
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    RulingKind,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
)

_PAGE = 500
_COPY_PREFIX = ".tischlein-read-"
_EARLIER = timedelta(days=1)
"""How much earlier a day begins somewhere than by UTC, rounded up."""


_HOSTED = "hosted"
_NOT_HERE = "no"
"""The header field, and its value, of a match that was put in as a record and is exported again."""
_OPENED = "opened"
"""The header field of such a match with its id, if that is not the one in its proof."""


class ArchiveError(TischleinError):
    """Data to be copied, restored or imported is not valid."""


class UnfitRecordError(ArchiveError):
    """A record whose match cannot be stored; ``phrase`` says why in any language."""

    def __init__(self, message: str, key: str, **values: Value) -> None:
        super().__init__(message)
        self.phrase = Phrase(f"problem-record-{key}", values)


# --- the whole database ---


def back_up(database: Path, file: Path) -> None:
    """Copy a database as it is at one moment, even while a server uses it.

    Raises
    ------
    ArchiveError
        If there is no such database, or no folder for the file, or the file exists already.
    """
    if not database.is_file():
        raise ArchiveError(f"there is no database {database}")
    if file.exists():
        raise ArchiveError(f"{file} is there already; a backup overwrites nothing")
    if not file.parent.is_dir():
        raise ArchiveError(f"there is no folder {file.parent}")
    with _copied(database, file) as partial:
        partial.replace(file)


@contextmanager
def _copied(database: Path, file: Path) -> Iterator[Path]:
    """Copy a database, complete and checked, beside its destination; remove it again if not moved.

    Raises
    ------
    ArchiveError
        If it cannot be read, or the copy cannot be written.
    """
    partial = file.with_name(f"{file.name}.partial")
    _remove(partial)
    partial.touch(mode=0o600)  # it holds the secrets of running matches
    try:
        with _opened_read_only(database) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            # All in one file: otherwise even reading it leaves other files beside it.
            target.execute("PRAGMA journal_mode = DELETE")
        check(partial, of=database)
        yield partial
    except sqlite3.Error as error:
        if _is_unreadable(database, error):
            raise ArchiveError(_why_unreadable(database, error)) from error
        raise ArchiveError(f"{database} cannot be copied to {file.parent}: {error}") from error
    finally:
        _remove(partial)


def _is_unreadable(file: Path, error: sqlite3.Error) -> bool:
    """Whether an error is about what is read, not about where it is written."""
    return not (isinstance(error, sqlite3.OperationalError) and os.access(file, os.R_OK))


def _why_unreadable(file: Path, error: sqlite3.Error) -> str:
    if not os.access(file, os.R_OK):
        return f"{file} cannot be read by whoever runs this command: run it as the server's user"
    if isinstance(error, sqlite3.OperationalError):
        return f"{file} cannot be read: {error}"
    return f"{file} cannot be read: it is no database, or is damaged ({error})"


def _remove(file: Path) -> None:
    for ending in ("", *SIDE_FILES):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def check(file: Path, *, of: Path | None = None) -> None:
    """Refuse a file that is no intact database of this program or an older version of it.

    Parameters
    ----------
    of
        The original that it is a copy of, which messages name instead.

    Raises
    ------
    ArchiveError
        If it is none.
    """
    named = of or file
    if not file.is_file():
        raise ArchiveError(f"there is no file {named}")
    try:
        with _opened_read_only(file) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            faults = [fault for (fault,) in connection.execute("PRAGMA integrity_check(5)")]
    except sqlite3.Error as error:
        raise ArchiveError(_why_unreadable(named, error)) from error
    if application != APPLICATION_ID:
        raise ArchiveError(f"{named} is no database of Tischlein")
    if version > len(MIGRATIONS):
        raise ArchiveError(f"{named} was written by a newer Tischlein: install that one")
    if faults != ["ok"]:
        raise ArchiveError(f"{named} is damaged: {'; '.join(faults)}")


def restore(file: Path, database: Path) -> Path | None:
    """Replace a database that no server has open with a backup.

    Returns where the previous database is kept, None if there was none.

    Raises
    ------
    ArchiveError
        If the file is no intact backup, or there is no room for copies; then nothing has changed.
    DatabaseInUseError
        If a server has the database open.
    """
    check(file)
    with locked_database(database, ""), _copied(file, database) as partial:
        kept = _keep_previous(database)
        for ending in SIDE_FILES:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        partial.replace(database)
    return kept


def _keep_previous(database: Path) -> Path | None:
    """Copy a database to a free name beside it; an unreadable one is moved."""
    if not database.exists():
        return None
    number = 1
    while (kept := database.with_name(f"{database.stem}.before-{number}.db")).exists():
        number += 1
    try:
        back_up(database, kept)
    except ArchiveError:
        if _is_whole(database):
            raise  # the copy could not be written
        for ending in ("", *SIDE_FILES):
            with suppress(FileNotFoundError):
                part = database.with_name(database.name + ending)
                part.replace(kept.with_name(kept.name + ending))
    return kept


def _is_whole(database: Path) -> bool:
    try:
        check(database)
    except ArchiveError:
        return False
    return True


@contextmanager
def _opened_read_only(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database.absolute().as_uri() + "?mode=ro", uri=True)) as opened:
        yield opened


@contextmanager
def copied_for_reading(database: Path) -> Iterator[Path]:
    """Copy a database for as long as it is read: servers keep using it, and nothing in it changes.

    The copy is beside it if that is possible: elsewhere temporary files may be kept in memory.

    Raises
    ------
    ArchiveError
        If it cannot be read, or there is no room for a copy.
    """
    if not database.is_file():
        raise ArchiveError(f"there is no database {database}")
    copy = _folder_for_copy(database) / f"{_COPY_PREFIX}{secrets.token_hex(4)}.db"
    lock = FileLock(copy.with_suffix(".lock"))
    with lock:
        _remove_left_copies(copy.parent)
        try:
            back_up(database, copy)
            yield copy
        finally:
            _remove(copy)
            copy.with_suffix(".lock").unlink(missing_ok=True)


def _folder_for_copy(database: Path) -> Path:
    """Return a folder that has room for a copy of a database (ArchiveError)."""
    files = (database.with_name(database.name + ending) for ending in ("", *SIDE_FILES))
    size = sum(file.stat().st_size for file in files if file.exists())
    folders = (database.absolute().parent, Path(tempfile.gettempdir()))
    for folder in folders:
        if os.access(folder, os.W_OK | os.X_OK) and shutil.disk_usage(folder).free > size:
            return folder
    beside, elsewhere = folders
    raise ArchiveError(
        f"{database} is read in a copy of {math.ceil(size / 1e6)} MB, for which there is no room in"
        f" {beside} or {elsewhere}: let TMPDIR name a folder with room"
    )


def _remove_left_copies(folder: Path) -> None:
    """Remove the copies of commands that were killed: these hold their locks no more."""
    for left in folder.glob(f"{_COPY_PREFIX}*.lock"):
        with suppress(Timeout, OSError), FileLock(left, timeout=0):
            _remove(left.with_suffix(".db"))
            left.unlink()


# --- its matches ---


async def matches(store: Store) -> AsyncIterator[StoredMatch | StoreError]:
    """Yield every stored match, or why it cannot be read."""
    last = ""
    while ids := await store.match_ids(after=last, limit=_PAGE):
        for match_id in ids:
            try:
                yield await store.match(match_id)
            except StoreError as error:
                yield error
        last = ids[-1]


def find_fault(match: StoredMatch, events: Sequence[StoredEvent]) -> str:
    """Replay a match under the installed rules; return what does not fit, if anything."""
    try:
        game = registry.load(match.game)
        given = option_texts.parse(match.options)
        options = option_texts.complete(game, len(match.seats), given)
        position = Position.start(game, len(match.seats), options)
    except TischleinError as error:
        return str(error)
    contributions = [seat.contribution for seat in match.seats]
    chance = SeededChance(match.server_secret, contributions, match_ids.chance_id(match.id))
    for stored in events:
        fault = _find_fault_in_event(position, stored, chance if match.server_secret else None)
        if fault:
            return f"event {stored.number} of {len(events)} {fault}"
        position.apply(stored.event)
    if match.status is MatchStatus.FINISHED and not position.over:
        return f"it is stored as over, but after its {len(events)} events it is not"
    if match.status is MatchStatus.RUNNING and events and position.over:
        return "it is stored as running, but is over"
    return ""


def _find_fault_in_event(
    position: Position, stored: StoredEvent, chance: SeededChance | None
) -> str:
    event = stored.event
    try:
        refusal = position.why_not(event.seat, event.action)
        refusal = refusal or position.why_not_measurement(event)
    except (ValueError, LookupError) as error:
        return f"means nothing: {error}"
    if refusal is not None:
        return f"is refused by {refusal.rule or refusal.message}"
    if (
        event.seat == CHANCE
        and chance is not None
        and draw_outcome(position, chance) != event.action
    ):
        return "is not what chance brings"
    return ""


# --- records ---


def has_record(match: StoredMatch) -> bool:
    """Whether a match is over, so that its record may be read."""
    return match.status in (MatchStatus.FINISHED, MatchStatus.ENDED)


def exported(match: StoredMatch, game: Game, events: Sequence[StoredEvent]) -> str:
    """Return the record of a finished match, which says if it was put in as a record itself."""
    record = proof.record(match, game, events)
    if match.from_record:
        own_id = {_OPENED: match.id} if match_ids.is_opened_id(match.id) else {}
        record = replace(record, fields={**record.fields, _HOSTED: _NOT_HERE, **own_id})
    return records.write(record)


async def import_record(store: Store, record: Record, *, hosted_here: bool = False) -> str | None:
    """Store a finished match from its record; return its id, None if it is stored already.

    Parameters
    ----------
    hosted_here
        Whether it is known to come from this server's own export. Otherwise the match is marked as
        one that this server has not seen being played; so it stays if it was before the export.

    Raises
    ------
    UnfitRecordError
        If the match is not over, its day is in the future, its proof does not hold, or another
        match with its id is stored.
    """
    match, events = checked(record, hosted_here=hosted_here)
    if await is_stored(store, match.id, record):
        return None
    await store.create_match(match, events)  # in one step: no interruption leaves half a match
    return match.id


def checked(record: Record, *, hosted_here: bool = False) -> tuple[StoredMatch, list[StoredEvent]]:
    """Return the finished match of a record with its events, as they are to be stored.

    Raises
    ------
    UnfitRecordError
        If it is not over, its day is in the future, or its proof does not hold.
    """
    if not proof.is_complete(record):
        raise UnfitRecordError("the match is not over", "not-over")
    if (day := day_of(record)) and day > datetime.now(UTC) + _EARLIER:
        written = f"{day:%Y-%m-%d}"
        raise UnfitRecordError(f"its day, {written}, has not come yet", "day", day=written)
    try:
        match = match_from_record(record, hosted_here=hosted_here)
    except ValueError as error:
        raise UnfitRecordError(str(error), "proof", why=Phrase("table-unfair-form")) from None
    _check_proof(record)
    events = [
        StoredEvent(number, event, match.created) for number, event in enumerate(record.events, 1)
    ]
    if fault := find_fault(match, events):
        raise UnfitRecordError(fault, "broken")
    return match, events


async def is_stored(store: Store, match_id: str, record: Record) -> bool:
    """Whether the match of a record is stored under an id.

    Raises
    ------
    UnfitRecordError
        If another match is, or it is still being played.
    """
    try:
        there = await store.match(match_id)
    except MatchNotFoundError:
        return False
    happened = tuple(one.event for one in await store.events(match_id))
    if (there.game, happened) != (record.game.key, record.events):
        problem = f"match {match_id} is there already, with other events"
    elif not has_record(there):
        problem = f"match {match_id} is there already, and not over"
    else:
        return True
    raise UnfitRecordError(problem, "other-match", id=match_id)


def _check_proof(record: Record) -> None:
    """Refuse a record whose chance, contributions, lot or id are not those of a table.

    Raises
    ------
    UnfitRecordError
        If it claims to have a proof that does not hold.
    """
    if not proof.claims_proof(record):
        return
    if fault := verifying.find_fault(record):
        why = verifying.phrase_of_fault(record)
        raise UnfitRecordError(f"its proof does not hold: {fault}", "proof", why=why)
    match_id = proof.header(record)["id"]
    if not match_ids.is_table_id(match_id):
        problem = f"no table has given a match the id {match_id!r}"
        raise UnfitRecordError(problem, "proof", why=Phrase("table-unfair-form"))


def match_from_record(record: Record, *, hosted_here: bool = False) -> StoredMatch:
    """Return a finished match as it is stored, from its record; without a day, as of today."""
    fields = proof.header(record)
    now = datetime.now(UTC)
    created = int(min(day_of(record) or _today(), now).timestamp() * 1000)
    secret = _hex(fields.get("seed", ""))
    return StoredMatch(
        id=_stored_id(record, fields),
        game=record.game.key,
        rules_version=record.game.version,
        options=option_texts.write(record.game, len(record.names), record.options),
        seats=tuple(_seats(record, fields)),
        created=created,
        touched=int(now.timestamp() * 1000),  # it is kept as long as one that ends now
        commitment=fields.get("commitment", ""),
        server_secret=secret,
        status=MatchStatus.FINISHED if record.final().over else MatchStatus.ENDED,
        fixed="chairs" not in fields,
        protocol=proof.protocol(record),
        rulings=proof.rulings_of(record, created),
        from_record=not hosted_here or fields.get(_HOSTED) == _NOT_HERE,
    )


def _stored_id(record: Record, fields: Mapping[str, str]) -> str:
    """Return the id under which the match of a record is stored."""
    given, opened = fields.get("id", ""), fields.get(_OPENED, "")
    if match_ids.is_opened_id(opened) and match_ids.chance_id(opened) == given:
        return opened
    return given if match_ids.is_table_id(given) else id_of(record)


def id_of(record: Record) -> str:
    """Return an id for a match whose record has none: the same each time it is imported."""
    return match_ids.match_id_from(hashlib.sha256(records.write(record).encode()).digest())


def _seats(record: Record, fields: Mapping[str, str]) -> Iterator[StoredSeat]:
    bots = dict(bot.split() for bot in fields.get("bots", "").split(",") if len(bot.split()) == 2)
    order = fields.get("chairs", "").split()
    resigned = _resigned(record)
    for seat, name in enumerate(record.names):
        letter = seats.letter(seat)
        level = bots.get(letter)
        bound = _hex(fields.get(f"hash {letter.lower()}", ""))
        given = _hex(fields.get(f"contribution {letter.lower()}", ""))
        yield StoredSeat(
            kind=SeatKind.PERSON if level is None else SeatKind.BOT,
            name=name,
            level=level,
            resigned=seat in resigned,
            part=_contribution_state(bound, given),
            contribution_hash=bound,
            contribution=given,
            chair=order.index(letter) if letter in order else seat,
        )


def _resigned(record: Record) -> set[int | None]:
    """Return the seats that had given up for good, in the end."""
    resigned = set[int | None]()
    for ruling in proof.rulings_of(record, 0):
        if ratings.is_loss(ruling):
            resigned.add(ruling.seat)
        elif ruling.what is RulingKind.RETURN:
            resigned.discard(ruling.seat)
    return resigned


def _contribution_state(bound: bytes, given: bytes) -> ContributionState:
    if not bound:
        return ContributionState.NONE
    return ContributionState.REVEALED if given else ContributionState.LEFT_OUT


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def day_of(record: Record) -> datetime | None:
    """Return the day in a record; None if it has none that can be read."""
    try:
        return datetime.fromisoformat(proof.header(record).get("date", "")).replace(tzinfo=UTC)
    except ValueError:
        return None


def _today() -> datetime:
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
