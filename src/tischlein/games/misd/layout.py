"""The board of variant B: the layout of cards below the definition cards."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.games.misd import board
from tischlein.games.misd.actions import CLAIM_MISSING, claimed_card
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.board import Box, Plan
from tischlein.games.misd.cards import COLOURS, SHAPES, card_of
from tischlein.games.misd.drawing import Drawing
from tischlein.games.misd.look_back import draw_claims, looks_back
from tischlein.games.misd.names import card_name
from tischlein.games.misd.phrases import face_words
from tischlein.games.misd.state import MisdState, Phase


def layout(state: MisdState, marks: str) -> Drawing:
    """Return the board: the cards, the question, and what became of the one before."""
    plan = board.plan(state.spread)
    drawing = Drawing(marks, plan.width, plan.height, plan.stock)
    for face, box in _cards(state, plan):
        _draw_card(drawing, face, box)
    drawing.place("missing", plan.missing, Phrase("missing"), "missing")
    drawing.words(Phrase("missing"), plan.missing, 7.0)
    turning = state.phase == Phase.COLOUR
    _draw_wanted_shape(state, drawing, plan.shape, known=turning or state.asked > 0)
    _draw_wanted_colour(state, drawing, plan.colour, known=not turning and state.asked > 0)
    if looks_back(state):
        _mark_answer(state, drawing, plan)
        draw_claims(state, drawing, plan.spoken, 2)
    return drawing


def _cards(state: MisdState, plan: Plan) -> list[tuple[int, Box]]:
    """Return the faces that lie, in the order of the rows: arrow keys and digits go by it."""
    return list(zip(state.layout[: state.laid], plan.cards, strict=False))


def _draw_card(drawing: Drawing, face: int, box: Box) -> None:
    name = card_name(card_of(face))
    label = Phrase("layout-card", {"card": name, "face": face_words(face)})
    drawing.place(f"card:{name}", box, label, "face")
    drawing.face(face, box)
    drawing.words(name, board.name_line(box), 3.8)


def _draw_wanted_shape(state: MisdState, drawing: Drawing, box: Box, *, known: bool) -> None:
    """Draw the definition card of a shape: its back, or what the question asks for."""
    label = Phrase("shape-pile")
    if known:
        name = SHAPES[state.wanted_shape]
        label = Phrase("shape", {"shape": name})
        drawing.symbol("definition", box)
        drawing.symbol(f"shape-{name}", box.inner(0.62))
    else:
        drawing.symbol("definition-back", box)
    drawing.place("shape-card", box, label)


def _draw_wanted_colour(state: MisdState, drawing: Drawing, box: Box, *, known: bool) -> None:
    """Draw the definition card of a colour: its back, or what the question asks for."""
    label = Phrase("colour-pile")
    if known:
        label = Phrase("colour", {"colour": COLOURS[state.wanted_colour]})
        drawing.symbol("definition", box)
        drawing.paint(state.wanted_colour, box.inner(0.62))
    else:
        drawing.symbol("definition-back", box)
    drawing.place("colour-card", box, label)


def _mark_answer(state: MisdState, drawing: Drawing, plan: Plan) -> None:
    """Ring the symbol that was asked for, if it still lies there, or what says it is missing."""
    if state.answer == CLAIM_MISSING:
        drawing.symbol("found", plan.missing.square(1.15))
        return
    wanted = state.wanted_colour, state.wanted_shape
    for face, box in _cards(state, plan):
        if card_of(face) == claimed_card(state.answer):
            for spot in arrangement(face):
                if (spot.colour, spot.shape) == wanted:
                    drawing.symbol("found", spot.ring(box))
