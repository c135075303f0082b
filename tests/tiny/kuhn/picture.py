"""What players see of Kuhn poker: two cards in trays, and two buttons."""

from collections.abc import Callable

from tests.tiny.kuhn.state import ACTIONS, KuhnState
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN
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

FACES = (" ", "J", "Q", "K", "?")


def scene(observation: Observation) -> Scene:
    """Return the cards as the viewer sees them."""
    legal = observation.legal(observation.seat)
    return Scene(
        width=1.0,
        height=1.0,
        prompt=Phrase("over" if observation.over else "turn"),
        trays=[_hand(observation.state, seat) for seat in range(2)],
        buttons=[Button(ACTIONS[action], Phrase(ACTIONS[action])) for action in legal],
        choices=[Choice(action, (ACTIONS[action],)) for action in legal],
        panels=[Panel(seat) for seat in range(2)],
        awaited=[seat for seat in observation.acting if seat != CHANCE],
        result=_result(observation) if observation.over else None,
    )


def _hand(state: KuhnState, seat: int) -> Tray:
    face = FACES[state.cards[seat]]
    card = Piece(f"card:{seat}", "card", "card-back", Phrase("card"), seat=seat, text=face)
    return Tray(f"hand:{seat}", Phrase("hand"), "hand", [card], seat)


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    return Result(
        observation.ranks(),
        scores,
        (ResultRow(Phrase("chips"), scores, *observation.game.score_bounds),),
    )


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return what happened in words."""
    if event.seat != CHANCE:
        return [Phrase(f"say-{ACTIONS[event.action]}", {"seat": seat_name(event.seat)})]
    card = "?" if event.action == HIDDEN else FACES[event.action + 1]
    return [Phrase("say-deal", {"card": card})]


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the cards and the line of bets in one line."""
    state: KuhnState = observation.state
    line = [ACTIONS[state.line[index]] for index in range(state.made)]
    return " ".join([*(f"[{FACES[card]}]" for card in state.cards), *line])
