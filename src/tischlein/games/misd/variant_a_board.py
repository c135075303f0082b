"""The board of variant A: one card in the middle, and the palette of colours and shapes."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.misd import board
from tischlein.games.misd.actions import claimed_symbol
from tischlein.games.misd.board import Box
from tischlein.games.misd.cards import COLOURS, FACES, SHAPES
from tischlein.games.misd.drawing import Drawing
from tischlein.games.misd.look_back import Claim, claims_of, draw_claims, looks_back
from tischlein.games.misd.options import MARKS
from tischlein.games.misd.phrases import face_words, symbol_words
from tischlein.games.misd.state import MisdState, Phase


def one_card(state: MisdState, marks: str) -> Drawing:
    """Return the board: the open card, or the question before, and always the palette."""
    if state.phase == Phase.OPEN:
        return _open_card(state.face, marks)
    if looks_back(state):
        return _last_card(state.face, state.answer, claims_of(state), marks)
    return _pile(marks)


@lru_cache(maxsize=len(MARKS))
def _pile(marks: str) -> Drawing:
    drawing = Drawing(marks)
    drawing.add(_palette(marks))
    drawing.place("card", board.A_CARD, Phrase("pile"), "pile")
    return drawing


@lru_cache(maxsize=len(MARKS) * FACES)
def _open_card(face: int, marks: str) -> Drawing:
    drawing = Drawing(marks)
    drawing.add(_palette(marks))
    drawing.place("card", board.A_CARD, face_words(face), "face")
    drawing.face(face, board.A_CARD)
    return drawing


@lru_cache(maxsize=256)
def _last_card(face: int, answer: int, claims: tuple[Claim, ...], marks: str) -> Drawing:
    """Draw the card of the last question small, what it lacks, and what was claimed."""
    drawing = Drawing(marks)
    drawing.add(_palette(marks))
    colour, shape = claimed_symbol(answer)
    words = Phrase("say-answer", {"symbol": symbol_words(colour, shape)})
    drawing.place("card", board.A_CARD, words, "face")
    drawing.symbol("face", board.A_LAST_FACE)
    drawing.face(face, board.A_LAST_FACE)
    drawing.shape(colour, shape, board.A_LAST_MISSING)
    drawing.words(words, board.A_LAST_ANSWER, 5.4)
    draw_claims(claims, drawing, board.A_SPOKEN, 1)
    return drawing


@lru_cache(maxsize=len(MARKS))
def _palette(marks: str) -> Drawing:
    """Return ten colours, then ten shapes, each with its name."""
    drawing = Drawing(marks)
    for colour, (name, box) in enumerate(zip(COLOURS, board.A_COLOURS, strict=True)):
        label = Phrase("colour", {"colour": name})
        drawing.place(f"colour:{name}", box, label, "cell")
        drawing.paint(colour, _sample(box, 0.86))
        drawing.words(label, _caption(box, box.h), 4.6, bounded=True)
    for name, box in zip(SHAPES, board.A_SHAPES, strict=True):
        label = Phrase("shape", {"shape": name})
        drawing.place(f"shape:{name}", box, label, "cell-wide")
        drawing.symbol(f"shape-{name}", _sample(box, 0.64))
        drawing.words(label, _caption(box, box.w), 4.6, bounded=True)
    return drawing


def _sample(cell: Box, share: float) -> Box:
    """Return where a colour or shape is shown in its cell: above the name."""
    side = cell.h * share
    return Box(cell.x + (cell.w - side) / 2, cell.y + 0.36 * cell.h - side / 2, side, side)


def _caption(cell: Box, across: float) -> Box:
    """Return the place of the name: below the card, clear of the edges of this wide cell."""
    w = 0.88 * across
    return Box(cell.x + (cell.w - w) / 2, cell.y + 0.62 * cell.h, w, 0.38 * cell.h)
