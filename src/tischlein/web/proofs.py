"""The proof of a match's chance for browsers, which know no rules but compute all the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tischlein.core.game import Game
from tischlein.core.seats import CHANCE
from tischlein.tables import match_ids
from tischlein.tables.chance import proof
from tischlein.tables.stored import StoredEvent, StoredMatch
from tischlein.web.messages.finished_matches import Fairness, ProvenDraw, ProvenSeat
from tischlein.web.messages.table import PartInfo


def parts(match: StoredMatch) -> list[PartInfo]:
    """Return what each chair or seat contributes to chance, as far as it is public."""
    return [PartInfo(seat.part.value, seat.contribution_hash.hex()) for seat in match.seats]


def fairness(match: StoredMatch, game: Game, events: Sequence[StoredEvent]) -> Fairness:
    """Return everything from which the chance of a finished match can be recomputed."""
    numbers = [stored.number for stored in events if stored.event.seat == CHANCE]
    drawn = proof.draws(proof.record(match, game, events))
    return Fairness(
        match=match_ids.chance_id(match.id),
        protocol=match.protocol,
        commitment=match.commitment,
        secret=match.server_secret.hex(),
        fixed=match.fixed,
        seats=[
            ProvenSeat(
                seat.chair, seat.part.value, seat.contribution_hash.hex(), seat.contribution.hex()
            )
            for seat in match.seats
        ],
        draws=[
            ProvenDraw(number, in_short(draw.weights), draw.outcomes.index(draw.chosen))
            for number, draw in zip(numbers, drawn, strict=True)
        ],
        from_record=match.from_record,
    )


def in_short(weights: Iterable[int]) -> str:
    """Return weights as words, equal ones in a row as one: ``3 1*2`` for 3, 1, 1."""
    counted = ((weight, len(list(same))) for weight, same in groupby(map(int, weights)))
    return " ".join(f"{weight}*{times}" if times > 1 else f"{weight}" for weight, times in counted)
