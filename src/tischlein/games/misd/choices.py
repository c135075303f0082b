"""What can be done in Misd: by clicks on the palette or the layout, and by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.position import Observation
from tischlein.games.misd.actions import CLAIM_MISSING, PASS, TURN, claiming, claiming_card
from tischlein.games.misd.cards import CARDS, COLOURS, SHAPES
from tischlein.games.misd.names import card_name
from tischlein.games.misd.refusals import why_silent
from tischlein.games.misd.state import NOTHING, MisdState, Phase
from tischlein.presentation.scenes import Button, Choice


def buttons(observation: Observation) -> list[Button]:
    """Return the button to pass."""
    if observation.seat not in observation.acting or observation.state.phase == Phase.TURN:
        return []
    return _PASS_BUTTON


_PASS_BUTTON = [Button("pass", Phrase("button-pass"))]


def choices(observation: Observation) -> list[Choice]:
    """Return what the viewer can do, with the targets for it."""
    state: MisdState = observation.state
    if observation.seat not in observation.acting:
        return []
    if state.phase == Phase.TURN:
        return _TURNING_SHAPE if state.finding else _TURNING_CARD
    return _claims(state.lain if state.finding else NOTHING)


_CARD = "card"
"""The card of variant A, or the pile that it is turned from."""
_SHAPE_CARD = "shape-card"
"""The same of variant B, which begins with a shape."""
_TURNING_CARD = [Choice(TURN, (_CARD,), button_label=Phrase("button-turn"))]
_TURNING_SHAPE = [Choice(TURN, (_SHAPE_CARD,), button_label=Phrase("button-turn"))]


@lru_cache(maxsize=1024)
def _claims(cards: int) -> list[Choice]:
    """Return all claims to a layout of a set of cards (``NOTHING`` in variant A), and the pass."""
    if cards == NOTHING:
        claims = [
            Choice(claiming(colour, shape), (f"colour:{name}", f"shape:{SHAPES[shape]}"))
            for colour, name in enumerate(COLOURS)
            for shape in range(len(SHAPES))
        ]
    else:
        claims = [
            Choice(claiming_card(card), (f"card:{card_name(card)}",)) for card in members(cards)
        ]
        claims.append(Choice(CLAIM_MISSING, ("missing",)))
    return [*claims, Choice(PASS, ("pass",))]


def intend(observation: Observation, path: Sequence[str]) -> int | Refusal | None:
    """Return the action that picked targets mean, legal or not; colour and shape in any order.

    Either alone means none yet, but where no claim at all is possible it is told so.
    """
    if len(path) == 1:
        if path[0].startswith(("colour:", "shape:")):
            return why_silent(observation.state, observation.seat)
        return _single_targets().get(path[0])
    if len(path) != 2:
        return None
    named = dict(target.split(":", 1) for target in path if ":" in target)
    colour, shape = named.get("colour"), named.get("shape")
    if colour not in COLOURS or shape not in SHAPES:
        return None
    return claiming(COLOURS.index(colour), SHAPES.index(shape))


@lru_cache(maxsize=1)
def _single_targets() -> dict[str, int]:
    """Return what cards, piles and buttons mean on their own."""
    cards = {f"card:{card_name(card)}": claiming_card(card) for card in range(CARDS)}
    turns = dict.fromkeys((_CARD, _SHAPE_CARD), TURN)
    return cards | turns | {"missing": CLAIM_MISSING, "pass": PASS}
