"""Looking back at the last question: what was claimed, after how long, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from tischlein.core.phrases import Phrase, seat_name
from tischlein.games.misd.actions import PASS, claimed_symbol, names_symbol
from tischlein.games.misd.canvas import Canvas
from tischlein.games.misd.layout import Box
from tischlein.games.misd.phrases import claim_words, time_words
from tischlein.games.misd.state import NOTHING, MisdState, Phase

_REVEALED = (Phase.LAY, Phase.TURN, Phase.CARD, Phase.SHAPE, Phase.OVER)
"""The phases that show the last question again, up to the end of the countdown."""
_TURNING = (Phase.CARD, Phase.SHAPE, Phase.COLOUR)
"""The phases in which chance turns the cards that the question is about."""


def shows_last_question(state: MisdState) -> bool:
    """Whether the last question is over and still shown."""
    return state.phase in _REVEALED and state.asked > 0


class Claim(NamedTuple):
    """What was said to the last question: a claim or a pass, by whom, and after how long."""

    said: int
    seat: int
    right: bool
    taken: int
    """Milliseconds, or ``NOTHING`` if unknown."""


def claims_of(state: MisdState) -> tuple[Claim, ...]:
    """Return the claims and passes of a question that is over, in the order of speaking."""
    answer = state.answer
    rows = zip(state.said, state.speaker, state.taken, strict=True)
    return tuple(
        Claim(said, seat, said == answer, taken) for said, seat, taken in islice(rows, state.spoken)
    )


def draw_claims(claims: Sequence[Claim], canvas: Canvas, box: Box, columns: int) -> None:
    """List the claims and passes of the last question, in the order in which they counted."""
    rows = max(2, -(-len(claims) // columns))
    height = min(8.0, box.h / rows)
    width = box.w / columns
    for index, claim in enumerate(claims):
        column, row = divmod(index, rows)
        line = Box(box.x + column * width, box.y + row * height, width, height)
        _draw_claim(claim, canvas, line)


def _draw_claim(claim: Claim, canvas: Canvas, line: Box) -> None:
    """Write one line: right or wrong, the symbol, who said it, and when."""
    said, seat = claim.said, seat_name(claim.seat)
    words = Phrase("row-claim", {"seat": seat, "claim": claim_words(said)})
    left = 0.0
    if said != PASS:
        sign = "check" if claim.right else "close"
        canvas.symbol(sign, Box(line.x, line.y, line.h, line.h).inner(0.8))
        left = line.h
    if names_symbol(said):  # drawn, for names and combinations in words are too long together
        canvas.shape(*claimed_symbol(said), Box(line.x + left, line.y, line.h, line.h).inner(0.9))
        words = Phrase("row-seat", {"seat": seat})
        left += line.h
    if claim.taken != NOTHING:
        words = Phrase("row-time", {"words": words, "time": time_words(claim.taken)})
    rest = Box(line.x + left, line.y, line.w - left, line.h)
    canvas.words(words, rest, min(0.66 * rest.h, 0.08 * rest.w), bounded=True)


def facts(state: MisdState, seat: int) -> tuple[Phrase, ...]:
    """Say who turns, who is still looking, and what a seat has said to the question shown.

    While a question is open, and during the countdown to it, every seat has such a line, so that
    the board does not move when the question or somebody's answer arrives.
    """
    found: list[Phrase] = []
    if state.phase == Phase.OPEN or state.phase in _REVEALED:
        speakers = state.speaker[: state.spoken]
        found += [_spoken_fact(state, index) for index, one in enumerate(speakers) if one == seat]
    if state.phase == Phase.TURN and state.turner == seat:
        found.append(Phrase("fact-turns"))
    if state.phase == Phase.OPEN and not found:
        found.append(Phrase("fact-looks"))
    if state.phase in _TURNING and not found:
        found.append(Phrase("fact-ready"))
    return tuple(found)


def _spoken_fact(state: MisdState, index: int) -> Phrase:
    said = state.said[index]
    if said == PASS:
        return Phrase("fact-passed")
    key = "fact-right" if said == state.answer else "fact-wrong"
    if state.taken[index] == NOTHING:
        return Phrase(key)
    return Phrase(f"{key}-timed", {"time": time_words(state.taken[index])})
