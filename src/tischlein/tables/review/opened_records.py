"""Records that somebody opens in the pages: strangers' texts, stored as matches not hosted here.

Whoever opens a record becomes the match's host, so that it is in their list. Nobody holds its
seats, so it counts in nobody's statistics and ratings.

A record may claim any id, and whoever knows an id can make a proof for it. So the match gets an id
that follows from the record's text. If there is a proof, which holds for the id in it alone, the
new id begins with that one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from tischlein.core import records, seats
from tischlein.core.errors import RecordError
from tischlein.core.phrases import Phrase, Value
from tischlein.core.records import Record
from tischlein.tables import match_ids
from tischlein.tables.chance import proof
from tischlein.tables.players import player_names
from tischlein.tables.problems import InvalidError
from tischlein.tables.seats.rulings import MOST_RULINGS
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import ConflictError
from tischlein.tables.stored import SeatKind, StoredEvent, StoredMatch, StoredSeat, TalkRule
from tischlein.tables.upkeep import archive
from tischlein.tables.upkeep.archive_errors import UnfitRecordError

MOST_LINES = 6_000
"""Maximal number of lines of a record: reading each takes up to some milliseconds."""
MOST_EVENTS = 5_000
"""Maximal number of events, of which one line may have several."""
LONGEST_OPTIONS = 400
"""Maximal number of characters of a match's options."""
LONGEST_SECRET = 64
"""Maximal number of bytes of the secret in a proof; those of this server have 32."""


class InvalidRecordError(InvalidError):
    """A record that cannot be opened; the phrase says why, and for programs the detail does."""

    def __init__(self, phrase: Phrase, detail: str) -> None:
        super().__init__("record")
        self.phrase = phrase
        self.detail = detail


async def open_record(store: Store, text: str, session: str, pay: Callable[[], object]) -> str:
    """Store the match of a record for a session; return its id, also if it is stored already.

    Parameters
    ----------
    pay
        Charges for a match that has to be stored, or refuses it.

    Raises
    ------
    InvalidRecordError
        If the text is no record of a finished match that can be stored.
    """
    match, events, record = await asyncio.to_thread(_read, text)
    claimed = proof.header(record).get("id", "")
    try:
        if match_ids.is_table_id(claimed) and await _is_there(store, claimed, match, record):
            return claimed
        if await archive.is_stored(store, match.id, record):
            return match.id
        pay()
        with suppress(ConflictError):  # somebody else has just opened the same
            await store.create_match(replace(match, host=session), events)
            return match.id
        await archive.is_stored(store, match.id, record)
    except UnfitRecordError as error:
        raise InvalidRecordError(error.phrase, str(error)) from None
    return match.id


async def _is_there(store: Store, claimed: str, match: StoredMatch, record: Record) -> bool:
    """Whether the match of a record is stored under the id that the record claims.

    Raises
    ------
    UnfitRecordError
        If another match is, and the record claims a proof.
    """
    try:
        return await archive.is_stored(store, claimed, record)
    except UnfitRecordError:
        if match.server_secret:
            raise
        return False


def _read(text: str) -> tuple[StoredMatch, list[StoredEvent], Record]:
    """Return the match of a record as it is to be stored, with its events.

    Raises
    ------
    InvalidRecordError
        If it cannot be stored.
    """
    if text.count("\n") >= MOST_LINES:
        raise _too_long("lines", MOST_LINES)
    try:
        record = records.read(text)
        if len(record.events) > MOST_EVENTS:
            raise _too_long("events", MOST_EVENTS)
        match, events = archive.checked(record)
    except RecordError as error:
        raise InvalidRecordError(_phrase_of(error, text), str(error)) from None
    except UnfitRecordError as error:
        raise InvalidRecordError(error.phrase, str(error)) from None
    if len(match.rulings) > MOST_RULINGS:
        raise _too_long("rulings", MOST_RULINGS)
    if len(match.options) > LONGEST_OPTIONS:
        raise _too_long("options", LONGEST_OPTIONS)
    if len(match.server_secret) > LONGEST_SECRET:
        why = Phrase("problem-record-proof", {"why": Phrase("table-unfair-form")})
        raise InvalidRecordError(why, f"the seed has more than {LONGEST_SECRET} bytes")
    match = replace(
        match,
        id=_id_for(match, record),
        seats=tuple(_seat(number, seat, record) for number, seat in enumerate(match.seats)),
        talk=TalkRule.OFF,
    )
    return match, events, record


def _id_for(match: StoredMatch, record: Record) -> str:
    """Return the id under which the match of a record is opened, whatever id the record claims."""
    text_id = archive.id_of(record)
    if not match.server_secret:
        return text_id
    return match_ids.opened_match_id(match_ids.chance_id(match.id), text_id)


def _seat(number: int, seat: StoredSeat, record: Record) -> StoredSeat:
    """Return a seat under a name as people have them here, and with a level that bots have here.

    A name that nobody could take is refused instead of replaced: a match must not look different
    from its record, and whoever has the text can change it.
    """
    try:
        name = player_names.clean_name(seat.name)
    except InvalidError:
        letter, longest = seats.letter(number), player_names.LONGEST_NAME
        raise InvalidRecordError(
            Phrase("problem-record-name", {"seat": letter, "longest": longest}),
            f"the name of seat {letter} has not 1 to {longest} visible characters",
        ) from None
    if seat.level in {level.key for level in record.game.levels}:
        return replace(seat, name=name)
    return replace(seat, name=name, kind=SeatKind.PERSON, level=None)


def _phrase_of(error: RecordError, text: str) -> Phrase:
    """Return what is wrong with a line; refusals need the texts of the game, and the names."""
    values: dict[str, Value] = {"line": error.line, "why": error.phrase}
    if error.game:
        values |= {"game": error.game, "names": list(records.names_in(text))}
    return Phrase("problem-record-line", values)


def _too_long(what: str, most: int) -> InvalidRecordError:
    phrase = Phrase("problem-record-too-long", {"what": what, "most": most})
    return InvalidRecordError(phrase, f"more than {most} {what}")
