"""The board of variant B: the layout of cards below the definition cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.misd import board
from tischlein.games.misd.actions import CLAIM_MISSING, claimed_card
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.board import Box, Plan
from tischlein.games.misd.cards import COLOURS, SHAPES, card_of
from tischlein.games.misd.drawing import Drawing
from tischlein.games.misd.look_back import Claim, claims_of, draw_claims, looks_back
from tischlein.games.misd.names import card_name
from tischlein.games.misd.phrases import symbols_of
from tischlein.games.misd.state import NOTHING, MisdState, Phase


def layout(state: MisdState, marks: str) -> Drawing:
    """Return the board: the cards, the question, and what became of the one before."""
    turning = state.phase == Phase.COLOUR
    asked = state.asked > 0
    over = looks_back(state)
    return _layout(
        *(state.spread, tuple(state.layout[: state.laid])),
        shape=state.wanted_shape if turning or asked else NOTHING,
        colour=state.wanted_colour if not turning and asked else NOTHING,
        answer=state.answer if over else NOTHING,
        claims=claims_of(state) if over else (),
        marks=marks,
    )


@lru_cache(maxsize=256)
def _layout(
    spread: int,
    faces: tuple[int, ...],
    *,
    shape: int,
    colour: int,
    answer: int,
    claims: tuple[Claim, ...],
    marks: str,
) -> Drawing:
    """Return the board; ``NOTHING`` stands for unknown cards."""
    plan = board.plan(spread)
    # In the order of the rows: arrow keys and digits go by it.
    cards = list(zip(faces, plan.cards, strict=False))
    drawing = Drawing(marks)
    for face, box in cards:
        drawing.add(_card(face, box, marks))
    drawing.place("missing", plan.missing, Phrase("missing"), "missing")
    drawing.words(Phrase("missing"), plan.missing, 7.0)
    _draw_wanted_shape(drawing, plan.shape, shape)
    _draw_wanted_colour(drawing, plan.colour, colour)
    if answer != NOTHING:
        _mark_answer(drawing, plan, cards, answer, (colour, shape))
        draw_claims(claims, drawing, plan.spoken, 2)
    return drawing


@lru_cache(maxsize=1024)
def _card(face: int, box: Box, marks: str) -> Drawing:
    drawing = Drawing(marks)
    name = card_name(card_of(face))
    label = Phrase("layout-card", {"card": name, "symbols": symbols_of(face)})
    drawing.place(f"card:{name}", box, label, "face")
    drawing.face(face, box)
    drawing.words(name, board.name_line(box), 3.8)
    return drawing


def _draw_wanted_shape(drawing: Drawing, box: Box, shape: int) -> None:
    """Draw the definition card of a shape: its back, or what the question asks for."""
    label = Phrase("shape-pile")
    if shape != NOTHING:
        name = SHAPES[shape]
        label = Phrase("shape", {"shape": name})
        drawing.symbol("definition", box)
        drawing.symbol(f"shape-{name}", box.inner(0.62))
    else:
        drawing.symbol("definition-back", box)
    drawing.place("shape-card", box, label)


def _draw_wanted_colour(drawing: Drawing, box: Box, colour: int) -> None:
    """Draw the definition card of a colour: its back, or what the question asks for."""
    label = Phrase("colour-pile")
    if colour != NOTHING:
        label = Phrase("colour", {"colour": COLOURS[colour]})
        drawing.symbol("definition", box)
        drawing.paint(colour, box.inner(0.62))
    else:
        drawing.symbol("definition-back", box)
    drawing.place("colour-card", box, label)


def _mark_answer(
    drawing: Drawing,
    plan: Plan,
    cards: Sequence[tuple[int, Box]],
    answer: int,
    wanted: tuple[int, int],
) -> None:
    """Ring the symbol that was asked for, if it still lies there, or what says it is missing."""
    if answer == CLAIM_MISSING:
        drawing.symbol("found", plan.missing.square(1.15))
        return
    for face, box in cards:
        if card_of(face) == claimed_card(answer):
            for spot in arrangement(face):
                if (spot.colour, spot.shape) == wanted:
                    drawing.symbol("found", spot.ring(box))
