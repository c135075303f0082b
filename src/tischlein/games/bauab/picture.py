"""What players see of Bauab: the plan with its chips, the supplies, the log in words."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.bauab import rules
from tischlein.games.bauab.aids import FREEDOMS, pictures
from tischlein.games.bauab.board import board_of
from tischlein.games.bauab.choices import choices, intend
from tischlein.games.bauab.pieces import on_plan, trays
from tischlein.games.bauab.saying import prompt, say
from tischlein.games.bauab.state import BauabState
from tischlein.games.bauab.targets import PASS_TARGET
from tischlein.games.bauab.terminal import draw
from tischlein.presentation import derived
from tischlein.presentation.scenes import Button, Result, ResultRow, Scene

__all__ = ["draw", "intend", "say", "scene"]


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Bauab is secret."""
    state: BauabState = observation.state
    board = board_of(state)
    possible = choices(observation)
    may_pass = any(choice.path == (PASS_TARGET,) for choice in possible)
    return Scene(
        width=board.width,
        height=board.height,
        prompt=prompt(observation),
        places=board.places,
        letterings=board.letterings,
        pieces=on_plan(state),
        pictures=pictures(state),
        trays=trays(state),
        buttons=[Button(PASS_TARGET, Phrase("button-pass"), "main")] if may_pass else [],
        choices=possible,
        any_order=True,
        layers=[FREEDOMS],
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
            # A row without figures is a heading; what follows it does not count for the score.
            ResultRow(Phrase("result-ties"), ("", "")),
            row("result-planned", rules.planned),
        ),
    )
