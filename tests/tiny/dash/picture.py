"""What players see of Dash: a ball, and buttons."""

from collections.abc import Callable

from tests.tiny.dash.notation import WORDS
from tests.tiny.dash.state import FAR, DashState, Phase
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.presentation.scenes import Button, Choice, Panel, Piece, Result, ResultRow, Scene


def scene(observation: Observation) -> Scene:
    """Return the ball and what the viewer may say."""
    state: DashState = observation.state
    legal = observation.legal(observation.seat)
    ball = Piece("ball", "ball", "die-1", Phrase("ball"), 0.5 + state.ball / FAR / 4, 1.0)
    return Scene(
        width=1.0,
        height=1.0,
        prompt=Phrase("over" if observation.over else "turn"),
        pieces=[ball] if state.ball else [],
        buttons=[Button(WORDS[action], Phrase(f"word-{action}")) for action in legal],
        choices=[Choice(action, (WORDS[action],)) for action in legal],
        race=f"round {state.rounds}" if state.phase == Phase.OPEN else "",
        panels=[Panel(seat, state.chips[seat]) for seat in range(observation.seats)],
        awaited=[seat for seat in observation.awaited if seat != CHANCE],
        result=_result(observation) if observation.over else None,
    )


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    return Result(
        observation.ranks(),
        scores,
        (ResultRow(Phrase("chips"), scores, *observation.game.score_bounds),),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return what happened in words."""
    if event.seat == CHANCE:
        return [Phrase("ball")]
    return [Phrase("say", {"seat": seat_name(event.seat), "word": WORDS[event.action]})]


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return ball and chips in one line."""
    state: DashState = observation.state
    return f"{state.ball} {state.chips}"
