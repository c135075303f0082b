"""What players see of Liar's dice: two dice, and a button for every bid."""

from collections.abc import Callable

from msgspec.structs import replace

import tischlein.design as td
from tischlein.presentation import derived
from tischlein.presentation.scenes import Piece, Scene

from .state import HIDDEN_DIE, LiarsDiceState


def scene(observation: td.Observation) -> Scene:
    """Return the dice that have been rolled; the rest is derived from the rules."""
    state: LiarsDiceState = observation.state
    dice = [_die(seat, face) for seat, face in enumerate(state.dice) if face]
    return replace(derived.scene(observation), width=2.0, height=1.0, pieces=dice)


def draw(observation: td.Observation, translate: Callable[[td.Phrase], str]) -> str:
    """Return the dice in characters, for terminals."""
    return " ".join("-123?"[face] for face in observation.state.dice)


def _die(seat: int, face: int) -> Piece:
    hidden = face == HIDDEN_DIE
    return Piece(
        id=f"die:{seat}",
        kind=f"die:{seat}",
        symbol="grid-cell" if hidden else f"die-{face}",
        label=td.Phrase("die-hidden") if hidden else td.Phrase("die", {"face": face}),
        x=seat + 0.5,
        y=0.5,
        w=0.8,
        h=0.8,
        text="?" if hidden else "",
    )
