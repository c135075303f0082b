"""A hosted match as a record, with everything that proves its chance, and the check of that proof.

Header fields of such a record, besides those of every record:

``date``
    The day on which the table was opened (UTC).
``id``
    The match, which is part of what every outcome is drawn from.
``fairness``
    The protocol of contributions, 2. Without this line it is the first, by which contributions came
    in openly.
``commitment``
    SHA-256 of the server's secret, published before anybody contributed.
``seed``
    The secret, revealed because the match is over.
``hash A``, ``hash B``, ...
    The hash that bound each seat's browser before anybody revealed a contribution.
``contribution A``, ``contribution B``, ...
    What each seat's browser added, in hex; missing if it added nothing, or was left out because the
    contribution to its hash did not come in time.
``chairs``
    The seats in the order of the chairs before the lot, as ``B A``; missing if they were fixed.
    Everybody at the table saw the chairs in this order before the start.
``bots``
    Which seats bots played, and at which level, as ``B strong``; not those that people took over.
``programs``
    The seats that programs played under identities of their own, as ``B C``.
``rules``
    The version of the game's rules that the events follow.
``hosted``
    ``no`` in exports of a server that was given the record and has not seen the match being played.
``opened``
    The id of such a match at that server, if it is not the one in the proof.
``engine``
    What computed the measured outcomes, which rules cannot recompute; they are not part of the
    proof.

Between the events are the table's rulings, each in a line that begins with ``&``:

``& stand-in B strong`` and ``& return B``
    A bot of this level plays for somebody, who plays again later.
``& release B``
    Somebody has gone and lets others have the seat; ``& return B`` if they were back before these.
``& take-over B strong``
    Somebody came, by the name in the header, and played on for a bot of this level: the table's, or
    one that stood in for who had released the seat. ``& take-over B`` alone: nobody had played.
``& back A 2``
    At the request of seat A two events were taken back; the record has only what remained.
``& pause A`` and ``& resume A``
    Play was interrupted, at whose request.
``& resign B``
    Seat B gave up; if the match went on, a bot played for it.
``& overdue B strong``
    Seat B did not move in time, and a bot of this level plays for it; ``& return B`` follows when
    its player has come back. ``& overdue B`` alone: it lost by that, as if it had resigned.
``& time A 60``
    Seat A gave the others this many seconds.
``& more-time A 60``
    Seat A asked for this many seconds, and all agreed.
``& rules 2``
    The match went on under this version of the rules.
``& end resigned``, ``& end overdue``, ``& end agreed``
    The match was ended early: all others had resigned, the last of them had lost by time, or all
    people agreed. Without such a line a record goes on to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec

from tischlein.core import options as option_texts
from tischlein.core import records, seats
from tischlein.core.game import Game
from tischlein.core.records import Note, Record, made_with
from tischlein.core.seats import CHANCE
from tischlein.tables import match_ids
from tischlein.tables.chance import fairness, lots
from tischlein.tables.chance.fairness import (
    CommitmentMismatch,
    DrawMismatch,
    HashMismatch,
    RecordedDraw,
)
from tischlein.tables.players import programs
from tischlein.tables.stored import Ending, Ruling, RulingKind, SeatKind, StoredEvent, StoredMatch

_NEEDED = ("id", "commitment", "seed")
_CLAIM = re.compile("commitment|seed|chairs|(hash|contribution) [a-h]")
_RULING = re.compile(r"([a-z-]+)(?: ([A-H]))?(?: ([a-z0-9-]{1,40}))?")
OPEN_PROTOCOL = 1
"""The protocol before hashes: contributions were known when they came."""
NEWEST_PROTOCOL = 2


class LotMismatch(msgspec.Struct, frozen=True):
    """The seats are not those that the secret and the contributions deal out."""

    recorded: str
    """The seats in the order of the chairs, as the record has them."""
    computed: str


def record(match: StoredMatch, game: Game, events: Sequence[StoredEvent]) -> Record:
    """Return a finished match as a record that reveals the server's secret."""
    fields = {
        "date": datetime.fromtimestamp(match.created / 1000, UTC).date().isoformat(),
        "id": match_ids.chance_id(match.id),
    }
    if match.protocol > OPEN_PROTOCOL:
        fields["fairness"] = str(match.protocol)
    fields |= {"commitment": match.commitment, "seed": match.server_secret.hex()}
    for seat, stored in enumerate(match.seats):
        if stored.contribution_hash:
            fields[f"hash {seats.letter(seat)}"] = stored.contribution_hash.hex()
    for seat, stored in enumerate(match.seats):
        if stored.contribution:
            fields[f"contribution {seats.letter(seat)}"] = stored.contribution.hex()
    if not match.fixed and len(match.seats) > 1:
        chairs = {stored.chair: seat for seat, stored in enumerate(match.seats)}
        fields["chairs"] = " ".join(seats.letter(chairs[chair]) for chair in sorted(chairs))
    bots = [
        f"{seats.letter(seat)} {stored.level}"
        for seat, stored in enumerate(match.seats)
        if stored.kind is SeatKind.BOT
    ]
    if bots:
        fields["bots"] = ", ".join(bots)
    fields["programs"] = " ".join(
        seats.letter(seat) for seat, stored in enumerate(match.seats) if programs.is_program(stored)
    )
    fields |= made_with(game, match.rules_version)
    return Record(
        game,
        tuple(seat.name for seat in match.seats),
        option_texts.complete(game, len(match.seats), option_texts.parse(match.options)),
        tuple(stored.event for stored in events),
        {key: value for key, value in fields.items() if value},
        tuple(Note(ruling.after, _written(ruling)) for ruling in match.rulings),
    )


