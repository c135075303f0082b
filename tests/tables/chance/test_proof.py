"""Records of hosted matches: they carry their proof, and the proof finds every lie."""

from dataclasses import replace

import pytest
from msgspec import structs

import tests.tiny.kuhn
from tischlein.core import records, seats
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.tables.chance import lots, proof
from tischlein.tables.chance.fairness import (
    CommitmentMismatch,
    DrawMismatch,
    HashMismatch,
    SeededChance,
    commitment,
    contribution_hash,
)
from tischlein.tables.chance.proof import LotMismatch
from tischlein.tables.seats import seating
from tischlein.tables.stored import (
    ContributionState,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
)

KUHN = tests.tiny.kuhn.GAME


def finished(contribution: bytes = b"\x05" * 16) -> tuple[StoredMatch, list[StoredEvent]]:
    """Return a match of Kuhn poker in which both pass."""
    secret = bytes(range(32))
    bound = contribution_hash(contribution, "match", commitment(secret)) if contribution else b""
    match = StoredMatch(
        id="match",
        game=KUHN.key,
        rules_version=KUHN.version,
        options="",
        seats=(
            StoredSeat(
                kind=SeatKind.PERSON,
                name="Anna",
                part=ContributionState.REVEALED,
                contribution_hash=bound,
                contribution=contribution,
            ),
            StoredSeat(kind=SeatKind.BOT, name="Pixel", level="medium", chair=1),
        ),
        created=1_795_268_000_000,
        touched=1_795_268_000_000,
        commitment=commitment(secret),
        server_secret=secret,
    )
    match = match.changed(seats=lots.draw_lots(match))
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
        ("id", "another", HashMismatch),
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


def anna(record: Record) -> str:
    """Return the letter of the only seat that contributes."""
    (field,) = (field for field in record.fields if field.startswith("contribution "))
    return field.split()[1]


def tampered(record: Record, **fields: str | None) -> Record:
    """Return a record with fields of Anna's seat, or others, changed or (None) left out."""
    letter = anna(record)
    changed: dict[str, str | None] = {**record.fields}
    for key, value in fields.items():
        changed[f"{key} {letter}" if key in ("hash", "contribution") else key] = value
    return replace(record, fields={key: text for key, text in changed.items() if text is not None})


@pytest.mark.parametrize("fields", [{"contribution": "06" * 16}, {"hash": "06" * 32}])
def test_a_contribution_and_its_hash_hold_each_other(
    record: Record, fields: dict[str, str]
) -> None:
    found = proof.verify(tampered(record, **fields))
    assert isinstance(found, HashMismatch)
    assert seats.letter(found.seat) == anna(record)


def test_a_contribution_whose_hash_nobody_knew_is_found(record: Record) -> None:
    found = proof.verify(tampered(record, hash=None))
    assert isinstance(found, HashMismatch)
    assert found.recorded == ""


def test_another_contribution_with_a_hash_to_fit_changes_what_is_drawn() -> None:
    match, events = finished()
    record = proof.record(match, KUHN, events)
    faults = set()
    for number in range(8):
        other = bytes([number]) * 16
        fitting = contribution_hash(other, match.id, match.commitment)
        found = proof.verify(tampered(record, contribution=other.hex(), hash=fitting.hex()))
        faults.add(type(found))
    assert faults <= {DrawMismatch, LotMismatch, type(None)}
    assert DrawMismatch in faults


def test_contributions_that_change_seats_are_found() -> None:
    faults = set()
    for number in range(8):
        match, events = finished(bytes([number]) * 16)
        record = proof.record(match, KUHN, events)
        letter = anna(record)
        other = "AB".replace(letter, "")
        fields = {
            key.replace(f" {letter}", f" {other}")
            if key.split()[0] in ("hash", "contribution")
            else key: value
            for key, value in record.fields.items()
        }
        faults.add(type(proof.verify(replace(record, fields=fields))))
    assert faults & {DrawMismatch, LotMismatch}


def test_events_of_chance_in_another_order_are_found(record: Record) -> None:
    first, second, *rest = record.events
    assert {first.seat, second.seat} == {CHANCE}
    swapped = replace(record, events=(second, first, *rest))
    assert isinstance(proof.verify(swapped), DrawMismatch)


def test_a_contribution_that_was_left_out_leaves_its_hash() -> None:
    match, _ = finished(b"")
    seat = next(seat for seat, stored in enumerate(match.seats) if stored.name == "Anna")
    left_out = structs.replace(
        match.seats[seat], part=ContributionState.LEFT_OUT, contribution_hash=b"h" * 32
    )
    match, events = finished(b"")
    record = proof.record(
        match.changed(seats=seating.with_seat(match, seat, left_out)), KUHN, events
    )
    assert proof.verify(record) is None
    assert proof.seats_left_out(record) == [seat]


def test_records_of_the_first_protocol_still_verify() -> None:
    match, events = finished()
    openly = tuple(
        structs.replace(seat, part=ContributionState.NONE, contribution_hash=b"")
        for seat in match.seats
    )
    old = proof.record(match.changed(seats=openly, protocol=1), KUHN, events)
    assert not {"fairness", "hash A", "hash B"} & set(old.fields)
    assert proof.protocol(old) == 1
    assert proof.verify(old) is None
    assert isinstance(proof.verify(tampered(old, seed="ff" * 32)), CommitmentMismatch)


def test_a_protocol_of_the_future_is_refused(record: Record) -> None:
    with pytest.raises(ValueError, match="fairness '3'"):
        proof.verify(tampered(record, fairness="3"))


@pytest.mark.parametrize("field", ["id", "commitment", "seed"])
def test_a_record_without_a_needed_field_cannot_be_verified(record: Record, field: str) -> None:
    fields = {key: value for key, value in record.fields.items() if key != field}
    with pytest.raises(ValueError, match=field):
        proof.verify(replace(record, fields=fields))


@pytest.mark.parametrize("chairs", ["A A", "A", "A B C", "A ?"])
def test_a_malformed_lot_is_refused(record: Record, chairs: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        proof.verify(replace(record, fields={**record.fields, "chairs": chairs}))
