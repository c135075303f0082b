"""The archive of matches: replays all that are stored, exports and imports them as records."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tischlein.core import options as option_texts
from tischlein.core import records, registry, seats
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.tables import match_ids
from tischlein.tables.chance import proof, verifying
from tischlein.tables.chance.fairness import SeededChance
from tischlein.tables.match.steps import draw_outcome
from tischlein.tables.players import ratings
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import MatchNotFoundError, StoreError
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    RulingKind,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
)
from tischlein.tables.upkeep.archive_errors import UnfitRecordError

_PAGE = 500
_EARLIER = timedelta(days=1)
"""How much earlier a day begins somewhere than by UTC, rounded up."""


_HOSTED = "hosted"
_NOT_HERE = "no"
"""The header field, and its value, of a match that was put in as a record and is exported again."""
_OPENED = "opened"
"""The header field of such a match with its id, if that is not the one in its proof."""


# --- replaying ---


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
