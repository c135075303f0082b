"""What players see of Bauab: the plan with its chips, the supplies, the log in words."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.bauab import rules
from tischlein.games.bauab.aids import FREEDOMS, descriptions, locks, pictures
from tischlein.games.bauab.choices import PASSING, choices
from tischlein.games.bauab.pieces import on_plan, trays
from tischlein.games.bauab.scenery import board_of
from tischlein.games.bauab.state import BauabState
from tischlein.games.bauab.targets import PASS_TARGET
from tischlein.games.bauab.wording import prompt
from tischlein.presentation import derived
from tischlein.presentation.scenes import Button, Description, Picture, Result, ResultRow, Scene

_PASS_BUTTON = [Button(PASS_TARGET, Phrase("button-pass"), "main")]
_NO_BUTTON: list[Button] = []
_LAYERS = [FREEDOMS]
_NOTHING: list[Description] = []


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Bauab is secret."""
    return _scene(observation, pictures(observation.state), descriptions(observation.state))


def bare(observation: Observation) -> Scene:
    """Return the same without aids."""
    return _scene(observation, locks(observation.state), _NOTHING)


def _scene(
    observation: Observation, pictures: list[Picture], descriptions: list[Description]
) -> Scene:
    state: BauabState = observation.state
    board = board_of(state)
    possible = choices(observation)
    return Scene(
        width=board.width,
        height=board.height,
        prompt=prompt(observation),
        places=board.places,
        letterings=board.letterings,
        pieces=on_plan(state),
        pictures=pictures,
        descriptions=descriptions,
        trays=trays(state),
        buttons=_PASS_BUTTON if PASSING in possible[-1:] else _NO_BUTTON,
        choices=possible,
        any_order=True,
        layers=_LAYERS,
        panels=derived.panels(observation),
        awaited=derived.awaited(observation),
        result=_result(observation) if state.over else None,
    )


def _result(observation: Observation) -> Result:
    def row(label: str, counted: Callable[[BauabState, int], int]) -> ResultRow:
        return ResultRow(Phrase(label), tuple(counted(observation.state, s) for s in range(2)))

    return Result(
        ranks=observation.ranks(),
        scores=observation.scores(),
        rows=(
            row("result-on-plan", rules.value_on_plan),
            row("result-captured", rules.value_captured),
            # A row without figures is a heading; the rows after it do not count for the score.
            ResultRow(Phrase("result-ties"), ("", "")),
            row("result-planned", rules.planned),
        ),
    )
