"""What players see of Drunter & Drüber: the town, tiles and gangs, votes, goals, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.drunter import ballots, buildings, pieces, scenery
from tischlein.games.drunter.choices import choices
from tischlein.games.drunter.history import attempts
from tischlein.games.drunter.names import DIRECTION_WORDS, LINE_WORDS, square_name
from tischlein.games.drunter.result import result
from tischlein.games.drunter.scenery import centre
from tischlein.games.drunter.scoring import best_and_other
from tischlein.games.drunter.state import REMOVED, DrunterState, Stage, Voting
from tischlein.games.drunter.town import run
from tischlein.games.drunter.trays import trays
from tischlein.presentation.scenes import (
    Button,
    Description,
    Layer,
    Lettering,
    Line,
    Panel,
    Picture,
    Scene,
)

REACH = "reach"
"""Layer: where the gangs may go."""
_LAYERS = [
    Layer(REACH, Phrase("layer-reach")),
    Layer(buildings.OWN, Phrase("layer-own"), on=True),
]
_LAYERS_WITHOUT_A_GOAL = _LAYERS[:1]
_BUTTONS = [
    Button("yes", Phrase("button-yes"), "main"),
    Button("no", Phrase("button-no"), "main"),
]


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees."""
    return _scene(observation, aided=True)


def bare(observation: Observation) -> Scene:
    """Return the same without where the gangs may go."""
    return _scene(observation, aided=False)


def _scene(observation: Observation, *, aided: bool) -> Scene:
    state: DrunterState = observation.state
    board = state.board
    log = attempts(state)
    standing = buildings.standing(state)
    counted = buildings.counted(observation, standing)
    ways = _ways(state) if aided else _NO_WAYS
    acting = observation.acting
    own_turn = observation.seat in acting
    return Scene(
        width=scenery.WIDTH + scenery.EDGE,
        height=scenery.HEIGHT + scenery.EDGE,
        left=-scenery.EDGE,
        top=-scenery.EDGE,
        turns=True,
        prompt=_prompt(observation),
        places=scenery.places(board, tuple(state.cells)),
        pictures=_pictures(board, standing),
        lines=[
            *scenery.LINES,
            *ways.lines,
            *buildings.rings(board, counted),
        ],
        letterings=_letterings(board, standing),
        descriptions=[*buildings.descriptions(board, counted), *ways.descriptions],
        pieces=pieces.pieces(state),
        # The own goal first: on phones there is room for little more.
        trays=[*trays(observation), *ballots.ballots(observation, log)],
        buttons=_BUTTONS if own_turn and state.stage == Stage.JOKER else [],
        choices=choices(observation) if own_turn else [],
        any_order=True,
        layers=_LAYERS_WITHOUT_A_GOAL if observation.seat == SPECTATOR else _LAYERS,
        panels=[_panel(state, seat) for seat in range(observation.seats)],
        awaited=[seat for seat in acting if seat != CHANCE],
        result=result(observation) if state.stage == Stage.OVER else None,
    )


def _prompt(observation: Observation) -> Phrase:
    state: DrunterState = observation.state
    stage = Stage(state.stage)
    if stage < Stage.LAY:
        return Phrase("prompt-deal" if stage != Stage.START else "prompt-lot")
    if stage == Stage.OVER:
        ranks = observation.ranks()
        winners: list[Item] = [seat_name(seat) for seat, rank in enumerate(ranks) if rank == 0]
        return Phrase("prompt-over", {"seats": winners, "count": len(winners)})
    key = stage.name.lower()
    acting = observation.acting
    vote: dict[str, Value] = {}
    if stage == Stage.VOTE:
        vote = ballots.question_values(state)
    elif stage == Stage.JOKER:
        vote = ballots.tally_values(state)
    if observation.seat in acting:
        if stage == Stage.AIM and REMOVED not in state.gangs:  # the match ends like this (DUD-58)
            return Phrase("prompt-aim-end")
        return Phrase(f"prompt-{key}", vote)
    waiting: list[Item] = [seat_name(seat) for seat in acting]
    return Phrase(f"prompt-wait-{key}", {"seats": waiting, **vote})


@lru_cache(maxsize=256)
def _pictures(board: int, standing: buildings.Standing) -> list[Picture]:
    """Return what is drawn below all pieces."""
    return [*scenery.pictures(board), *buildings.strikes(standing)]


@lru_cache(maxsize=256)
def _letterings(board: int, standing: buildings.Standing) -> list[Lettering]:
    return [*scenery.NAMES, *scenery.STRIP_LETTERS, *buildings.values(board, standing)]


class _Ways(NamedTuple):
    """As an aid, how far a tile can reach from each gang in each direction."""

    lines: Sequence[Line]
    descriptions: list[Description]


_NO_WAYS = _Ways((), [])


def _ways(state: DrunterState) -> _Ways:
    """Return how far tiles can reach, and the same in words."""
    return _found_ways(tuple(state.gangs), tuple(map(tuple, state.reach)), pieces.starts(state))


@lru_cache(maxsize=1024)
def _found_ways(
    gangs: tuple[int, ...], reach: tuple[tuple[int, ...], ...], starts: pieces.Starts
) -> _Ways:
    lines, descriptions = [], []
    for line, square in enumerate(gangs):
        for direction, far in enumerate(reach[line]):
            if square != REMOVED and far:
                *_, end = run(starts[line][direction], far, direction)
                lines.append(_way(square, end))
                descriptions.append(_describe_way(line, direction, end))
    return _Ways(lines, descriptions)


@lru_cache(maxsize=4096)
def _way(square: int, end: int) -> Line:
    (from_x, from_y), (to_x, to_y) = centre(square), centre(end)
    path = f"M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}"
    return Line(path, "good", dashed=True, width=4.0, layer=REACH)


@lru_cache(maxsize=4096)
def _describe_way(line: int, direction: int, end: int) -> Description:
    names = {"line": LINE_WORDS[line], "direction": DIRECTION_WORDS[direction]}
    return Description(Phrase("description-reach", {**names, "square": square_name(end)}), REACH)


def _panel(state: DrunterState, seat: int) -> Panel:
    stage = state.stage
    return _panel_of(
        seat,
        best_and_other(state, seat)[0] if state.hands[seat] else None,
        ballots.in_hand(state, seat) if state.voting != Voting.NO else None,
        voted=bool(stage in (Stage.VOTE, Stage.JOKER) and state.voted >> seat & 1),
        chosen=bool(state.chosen >> seat & 1 and stage != Stage.OVER),
    )


@lru_cache(maxsize=4096)
def _panel_of(
    seat: int, score: int | None, votes: int | None, *, voted: bool, chosen: bool
) -> Panel:
    facts = []
    if votes is not None:
        facts.append(ballots.votes_left(votes))
    if voted:
        facts.append(Phrase("fact-voted"))
    if chosen:
        facts.append(Phrase("fact-chosen"))
    room = () if votes is None else ballots.longest_facts()
    return Panel(seat, score, tuple(facts), room=room)
