"""Records of hosted matches: they carry their proof, and the proof finds every lie."""

from dataclasses import replace

import pytest

import tests.tiny.kuhn
from tischlein.core import records
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.tables import proof, seating
from tischlein.tables.fairness import CommitmentMismatch, DrawMismatch, SeededChance, commitment
from tischlein.tables.proof import LotMismatch
from tischlein.tables.store import SeatKind, StoredEvent, StoredMatch, StoredSeat

KUHN = tests.tiny.kuhn.GAME


def finished(contribution: bytes = b"\x05" * 16) -> tuple[StoredMatch, list[StoredEvent]]:
    """Return a match of Kuhn poker in which both pass."""
    secret = bytes(range(32))
    match = StoredMatch(
        id="match",
        game=KUHN.key,
        rules_version=KUHN.version,
        options="",
        seats=(
            StoredSeat(kind=SeatKind.PERSON, name="Anna", contribution=contribution),
            StoredSeat(kind=SeatKind.BOT, name="Pixel", level="medium", chair=1),
        ),
        created=1_795_268_000_000,
        touched=1_795_268_000_000,
        commitment=commitment(secret),
        server_secret=secret,
    )
    match = match.changed(seats=seating.draw_lots(match))
    position = Position.start(KUHN, 2)
    chance = SeededChance(secret, [seat.contribution for seat in match.seats], match.id)
    events: list[StoredEvent] = []
    while not position.over:
        seat = position.acting[0]
        if seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            event = Event(seat, outcomes[chance.draw(weights)])
        else:
            event = Event(seat, position.legal(seat)[0])
        position.apply(event)
        events.append(StoredEvent(len(events) + 1, event, 0))
    return match, events


@pytest.fixture
def record() -> Record:
    match, events = finished()
    return proof.record(match, KUHN, events)


def test_the_record_tells_all_that_the_proof_needs() -> None:
    match, events = finished()
    text = proof.record_text(match, KUHN, events)
    read = records.read(text)
    assert read.fields["date"] == "2026-11-21"
    assert read.fields["id"] == "match"
    assert read.fields["seed"] == match.server_secret.hex()
    assert sorted(read.fields["chairs"].split()) == ["A", "B"]
    assert read.fields["bots"].split()[1] == "medium"
    assert proof.verify(read) is None


def test_fixed_seats_need_no_proof() -> None:
    match, events = finished()
    record = proof.record(match.changed(fixed=True), KUHN, events)
    assert "chairs" not in record.fields
    assert proof.verify(record) is None


def test_another_outcome_of_chance_is_found(record: Record) -> None:
    other = next(card for card in range(3) if card not in {e.action for e in record.events[:2]})
    events = (Event(CHANCE, other), *record.events[1:])
    assert isinstance(proof.verify(replace(record, events=events)), DrawMismatch)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("seed", "ff" * 32, CommitmentMismatch),
        ("commitment", "ff" * 32, CommitmentMismatch),
        ("id", "another", (DrawMismatch, LotMismatch)),
    ],
)
def test_a_changed_field_is_found(
    record: Record, field: str, value: str, fault: type | tuple[type, ...]
) -> None:
    found = proof.verify(replace(record, fields={**record.fields, field: value}))
    assert isinstance(found, fault)


def test_other_seats_than_the_lot_dealt_are_found() -> None:
    match, events = finished(contribution=b"")
    record = proof.record(match, KUHN, events)
    honest = record.fields["chairs"]
    swapped = " ".join(reversed(honest.split()))
    found = proof.verify(replace(record, fields={**record.fields, "chairs": swapped}))
    assert found == LotMismatch(swapped, honest)


@pytest.mark.parametrize("field", ["id", "commitment", "seed"])
def test_a_record_without_a_needed_field_cannot_be_verified(record: Record, field: str) -> None:
    fields = {key: value for key, value in record.fields.items() if key != field}
    with pytest.raises(ValueError, match=field):
        proof.verify(replace(record, fields=fields))


@pytest.mark.parametrize("chairs", ["A A", "A", "A B C", "A ?"])
def test_a_malformed_lot_is_refused(record: Record, chairs: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        proof.verify(replace(record, fields={**record.fields, "chairs": chairs}))
