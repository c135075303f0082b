"""What players see of Schollenschubser: bank, water, floes, researchers, ship, dice and words."""

from __future__ import annotations

from functools import cache

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.schollenschubser.choices import buttons, choices, prompts
from tischlein.games.schollenschubser.dice_pieces import dice, letterings
from tischlein.games.schollenschubser.pieces import floes, researchers, stock
from tischlein.games.schollenschubser.scenery import HEIGHT, PLACES, WIDTH
from tischlein.games.schollenschubser.state import SchollenschubserState
from tischlein.games.schollenschubser.wording import prompt
from tischlein.presentation import derived
from tischlein.presentation.caches import acting_seat, cached_by_view, cached_by_viewpoint
from tischlein.presentation.scenes import Panel, Piece, Result, ResultRow, Scene


@cached_by_viewpoint(acting_seat)
def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing is secret."""
    state: SchollenschubserState = observation.state
    possible = choices(observation)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=prompt(observation),
        places=PLACES,
        letterings=letterings((state.dice[0], state.dice[1])),
        pieces=_pieces(state),
        trays=stock(state),
        buttons=buttons(possible),
        choices=possible,
        prompts=prompts(possible),
        panels=_panels(state),
        awaited=derived.awaited(observation),
        result=_result(observation) if observation.over else None,
    )


@cached_by_view
def _pieces(state: SchollenschubserState) -> list[Piece]:
    return [*floes(state), *researchers(state), *dice(state)]


@cached_by_view
def _panels(state: SchollenschubserState) -> list[Panel]:
    return [_panel(seat, state.saved[seat], state.bank[seat]) for seat in range(state.seats)]


@cache  # a dozen researchers at most
def _panel(seat: int, saved: int, on_bank: int) -> Panel:
    return Panel(seat, saved, (Phrase("on-bank", {"count": on_bank}),))


def _result(observation: Observation) -> Result:
    state: SchollenschubserState = observation.state
    seats = range(state.seats)
    afloat = tuple(sum(crowd[seat] for crowd in state.pawns) for seat in seats)
    return Result(
        ranks=observation.ranks(),
        scores=observation.scores(),
        rows=(
            ResultRow(Phrase("result-saved"), tuple(state.saved[seat] for seat in seats)),
            # A row without figures: what follows it does not count for the score.
            ResultRow(Phrase("result-not-saved"), ("",) * state.seats),
            ResultRow(Phrase("result-afloat"), afloat),
            ResultRow(Phrase("result-bank"), tuple(state.bank[seat] for seat in seats)),
        ),
    )
