"""The board of variant B: the layout of cards below the definition cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.misd import layout
from tischlein.games.misd.actions import CLAIM_MISSING, claimed_card
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.canvas import Canvas
from tischlein.games.misd.cards import COLOURS, SHAPES, card_of
from tischlein.games.misd.last_question import Claim, claims_of, draw_claims, shows_last_question
from tischlein.games.misd.layout import Box, Plan
from tischlein.games.misd.names import card_name
from tischlein.games.misd.phrases import symbols_of
from tischlein.games.misd.state import NOTHING, MisdState, Phase


def variant_b_board(state: MisdState, marks: str) -> Canvas:
    """Return the board: the cards, the question, and what became of the one before."""
    turning = state.phase == Phase.COLOUR
    asked = state.asked > 0
    over = shows_last_question(state)
    return _board(
        *(state.spread, tuple(state.layout[: state.laid])),
        shape=state.wanted_shape if turning or asked else NOTHING,
        colour=state.wanted_colour if not turning and asked else NOTHING,
        answer=state.answer if over else NOTHING,
        claims=claims_of(state) if over else (),
        marks=marks,
    )


@lru_cache(maxsize=256)
def _board(
    spread: int,
    faces: tuple[int, ...],
    *,
    shape: int,
    colour: int,
    answer: int,
    claims: tuple[Claim, ...],
    marks: str,
) -> Canvas:
    """Return the board; ``NOTHING`` stands for unknown cards."""
    plan = layout.plan(spread)
    # In the order of the rows: arrow keys and digits go by it.
    cards = list(zip(faces, plan.cards, strict=False))
    canvas = Canvas(marks)
    for face, box in cards:
        canvas.add(_card(face, box, marks))
    canvas.place("missing", plan.missing, Phrase("missing"), "missing")
    canvas.words(Phrase("missing"), plan.missing, 7.0)
    _draw_wanted_shape(canvas, plan.shape, shape)
    _draw_wanted_colour(canvas, plan.colour, colour)
    if answer != NOTHING:
        _mark_answer(canvas, plan, cards, answer, (colour, shape))
        draw_claims(claims, canvas, plan.spoken, 2)
    return canvas


@lru_cache(maxsize=1024)
def _card(face: int, box: Box, marks: str) -> Canvas:
    canvas = Canvas(marks)
    name = card_name(card_of(face))
    label = Phrase("layout-card", {"card": name, "symbols": symbols_of(face)})
    canvas.place(f"card:{name}", box, label, "face")
    canvas.face(face, box)
    canvas.words(name, layout.name_line(box), 3.8)
    return canvas


def _draw_wanted_shape(canvas: Canvas, box: Box, shape: int) -> None:
    """Draw the definition card of a shape: its back, or what the question asks for."""
    label = Phrase("shape-pile")
    if shape != NOTHING:
        name = SHAPES[shape]
        label = Phrase("shape", {"shape": name})
        canvas.symbol("definition", box)
        canvas.symbol(f"shape-{name}", box.inner(0.62))
    else:
        canvas.symbol("definition-back", box)
    canvas.place("shape-card", box, label)


def _draw_wanted_colour(canvas: Canvas, box: Box, colour: int) -> None:
    """Draw the definition card of a colour: its back, or what the question asks for."""
    label = Phrase("colour-pile")
    if colour != NOTHING:
        label = Phrase("colour", {"colour": COLOURS[colour]})
        canvas.symbol("definition", box)
        canvas.paint(colour, box.inner(0.62))
    else:
        canvas.symbol("definition-back", box)
    canvas.place("colour-card", box, label)


def _mark_answer(
    canvas: Canvas,
    plan: Plan,
    cards: Sequence[tuple[int, Box]],
    answer: int,
    wanted: tuple[int, int],
) -> None:
    """Ring the symbol that was asked for, if it still lies there, or what says it is missing."""
    if answer == CLAIM_MISSING:
        canvas.symbol("found", plan.missing.square(1.15))
        return
    for face, box in cards:
        if card_of(face) == claimed_card(answer):
            for spot in arrangement(face):
                if (spot.colour, spot.shape) == wanted:
                    canvas.symbol("found", spot.ring(box))
