"""Aids to memory: the strip of questions, and what a viewer can switch on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tischlein.core import seats
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.beliefs import Certainties, certainties, pending_work
from tischlein.games.nussknacker.questions import question_rows
from tischlein.games.nussknacker.scenery import Scenery, spot_of
from tischlein.games.nussknacker.state import DENIED, RETURNED, is_running
from tischlein.presentation.scenes import Description, Layer, Lettering, Picture

MEMORY = "memory"
"""The layer of the aids."""
_LAYERS = [Layer(MEMORY, Phrase("layer-memory"))]
STRIP_ROWS = 4
"""Rows of the strip, in two columns: the last questions find room there."""
_COLUMNS = (2.0, 74.0)
"""Where a question begins, left and right of the player opposite."""
_HEIGHT = 7.6


class Strip:
    """The last questions of the deal, downwards: who asked whom, and what became of it."""

    def __init__(self, observation: Observation) -> None:
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        rows = question_rows(observation.state)[-STRIP_ROWS * len(_COLUMNS) :]
        for number, question in enumerate(rows[:, : RETURNED + 1].tolist()):
            pictures, letterings = _row(number, *question)
            self.pictures += pictures
            self.letterings += letterings


@lru_cache(maxsize=4096)
def _row(
    number: int, asker: int, asked: int, value: int, given: int, returned: int
) -> tuple[tuple[Picture, ...], tuple[Lettering, ...]]:
    """Return a question on the strip, by its number there, as all have heard it."""
    column, row = divmod(number, STRIP_ROWS)
    x, y = _COLUMNS[column], 13.0 + _HEIGHT * row
    return (_sign(asker, x, y), _sign(asked, x + 6.4, y)), (
        Lettering(str(value), x + 16.0, y, 7.0, "ink"),
        Lettering(_answer(given, returned), x + 27.5, y, 5.8),
    )


def _sign(seat: int, x: float, y: float) -> Picture:
    symbol = f"sign-{seats.letter(seat).lower()}"
    return Picture(symbol, x, y - 2.9, 5.8, 5.8, seat=seat)


def _answer(given: int, returned: int) -> str | Phrase:
    if given == DENIED:
        return Phrase("strip-no")
    if returned > 0:
        return f"{given}⇄{returned}"
    return f"{given}…" if given > 0 else "?"


def layers(observation: Observation) -> list[Layer]:
    """Return the layers of the aids: none for spectators, who know nothing."""
    return [] if observation.seat == SPECTATOR else _LAYERS


class Aids(NamedTuple):
    """What the viewer can know (NUS-24)."""

    pictures: Sequence[Picture]
    letterings: Sequence[Lettering]
    descriptions: Sequence[Description]


NO_AIDS = Aids((), (), ())


def aids(observation: Observation, scenery: Scenery) -> Aids:
    """Return the aids of a viewer; there are none for spectators, and none between deals."""
    if not _helped(observation):
        return NO_AIDS
    known = certainties(observation.state, observation.seat)
    descriptions = _descriptions(known, observation.seat)
    return Aids(_struck(known.maybe, scenery), [*_notes(known, observation)], descriptions)


def _helped(observation: Observation) -> bool:
    return observation.seat != SPECTATOR and is_running(observation.state)


def ahead(observation: Observation) -> Callable[[], object] | None:
    """Return the work that finding out what the viewer knows takes, if it was not done yet."""
    if not _helped(observation):
        return None
    return pending_work(observation.state, observation.seat)


def _notes(known: Certainties, observation: Observation) -> Iterator[Lettering]:
    """Yield the cards that the viewer knows in other hands."""
    for seat in range(observation.seats):
        if seat != observation.seat:
            values = " ".join(map(str, known.known[seat]))
            if values:
                x, y = spot_of(observation.seats, observation.seat, seat)
                yield Lettering(values, x, y + 10.4, 4.8, "good", MEMORY)


def _descriptions(known: Certainties, viewer: int) -> list[Description]:
    """Return the same in words."""
    phrases = [Phrase("description-hidden", {"values": [*known.maybe]})]
    for seat, values in enumerate(known.known):
        if values and seat != viewer:
            phrases.append(
                Phrase("description-known", {"seat": seat_name(seat), "values": [*values]})
            )
    return [Description(phrase, MEMORY) for phrase in phrases]


@lru_cache(maxsize=1024)
def _struck(maybe: tuple[int, ...], scenery: Scenery) -> list[Picture]:
    """Return strokes through the values that the hidden card cannot have."""
    return [
        Picture("struck", key.x, key.y, key.w, key.h, layer=MEMORY)
        for value, key in scenery.keys.items()
        if value not in maybe
    ]
