"""What players see of Drop It: the shaft, the stocks, what the last drop touched, the log."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.dropit import layout, rules, scenery
from tischlein.games.dropit.actions import DECLINE, JOKER
from tischlein.games.dropit.descriptions import beneath, describe_shaft
from tischlein.games.dropit.marks import marks, shows_check
from tischlein.games.dropit.pieces import in_shaft
from tischlein.games.dropit.standings import panels, result, tokens
from tischlein.games.dropit.state import DropItState, Edges, Phase, StockSharing
from tischlein.games.dropit.stocks import aims, trays
from tischlein.presentation.caches import cached_by_view, cached_by_viewpoint
from tischlein.presentation.scenes import Button, Choice, Piece, Scene

_TO_DROP = Phrase("prompt-drop")
_ANSWERS = [Choice(JOKER, ("joker",)), Choice(DECLINE, ("decline",))]


def _viewpoint(observation: Observation) -> tuple[bool, int]:
    """Return whether the observer may act, and in teams through whose seat the stocks are seen."""
    teams = observation.state.kin == StockSharing.TEAMS
    return observation.seat in observation.acting, observation.seat if teams else SPECTATOR


@cached_by_viewpoint(_viewpoint)
def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing in Drop It is secret."""
    seen = replace(_common(observation), trays=trays(observation))
    if observation.seat not in observation.acting:
        return seen
    state: DropItState = observation.state
    prompt = _own_prompt(state)
    if state.phase == Phase.QUESTION:
        return replace(seen, prompt=prompt, buttons=_buttons(state), choices=_ANSWERS)
    return replace(seen, prompt=prompt, aims=aims(state), beneath=beneath(state))


@cached_by_viewpoint(lambda _: None)
def _common(observation: Observation) -> Scene:
    """Return what is the same for all who look on, without the stocks."""
    state: DropItState = observation.state
    edges = Edges(state.edges)
    pieces, top = _lying(state)
    return Scene(
        width=layout.WIDTH,
        height=round(layout.HEIGHT - top, 2),
        top=top,
        prompt=_prompt(observation),
        lines=scenery.lines(edges),
        pictures=scenery.pictures(edges),
        letterings=scenery.letterings(state.level if shows_check(state) else 0),
        pieces=pieces,
        descriptions=describe_shaft(state),
        hues=_hues(str(observation.options["colours"]), tuple(state.side[: observation.seats])),
        panels=panels(observation),
        awaited=[seat for seat in observation.acting if seat != CHANCE],
        result=result(observation) if state.phase == Phase.OVER else None,
    )


@cached_by_view
def _lying(state: DropItState) -> tuple[list[Piece], float]:
    """Return what lies in the shaft and on the track, and how far that reaches above the board."""
    pieces = [*in_shaft(state), *marks(state), *tokens(state)]
    top = round(min(0.0, *[piece.y - piece.h / 2 - 2 for piece in pieces]), 2) if pieces else 0.0
    return pieces, top


_HUES = {"b": 0, "r": 1, "y": 2, "g": 3}
"""The seat whose own colour is that of pieces."""


@lru_cache(maxsize=256)
def _hues(colours: str, sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the colours of seats: each bears that of its pieces, or of the first of them."""
    return tuple(_HUES[colours[side]] for side in sides)


def _prompt(observation: Observation) -> Phrase:
    """Return what is going on, for all viewers that cannot act."""
    state: DropItState = observation.state
    match Phase(state.phase):
        case Phase.SPLIT:
            return Phrase("prompt-split")
        case Phase.START:
            return Phrase("prompt-lot")
        case Phase.OVER:
            first = [seat_name(s) for s, place in enumerate(observation.ranks()) if place == 0]
            return Phrase("prompt-won", {"seats": [*first], "count": len(first)})
        case Phase.DROP:
            return _about("prompt-wait", state.mover)
        case Phase.QUESTION:
            return _about("prompt-wait-joker", state.mover)
        case _:
            return _about("prompt-falling", state.mover)


@cache
def _about(key: str, seat: int) -> Phrase:
    return Phrase(key, {"seat": seat_name(seat)})


def _own_prompt(state: DropItState) -> Phrase:
    """Return what there is to do, for whom it is to do."""
    if state.phase == Phase.QUESTION:
        return Phrase("prompt-joker", {"points": state.level + state.bonus})
    return _TO_DROP


def _buttons(state: DropItState) -> list[Button]:
    stake = state.level + state.bonus
    return [
        Button("joker", Phrase("button-joker", {"points": stake}), "main"),
        Button("decline", Phrase("button-decline", {"points": rules.UNUSED_JOKER})),
    ]
