"""What helps to remember: the strip of questions, and the aids that a viewer can switch on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.beliefs import Sure, missing, sure
from tischlein.games.nussknacker.board import STRIP_X, Ground, spot_of
from tischlein.games.nussknacker.questions import Question, is_settled, questions_of
from tischlein.games.nussknacker.state import DENIED, is_running
from tischlein.presentation.scenes import Layer, Lettering, Picture

MEMORY = "memory"
"""The layer of the aids."""
STRIP_ROWS = 9
"""Questions that find room on the strip: the last ones."""
_ROW = 9.6


class Strip:
    """The last questions of the deal, from top to bottom: who asked whom, and what became of it."""

    def __init__(self, observation: Observation) -> None:
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        self.legend: list[Lettering] = []
        """What an answer means."""
        questions = questions_of(observation.state)[-STRIP_ROWS:]
        for row, question in enumerate(questions):
            y = 14.5 + _ROW * row
            self.pictures += [_sign(question.asker, 0.0, y), _sign(question.asked, 5.8, y)]
            self.letterings += [
                Lettering(str(question.value), STRIP_X + 13.6, y, 6.5, "ink"),
                Lettering(_answer(question), STRIP_X + 23.2, y, 5.4),
            ]
        if any(is_settled(question) for question in questions):
            self.legend = [
                Lettering(Phrase(f"strip-{way}"), STRIP_X + 14.0, y, 3.8)
                for way, y in (("there", 105.0), ("back", 110.0))
            ]


def _sign(seat: int, shift: float, y: float) -> Picture:
    symbol = f"sign-{seats.letter(seat).lower()}"
    return Picture(symbol, STRIP_X + shift, y - 2.5, 5.0, 5.0, seat=seat)


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
                yield Lettering(values, x, y + 11.9, 4.2, "good", MEMORY)


def _struck(known: Sure, ground: Ground) -> Iterator[Picture]:
    """Yield strokes through the values that the hidden card cannot have."""
    for value, key in ground.keys.items():
        if value not in known.maybe:
            yield Picture("struck", key.x, key.y, key.w, key.h, layer=MEMORY)