def is_complete(finished: Record) -> bool:
    """Whether a record goes on to the match's end, or says how it was ended early."""
    last = _read(finished.notes[-1], 0) if finished.notes else None
    return (last is not None and last.what is RulingKind.END) or finished.final().over


def rulings_of(finished: Record, time: int) -> tuple[Ruling, ...]:
    """Return the rulings in a record, as if made at a time; invalid ones are left out.

    They only describe what happened; nothing depends on them.
    """
    found = filter(None, (_read(note, time) for note in finished.notes))
    return tuple(ruling for ruling in found if (ruling.seat or 0) < len(finished.names))


def _written(ruling: Ruling) -> str:
    seat = "" if ruling.seat is None else seats.letter(ruling.seat)
    return " ".join(filter(None, (ruling.what, seat, ruling.detail)))


def _read(note: Note, time: int) -> Ruling | None:
    found = _RULING.fullmatch(note.text)
    if found is None:
        return None
    what, letter, detail = found.groups()
    try:
        ruled = RulingKind(what)
        if ruled is RulingKind.END:
            Ending(detail)
    except ValueError:
        return None
    seat = None if letter is None else seats.number(letter)
    return Ruling(ruled, note.after, time, seat, detail or "")


def record_text(match: StoredMatch, game: Game, events: Sequence[StoredEvent]) -> str:
    """Return a finished match as the text of a record."""
    return records.write(record(match, game, events))


Fault = CommitmentMismatch | HashMismatch | DrawMismatch | LotMismatch
"""What does not fit in a proof."""


def claims_proof(finished: Record) -> bool:
    """Whether a record has anything that makes sense only as part of a proof."""
    return any(map(_CLAIM.fullmatch, header(finished)))


def header(finished: Record) -> dict[str, str]:
    """Return the fields of a record, with case-insensitive names in lower case."""
    return {key.lower(): value for key, value in finished.fields.items()}


def verify(finished: Record) -> Fault | None:
    """Recompute the chance of a finished match, and the lot that dealt out its seats.

    Returns the first thing that does not fit, None if everything does.

    Raises
    ------
    ValueError
        If the record lacks a field that the proof needs, or has a malformed one, or stops before
        the end of the match.
    """
    fields = header(finished)
    missing = [key for key in _NEEDED if not fields.get(key)]
    if missing:
        raise ValueError(f"the header lacks {', '.join(missing)}")
    if not is_complete(finished):
        raise ValueError("it stops before the end of the match")
    letters = [seats.letter(seat).lower() for seat in range(len(finished.names))]
    contributions = [fields.get(f"contribution {letter}", "") for letter in letters]
    hashes = [fields.get(f"hash {letter}", "") for letter in letters]
    if protocol(finished) == OPEN_PROTOCOL and any(hashes):
        raise ValueError("the header has hashes, but lacks the line 'fairness: 2'")
    fault: Fault | None = fairness.verify_secret(fields["seed"], fields["commitment"])
    if protocol(finished) > OPEN_PROTOCOL:
        fault = fault or fairness.verify_hashes(
            hashes, contributions, fields["id"], fields["commitment"]
        )
    fault = fault or fairness.verify_draws(
        fields["seed"], contributions, fields["id"], draws(finished)
    )
    return fault or _verify_lot(fields, contributions)


def protocol(finished: Record) -> int:
    """Return the protocol of contributions: 1 openly, 2 by hashes first.

    Raises
    ------
    ValueError
        If this program does not know it.
    """
    written = header(finished).get("fairness")
    if written is None:
        return OPEN_PROTOCOL
    if written != str(NEWEST_PROTOCOL):
        raise ValueError(f"fairness {written!r} is a protocol that this version does not know")
    return NEWEST_PROTOCOL


def seats_left_out(finished: Record) -> list[int]:
    """Return the seats whose browsers were bound by a hash, but revealed nothing in time."""
    known = header(finished)
    letters = [seats.letter(seat).lower() for seat in range(len(finished.names))]
    return [
        seat
        for seat, letter in enumerate(letters)
        if f"hash {letter}" in known and f"contribution {letter}" not in known
    ]


def _verify_lot(fields: dict[str, str], contributions: Sequence[str]) -> LotMismatch | None:
    recorded = fields.get("chairs")
    if recorded is None:
        return None
    dealt = [seats.number(word) for word in recorded.split()]
    if sorted(dealt) != list(range(len(contributions))):
        raise ValueError(f"{recorded!r} does not name every seat once")
    by_chair = [fairness.parse_contribution(contributions[seat]) for seat in dealt]
    order = lots.shuffled_order(bytes.fromhex(fields["seed"]), by_chair, fields["id"])
    computed = sorted(range(len(order)), key=order.__getitem__)
    if computed == dealt:
        return None
    return LotMismatch(recorded, " ".join(map(seats.letter, computed)))


def draws(finished: Record) -> Iterator[RecordedDraw]:
    """Yield every chance event with what was possible."""
    for position, event in zip(finished.positions(), finished.events, strict=False):
        if event.seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            yield RecordedDraw(weights, outcomes, event.action)
