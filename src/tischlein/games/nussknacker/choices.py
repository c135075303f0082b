"""What can be done in Nussknacker: by clicks on seats, keys and cards, and by buttons."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.nussknacker import actions
from tischlein.games.nussknacker.actions import GUESS, NO
from tischlein.games.nussknacker.hands import TOP, WAYS
from tischlein.games.nussknacker.questions import last_question
from tischlein.games.nussknacker.state import NussknackerState
from tischlein.presentation.scenes import Button, Choice


def _alarm(state: NussknackerState) -> str:
    """Return the target of the button for guessing.

    It names the deal: a guess that still waits for its confirmation when somebody else has ended
    the deal must not become one in the next (NUS-20).
    """
    return f"guess:{state.deal_number}"


def choices(observation: Observation) -> list[Choice]:
    """Return what the viewer can do, with the targets for it; nothing for spectators."""
    alarm = _alarm(observation.state)
    return [_choice(action, alarm) for action in observation.legal(observation.seat)]


def _choice(action: int, alarm: str) -> Choice:
    if action < GUESS:
        other, value = actions.asked(action)
        label = Phrase("choice-ask", {"seat": seat_name(other), "value": value})
        return Choice(action, (f"seat:{other}", f"value:{value}"), label)
    if action < NO:
        value = actions.guessed(action)
        label = Phrase("choice-guess", {"value": value})
        return Choice(action, (alarm, f"value:{value}"), label, confirm=True)
    if action == NO:
        return Choice(action, ("no",))
    values = actions.given_values(action)
    label = Phrase("choice-give", {"cards": [*values]})
    return Choice(action, tuple(f"card:{value}" for value in values), label)


def buttons(observation: Observation, choices: list[Choice]) -> list[Button]:
    """Return the buttons for a no and for guessing, as far as these are possible."""
    shown = []
    if any(choice.action == NO for choice in choices):
        shown.append(Button("no", Phrase("button-no"), "main"))
    if choices:
        shown.append(Button(_alarm(observation.state), Phrase("button-guess"), "alarm"))
    return shown


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in any order, legal or not."""
    state: NussknackerState = observation.state
    picked = sorted(path)
    if picked == ["no"]:
        return NO
    cards = [_value_of(target, "card") for target in picked]
    if cards and all(cards):
        return _gift(state, tuple(sorted(cards)))
    if len(picked) != 2 or not (value := _value_of(picked[1], "value")):
        return None
    if picked[0] == _alarm(state):
        return actions.guessing(value)
    others = [f"seat:{seat}" for seat in range(observation.seats)]
    return actions.asking(others.index(picked[0]), value) if picked[0] in others else None


def _gift(state: NussknackerState, values: tuple[int, ...]) -> int:
    """Return the action of sliding cards of these values.

    Cards of a sum above 8 are no action. Another wrong gift stands for them, which is refused for
    the same reason (NUS-11, NUS-13).
    """
    if values in WAYS:
        return actions.giving_values(values)
    asked_for = last_question(state).value
    return actions.giving_values(next(way for way in WAYS if sum(way) != asked_for))


def _value_of(target: str, head: str) -> int:
    """Return the value that a target with this head names, 0 if it is no such target."""
    values = [f"{head}:{value}" for value in range(1, TOP + 1)]
    return values.index(target) + 1 if target in values else 0
