"""What players see of Wager: points at every seat, and two buttons."""

from collections.abc import Callable

from tests.tiny.wager.state import ACTIONS, ROLLS
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.presentation.scenes import Button, Choice, Panel, Result, ResultRow, Scene


def scene(observation: Observation) -> Scene:
    """Return the points and the viewer's buttons."""
    legal = observation.legal(observation.seat)
    scores = observation.scores()
    row = ResultRow(Phrase("points"), scores)
    return Scene(
        width=1.0,
        height=1.0,
        prompt=Phrase("over" if observation.over else "turn"),
        buttons=[Button(ACTIONS[action], Phrase(ACTIONS[action])) for action in legal],
        choices=[Choice(action, (ACTIONS[action],)) for action in legal],
        panels=[Panel(seat, scores[seat]) for seat in range(observation.seats)],
        awaited=[seat for seat in observation.acting if seat != CHANCE],
        result=Result(observation.ranks(), scores, (row,)) if observation.over else None,
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return what happened in words."""
    if event.seat == CHANCE:
        return [Phrase("say-roll", {"points": ROLLS[event.action]})]
    return [Phrase("say-die", {"seat": seat_name(event.seat), "die": ACTIONS[event.action]})]


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the points in one line."""
    return " ".join(map(str, observation.scores()))
