"""What players see of Schlauraff: columns and piles, dice, cup and bag, panels and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.games.schlauraff import aids, rules, scenery
from tischlein.games.schlauraff.action_values import pending_work
from tischlein.games.schlauraff.actions import ROLL_AGAIN, carries
from tischlein.games.schlauraff.aids import HINTS
from tischlein.games.schlauraff.choices import choices, prompts
from tischlein.games.schlauraff.layout import board_of
from tischlein.games.schlauraff.names import cell_name, faces
from tischlein.games.schlauraff.pieces import pieces, trays
from tischlein.games.schlauraff.state import NOT_BEGUN, Phase, SchlauraffState
from tischlein.games.schlauraff.wording import wanted
from tischlein.presentation.caches import acting_seat, cached_by_view, cached_by_viewpoint
from tischlein.presentation.scenes import (
    Layer,
    Line,
    Panel,
    Picture,
    Piece,
    Place,
    Result,
    ResultRow,
    Scene,
)

_LAYERS = [Layer(HINTS, Phrase("layer-hints"))]


@cached_by_viewpoint(acting_seat)
def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees; nothing is secret."""
    legal = observation.legal(observation.seat)
    state: SchlauraffState = observation.state
    return _scene(observation, legal, [*aids.hints(board_of(state), state, legal)])


@cached_by_viewpoint(acting_seat)
def bare(observation: Observation) -> Scene:
    """Return the same without aids."""
    return _scene(observation, observation.legal(observation.seat), ())


def _scene(observation: Observation, legal: list[int], hints: Sequence[aids.Hint]) -> Scene:
    state: SchlauraffState = observation.state
    board = board_of(state)
    return Scene(
        width=board.width,
        height=board.height,
        prompt=_prompt(observation, legal),
        places=_places(state),
        lines=_lines(state),
        letterings=[
            *scenery.letterings(board.columns, board.column, board.folds),
            *(hint.lettering for hint in hints),
        ],
        descriptions=[hint.description for hint in hints],
        pieces=_pieces(state),
        pictures=_pictures(state),
        trays=trays(state),
        choices=choices(state, legal) if legal else [],
        any_order=True,
        prompts=prompts(state) if legal else {},
        layers=_LAYERS,
        panels=[
            _panel(seat, points, sum(taken), reds, _round(state), state.seats)
            for seat, (points, taken, reds) in enumerate(
                zip(state.points[: state.seats], state.taken, state.reds, strict=False)
            )
        ],
        awaited=[rules.mover(state)] if state.phase == Phase.TURN else [],
        result=_result(observation) if state.phase == Phase.OVER else None,
    )


@cached_by_view
def _places(state: SchlauraffState) -> list[Place]:
    return scenery.places(board_of(state), state)


@cached_by_view
def _lines(state: SchlauraffState) -> list[Line]:
    return scenery.lines(board_of(state), state)


@cached_by_view
def _pieces(state: SchlauraffState) -> list[Piece]:
    return pieces(board_of(state), state)


@cached_by_view
def _pictures(state: SchlauraffState) -> list[Picture]:
    return scenery.pictures(board_of(state), state)


def ahead(observation: Observation) -> Callable[[], object] | None:
    """Return the work that finding out what actions promise takes, if it was not done yet."""
    legal = observation.legal(observation.seat)
    return pending_work(observation.state, legal) if legal else None


def _prompt(observation: Observation, legal: list[int]) -> Phrase:
    """Return what is expected now, of the viewer or of somebody else."""
    state: SchlauraffState = observation.state
    if legal:
        return _prompt_to_decide(state, legal)
    match state.phase:
        case Phase.START:
            return Phrase("prompt-lot")
        case Phase.LAY:
            return Phrase("prompt-lay", {"round": _round(state), "rounds": state.seats})
        case Phase.OVER:
            first = [seat for seat, rank in enumerate(observation.ranks()) if rank == 0]
            winners: list[Item] = [seat_name(seat) for seat in first]
            return Phrase("prompt-won", {"seats": winners, "count": len(first)})
    key = "prompt-roll" if state.phase == Phase.ROLL else "prompt-wait"
    return Phrase(key, {"seat": seat_name(rules.mover(state))})


def _prompt_to_decide(state: SchlauraffState, legal: list[int]) -> Phrase:
    """Return what the seat whose column it is can do."""
    if state.current == NOT_BEGUN:
        return Phrase("prompt-begin")
    values: dict[str, Value] = {"cell": cell_name(rules.column_in_play(state), state.current)}
    if any(map(carries, legal)):
        return Phrase("prompt-carry", values)
    values["sum"] = wanted(state, state.current, sum(faces(state.on)))
    if legal == [ROLL_AGAIN]:
        return Phrase("prompt-only-roll", values)
    return Phrase("prompt-put-or-roll" if ROLL_AGAIN in legal else "prompt-put", values)


def _round(state: SchlauraffState) -> int:
    """Return the number of the round that is played, or was played last (SLR-7)."""
    return min(state.rounds + 1, state.seats)


def _facts(taken: int, reds: int, number: int, rounds: int) -> tuple[Phrase, Phrase]:
    taken_now: dict[str, Value] = {"count": taken, "round": number, "rounds": rounds}
    return Phrase("fact-round", taken_now), Phrase("fact-reds", {"count": reds})


_LONGEST_FACTS = _facts(10, 10, 4, 4)


@lru_cache(maxsize=4096)
def _panel(seat: int, points: int, taken: int, reds: int, number: int, rounds: int) -> Panel:
    return Panel(seat, points, _facts(taken, reds, number, rounds), room=_LONGEST_FACTS)


def _result(observation: Observation) -> Result:
    state: SchlauraffState = observation.state
    last = tuple(map(sum, state.taken[: state.seats]))
    scores = observation.scores()
    before = tuple(score - chips for score, chips in zip(scores, last, strict=True))
    return Result(
        ranks=observation.ranks(),
        scores=scores,
        rows=(
            ResultRow(Phrase("result-before"), before),
            ResultRow(Phrase("result-last-round"), last),
            # A row without figures is a heading; the rows after it do not count for the score.
            ResultRow(Phrase("result-ties"), ("",) * state.seats),
            ResultRow(Phrase("result-reds"), tuple(state.reds[: state.seats])),
        ),
    )
