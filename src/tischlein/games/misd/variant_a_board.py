"""The board of variant A: one card in the middle, and the palette of colours and shapes."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.misd import layout
from tischlein.games.misd.actions import claimed_symbol
from tischlein.games.misd.canvas import Canvas
from tischlein.games.misd.cards import COLOURS, FACES, SHAPES
from tischlein.games.misd.last_question import Claim, claims_of, draw_claims, shows_last_question
from tischlein.games.misd.layout import Box
from tischlein.games.misd.options import MARKS
from tischlein.games.misd.phrases import face_words, symbol_words
from tischlein.games.misd.state import MisdState, Phase


def variant_a_board(state: MisdState, marks: str) -> Canvas:
    """Return the board: the open card, or the question before, and always the palette."""
    if state.phase == Phase.OPEN:
        return _open_card(state.face, marks)
    if shows_last_question(state):
        return _last_card(state.face, state.answer, claims_of(state), marks)
    return _pile(marks)


@lru_cache(maxsize=len(MARKS))
def _pile(marks: str) -> Canvas:
    canvas = Canvas(marks)
    canvas.add(_palette(marks))
    canvas.place("card", layout.A_CARD, Phrase("pile"), "pile")
    return canvas


@lru_cache(maxsize=len(MARKS) * FACES)
def _open_card(face: int, marks: str) -> Canvas:
    canvas = Canvas(marks)
    canvas.add(_palette(marks))
    canvas.place("card", layout.A_CARD, face_words(face), "face")
    canvas.face(face, layout.A_CARD)
    return canvas


@lru_cache(maxsize=256)
def _last_card(face: int, answer: int, claims: tuple[Claim, ...], marks: str) -> Canvas:
    """Draw the card of the last question small, what it lacks, and what was claimed."""
    canvas = Canvas(marks)
    canvas.add(_palette(marks))
    colour, shape = claimed_symbol(answer)
    words = Phrase("say-answer", {"symbol": symbol_words(colour, shape)})
    canvas.place("card", layout.A_CARD, words, "face")
    canvas.symbol("face", layout.A_LAST_FACE)
    canvas.face(face, layout.A_LAST_FACE)
    canvas.shape(colour, shape, layout.A_LAST_MISSING)
    canvas.words(words, layout.A_LAST_ANSWER, 5.4)
    draw_claims(claims, canvas, layout.A_SPOKEN, 1)
    return canvas


@lru_cache(maxsize=len(MARKS))
def _palette(marks: str) -> Canvas:
    """Return ten colours, then ten shapes, each with its name."""
    canvas = Canvas(marks)
    for colour, (name, box) in enumerate(zip(COLOURS, layout.A_COLOURS, strict=True)):
        label = Phrase("colour", {"colour": name})
        canvas.place(f"colour:{name}", box, label, "cell")
        canvas.paint(colour, _sample(box, 0.86))
        canvas.words(label, _caption(box, box.h), 4.6, bounded=True)
    for name, box in zip(SHAPES, layout.A_SHAPES, strict=True):
        label = Phrase("shape", {"shape": name})
        canvas.place(f"shape:{name}", box, label, "cell-wide")
        canvas.symbol(f"shape-{name}", _sample(box, 0.64))
        canvas.words(label, _caption(box, box.w), 4.6, bounded=True)
    return canvas


def _sample(cell: Box, share: float) -> Box:
    """Return where a colour or shape is shown in its cell: above the name."""
    side = cell.h * share
    return Box(cell.x + (cell.w - side) / 2, cell.y + 0.36 * cell.h - side / 2, side, side)


def _caption(cell: Box, across: float) -> Box:
    """Return the place of the name: below the card, clear of the edges of this wide cell."""
    w = 0.88 * across
    return Box(cell.x + (cell.w - w) / 2, cell.y + 0.62 * cell.h, w, 0.38 * cell.h)
