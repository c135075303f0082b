"""Points: the stones on the track, what stands at the seats, the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tischlein.core import seats
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.dropit import board
from tischlein.games.dropit.rules import UNUSED_JOKER
from tischlein.games.dropit.state import DropItState
from tischlein.games.dropit.stocks import sides
from tischlein.presentation.scenes import Panel, Piece, Result, ResultRow

_TOKEN, _SMALL_TOKEN = 7.6, 5.2


def tokens(observation: Observation) -> Iterator[Piece]:
    """Yield the scoring stones on their spaces of the track (DRO-40)."""
    state: DropItState = observation.state
    spaces: dict[int, list[int]] = defaultdict(list)
    for side in sides(observation):
        spaces[state.points[side] % board.SPACES].append(side)
    for space, here in spaces.items():
        size = _TOKEN if len(here) == 1 else _SMALL_TOKEN
        for index, side in enumerate(here):
            seat = next(s for s in range(observation.seats) if state.side[s] == side)
            across, down = 0.0, 0.0
            if len(here) > 1:
                across = (index % 2 - 0.5) * _SMALL_TOKEN * 0.85
                down = (index // 2 - 0.5) * _SMALL_TOKEN * 1.2
            yield Piece(
                f"token:{side}",
                f"token-{side}",
                f"sign-{seats.letter(seat).lower()}",
                Phrase("token", {"seat": seat_name(seat), "points": state.points[side]}),
                (space + 0.5) * board.SPACE + across,
                board.TRACK_MIDDLE + down,
                size,
                size,
                seat=seat,
            )


def panels(observation: Observation) -> list[Panel]:
    """Return the points of each seat, its team, and its rounds on the track."""
    state: DropItState = observation.state
    scores = observation.scores()
    shown = []
    for seat in range(observation.seats):
        facts = []
        if observation.options["teams"] != "none":
            facts.append(Phrase("in-team", {"team": state.side[seat] + 1}))
        laps = state.points[state.side[seat]] // board.SPACES
        if laps:
            facts.append(Phrase("marker", {"points": laps * board.SPACES}))
        shown.append(Panel(seat, scores[seat], tuple(facts)))
    return shown


def result(observation: Observation) -> Result:
    """Return ranks and points, with what drops and jokers brought."""
    state: DropItState = observation.state
    side = [state.side[seat] for seat in range(observation.seats)]
    rows = [ResultRow(Phrase("result-drops"), tuple(state.points[own] for own in side))]
    if observation.options["jokers"] == "yes":
        figures = tuple(UNUSED_JOKER * state.jokers[own] for own in side)
        rows.append(ResultRow(Phrase("result-jokers"), figures))
    return Result(observation.ranks(), observation.scores(), tuple(rows))
