"""What players see of Down Under: the plane with its cards and paths, stocks, previews, the log."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.down_under import pieces
from tischlein.games.down_under.choices import acts_of, buttons, choices
from tischlein.games.down_under.pieces import ANIMALS_LAYER, CELL
from tischlein.games.down_under.prompts import prompt
from tischlein.games.down_under.standings import panels, result
from tischlein.games.down_under.state import DownUnderState
from tischlein.games.down_under.stocks import trays
from tischlein.games.down_under.viewport import viewport_of
from tischlein.presentation.caches import acting_seat, cached_by_view, cached_by_viewpoint
from tischlein.presentation.derived import awaited
from tischlein.presentation.scenes import Layer, Piece, Scene

EDGE = 0.34 * CELL
"""Of the numbers of columns and rows."""

_LAYERS = {on: [Layer(ANIMALS_LAYER, Phrase("layer-animals"), on=on)] for on in (False, True)}
"""Animals are shown from the beginning where they count."""


@cached_by_viewpoint(acting_seat)
def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Down Under is secret."""
    return _scene(observation, _with_animals(observation.state))


@cached_by_viewpoint(acting_seat)
def bare(observation: Observation) -> Scene:
    """Return the same without the animals where they do not count."""
    state: DownUnderState = observation.state
    return _scene(observation, (_with_animals if state.counted else _without_animals)(state))


def _scene(observation: Observation, lying: list[Piece]) -> Scene:
    state: DownUnderState = observation.state
    view = viewport_of(state)
    acts = acts_of(observation)
    scores = observation.scores()
    offered = choices(observation, acts, scores)
    counted = bool(state.counted)
    return Scene(
        width=CELL * (view.right - view.left + 1) + EDGE,
        height=CELL * (view.bottom - view.top + 1) + EDGE,
        left=CELL * view.left - EDGE,
        top=CELL * view.top - EDGE,
        prompt=prompt(observation, acts.values()),
        places=pieces.places(state, view),
        lines=view.lines(CELL),
        letterings=view.names(CELL, EDGE),
        pieces=lying,
        trays=trays(observation, acts.values()),
        buttons=buttons(offered),
        choices=offered,
        any_order=True,
        layers=_LAYERS[counted],
        panels=panels(state, scores),
        awaited=awaited(observation),
        result=result(observation, scores),
    )


@cached_by_view
def _with_animals(state: DownUnderState) -> list[Piece]:
    """Return what lies on the table, and the open ends."""
    return [*pieces.cards(state, animals=True), *pieces.tips(state)]


@cached_by_view
def _without_animals(state: DownUnderState) -> list[Piece]:
    return [*pieces.cards(state, animals=False), *pieces.tips(state)]
