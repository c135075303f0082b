"""What helps to remember: the strip of questions, and the aids that a viewer can switch on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.beliefs import Sure, missing, sure
from tischlein.games.nussknacker.board import Ground, spot_of
from tischlein.games.nussknacker.questions import Question, questions_of
from tischlein.games.nussknacker.state import DENIED, is_running
from tischlein.presentation.scenes import Layer, Lettering, Picture

MEMORY = "memory"
"""The layer of the aids."""
STRIP_ROWS = 4
"""Rows of the strip, in two columns: the last questions find room there."""
_COLUMNS = (2.0, 74.0)
"""Where a question begins, left and right of whoever sits opposite."""
_ROW = 7.6


class Strip:
    """The last questions of the deal, downwards: who asked whom, and what became of it."""

    def __init__(self, observation: Observation) -> None:
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        questions = questions_of(observation.state)[-STRIP_ROWS * len(_COLUMNS) :]
        for number, question in enumerate(questions):
            column, row = divmod(number, STRIP_ROWS)
            x, y = _COLUMNS[column], 13.0 + _ROW * row
            self.pictures += [_sign(question.asker, x, y), _sign(question.asked, x + 6.4, y)]
            self.letterings += [
                Lettering(str(question.value), x + 16.0, y, 7.0, "ink"),
                Lettering(_answer(question), x + 27.5, y, 5.8),
            ]


def _sign(seat: int, x: float, y: float) -> Picture:
    symbol = f"sign-{seats.letter(seat).lower()}"
    return Picture(symbol, x, y - 2.9, 5.8, 5.8, seat=seat)


def _answer(question: Question) -> str | Phrase:
    if question.given == DENIED:
        return Phrase("strip-no")
    if question.returned > 0:
        return f"{question.given}⇄{question.returned}"
    return f"{question.given}…" if question.given > 0 else "?"


class Aids:
    """What the viewer can know (NUS-24): nothing for spectators, and none between deals."""

    def __init__(self, observation: Observation, ground: Ground) -> None:
        self.layers = (
            [] if observation.seat == SPECTATOR else [Layer(MEMORY, Phrase("layer-memory"))]
        )
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        if self.layers and is_running(observation.state):
            known = sure(observation.state, observation.seat)
            self.pictures = [*_struck(known, ground)]
            self.letterings = [*_notes(known, observation)]


def ahead(observation: Observation) -> Callable[[], object] | None:
    """Return the work that finding out what the viewer knows takes, if it was not done yet."""
    if observation.seat == SPECTATOR or not is_running(observation.state):
        return None
    return missing(observation.state, observation.seat)


def _notes(known: Sure, observation: Observation) -> Iterator[Lettering]:
    """Yield the cards that the viewer knows in other hands."""
    for seat in range(observation.seats):
        if seat != observation.seat:
            values = " ".join(map(str, known.known[seat]))
            if values:
                x, y = spot_of(observation, seat)
                yield Lettering(values, x, y + 11.6, 4.8, "good", MEMORY)


def _struck(known: Sure, ground: Ground) -> Iterator[Picture]:
    """Yield strokes through the values that the hidden card cannot have."""
    for value, key in ground.keys.items():
        if value not in known.maybe:
            yield Picture("struck", key.x, key.y, key.w, key.h, layer=MEMORY)
