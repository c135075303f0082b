"""Points: the stones on the track, the panels of the seats, the result."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np

from tischlein.core import seats
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.dropit import rules, scenery
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.state import DropItState
from tischlein.presentation import derived
from tischlein.presentation.scenes import Panel, Piece, Result, ResultRow

_TOKEN, _SMALL_TOKEN = 7.6, 5.2


def tokens(state: DropItState) -> tuple[Piece, ...]:
    """Return the scoring stones on their spaces of the track (DRO-40)."""
    return _tokens(tuple(state.side[: state.seats]), tuple(state.points))


@lru_cache(maxsize=4096)
def _tokens(side: tuple[int, ...], points: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the stones by the side that each seat plays on and the points of the sides."""
    spaces: dict[int, list[int]] = defaultdict(list)
    for own in sorted({*side}):
        spaces[points[own] % scenery.SPACES].append(own)
    return tuple(
        _token(own, side.index(own), points[own], index, len(here))
        for here in spaces.values()
        for index, own in enumerate(here)
    )


@lru_cache(maxsize=4096)
def _token(side: int, seat: int, points: int, index: int, here: int) -> Piece:
    """Return a stone, one of this many on its space."""
    size = _TOKEN if here == 1 else _SMALL_TOKEN
    across, down = 0.0, 0.0
    if here > 1:
        across = (index % 2 - 0.5) * _SMALL_TOKEN * 0.85
        down = (index // 2 - 0.5) * _SMALL_TOKEN * 1.2
    return Piece(
        f"token:{side}",
        f"token-{side}",
        f"sign-{seats.letter(seat).lower()}",
        Phrase("token", {"seat": seat_name(seat), "points": points}),
        round((points % scenery.SPACES + 0.5) * scenery.SPACE + across, 2),
        round(scenery.TRACK_MIDDLE + down, 2),
        size,
        size,
        seat=seat,
    )


def panels(observation: Observation) -> list[Panel]:
    """Return the points of each seat, whole rounds of the track included, and its team."""
    state: DropItState = observation.state
    side = state.side
    teams = observation.options["teams"] != "none"
    scores = np.zeros(observation.seats, np.int64)
    # The view is read here: the rules of this game are not compiled, and a record is slow.
    rules.scores(state, scores)
    return [
        _panel(seat, score, side[seat] + 1 if teams else None)
        for seat, score in enumerate(scores.tolist())
    ]


@lru_cache(maxsize=4096)
def _panel(seat: int, score: int, team: int | None) -> Panel:
    facts = () if team is None else (Phrase("in-team", {"team": team}),)
    return Panel(seat, score, facts)


def result(observation: Observation) -> Result:
    """Return ranks and points, with what drops and jokers brought."""
    state: DropItState = observation.state
    side = [state.side[seat] for seat in range(observation.seats)]
    rows = [ResultRow(Phrase("result-drops"), tuple(state.points[own] for own in side))]
    if observation.options["jokers"] == "yes":
        figures = tuple(rules.UNUSED_JOKER * state.jokers[own] for own in side)
        rows.append(ResultRow(Phrase("result-jokers"), figures))
    return Result(observation.ranks(), observation.scores(), tuple(rows))


def memorable(observation: Observation) -> list[ResultRow]:
    """Return what is worth remembering: the account, and how high the pieces lay in the end."""
    state: DropItState = observation.state
    height = round(max((piece.top for piece in lying_pieces(state)), default=0) / 10)
    return [
        *derived.memorable(observation),
        ResultRow(Phrase("fact-height"), (height,) * observation.seats),
    ]
