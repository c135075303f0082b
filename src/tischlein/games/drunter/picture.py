"""What players see of Drunter & Drüber: the town, tiles and gangs, votes, goals, the end."""

from __future__ import annotations

from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.drunter import ballots, ground, pieces, sites
from tischlein.games.drunter.choices import choices, intend
from tischlein.games.drunter.ground import centre
from tischlein.games.drunter.history import attempts
from tischlein.games.drunter.laying import first_square
from tischlein.games.drunter.result import result
from tischlein.games.drunter.saying import say
from tischlein.games.drunter.scoring import best_and_other
from tischlein.games.drunter.state import REMOVED, DrunterState, Stage, Voting
from tischlein.games.drunter.terminal import draw
from tischlein.games.drunter.town import run
from tischlein.games.drunter.trays import trays
from tischlein.presentation.scenes import Button, Layer, Line, Panel, Scene

__all__ = ["draw", "intend", "say", "scene"]

REACH = "reach"
"""Layer: where the gangs may go."""
_LAYERS = [
    Layer(REACH, Phrase("layer-reach")),
    Layer(sites.OWN, Phrase("layer-own"), on=True),
]
_BUTTONS = [
    Button("yes", Phrase("button-yes"), "main"),
    Button("no", Phrase("button-no"), "main"),
]


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees."""
    state: DrunterState = observation.state
    board = state.board
    log = attempts(state)
    standing = sites.standing(state)
    with_votes = state.voting != Voting.NO
    acting = observation.acting
    own_turn = observation.seat in acting
    return Scene(
        width=ground.WIDTH,
        height=ground.BALLOTS_Y + (ground.BALLOTS_HEIGHT if with_votes else -1.5),
        prompt=_prompt(observation),
        places=[ground.place(board, square, covered) for square, covered in enumerate(state.cells)],
        pictures=[*ground.pictures(board), *sites.struck(standing), *ballots.signs(state)],
        lines=[
            ground.GRASS,
            ground.GRID,
            *ground.STRIP,
            *([ground.BALLOT_PANEL] if with_votes else []),
            *_ways(state),
            *sites.rings(observation, standing),
        ],
        letterings=[
            *ground.STRIP_LETTERS,
            *sites.values(state, standing),
            *ballots.vote_words(state, log),
        ],
        pieces=[
            *pieces.tiles(state, log),
            *pieces.stops(state, log),
            *pieces.gangs(state),
            *ballots.ballots(observation, log),
        ],
        trays=trays(observation),
        buttons=_BUTTONS if own_turn and state.stage == Stage.JOKER else [],
        choices=choices(observation) if own_turn else [],
        any_order=True,
        layers=_LAYERS,
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
    if observation.seat in acting:
        if stage == Stage.AIM and REMOVED not in state.gangs:  # the match ends like this (DUD-58)
            return Phrase("prompt-aim-end")
        return Phrase(f"prompt-{key}")
    waiting: list[Item] = [seat_name(seat) for seat in acting]
    return Phrase(f"prompt-wait-{key}", {"seats": waiting})


def _ways(state: DrunterState) -> list[Line]:
    """Return, as an aid, how far a tile can reach from each gang in each direction."""
    lines = []
    for line, square in enumerate(state.gangs):
        for direction, reach in enumerate(state.reach[line]):
            if square == REMOVED or reach == 0:
                continue
            *_, end = run(first_square(state, line, direction), reach, direction)
            (from_x, from_y), (to_x, to_y) = centre(square), centre(end)
            path = f"M{from_x:g} {from_y:g}L{to_x:g} {to_y:g}"
            lines.append(Line(path, "good", dashed=True, width=4.0, layer=REACH))
    return lines


def _panel(state: DrunterState, seat: int) -> Panel:
    facts = []
    if state.voting != Voting.NO:
        facts.append(ballots.votes_left(state, seat))
    if state.stage in (Stage.VOTE, Stage.JOKER) and state.voted >> seat & 1:
        facts.append(Phrase("fact-voted"))
    if state.chosen >> seat & 1 and state.stage != Stage.OVER:
        facts.append(Phrase("fact-chosen"))
    score = best_and_other(state, seat)[0] if state.hands[seat] else None
    return Panel(seat, score, tuple(facts))
