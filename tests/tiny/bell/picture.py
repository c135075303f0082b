"""What players see of Bell: a bell, and the numbers as buttons."""

from collections.abc import Callable

from tests.tiny.bell.state import ACTIONS, RING, BellState
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import HIDDEN
from tischlein.presentation.scenes import (
    Button,
    Choice,
    Panel,
    Piece,
    Result,
    ResultRow,
    Scene,
    Tray,
)

FACES = (" ", "1", "2", "3", "?")


def scene(observation: Observation) -> Scene:
    """Return everybody's choice as the viewer sees it."""
    state: BellState = observation.state
    legal = observation.legal(observation.seat)
    return Scene(
        width=1.0,
        height=1.0,
        prompt=Phrase("over" if observation.over else "turn"),
        trays=[_choice(state, seat) for seat in range(observation.seats)],
        buttons=[
            Button(name, Phrase(f"word-{action}"), "alarm" if action == RING else "plain")
            for action, name in enumerate(ACTIONS)
            if action in legal
        ],
        choices=[Choice(action, (ACTIONS[action],), confirm=action == RING) for action in legal],
        panels=[Panel(seat, state.chips[seat]) for seat in range(observation.seats)],
        awaited=[*observation.awaited],
        result=_result(observation) if observation.over else None,
    )


def _choice(state: BellState, seat: int) -> Tray:
    face = FACES[state.chosen[seat]]
    number = Piece(f"number:{seat}", "number", "card-back", Phrase("number"), seat=seat, text=face)
    return Tray(f"choice:{seat}", Phrase("choice"), "hand", [number], seat)


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    return Result(
        observation.ranks(),
        scores,
        (ResultRow(Phrase("chips"), scores, *observation.game.score_bounds),),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return what happened in words."""
    seat = seat_name(event.seat)
    if event.action == HIDDEN:
        return [Phrase("say-hidden", {"seat": seat})]
    return [Phrase("say", {"seat": seat, "word": ACTIONS[event.action]})]


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return choices and chips in one line."""
    state: BellState = observation.state
    seats = range(observation.seats)
    return " ".join(f"[{FACES[state.chosen[seat]]}] {state.chips[seat]}" for seat in seats)
