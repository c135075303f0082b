"""What can be done in Nussknacker: by clicks on seats, keys and cards, and by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker import actions
from tischlein.games.nussknacker.actions import GUESS, NO
from tischlein.games.nussknacker.hands import TOP, WAYS
from tischlein.games.nussknacker.questions import last_question
from tischlein.games.nussknacker.state import NussknackerState, Stage
from tischlein.presentation.scenes import Button, Choice


def _alarm(state: NussknackerState) -> str:
    """Return the target of the button for guessing.

    It names the deal: a guess that still awaits confirmation when somebody else ends the deal must
    not become a guess in the next one (NUS-20).
    """
    return f"guess:{state.deal_number}"


class Offer(NamedTuple):
    """What a viewer can do."""

    choices: list[Choice]
    buttons: list[Button]
    """For a no and for guessing."""
    may_deny: bool
    """Whether a no is possible, and therefore nothing else but a guess."""


_NO_OFFER = Offer([], [], may_deny=False)


def offer(observation: Observation) -> Offer:
    """Return what the viewer can do; nothing for spectators."""
    legal = observation.legal(observation.seat)
    if not legal:
        return _NO_OFFER
    return _offer(tuple(legal), _alarm(observation.state), observation.seats)


@lru_cache(maxsize=4096)
def _offer(legal: tuple[int, ...], alarm: str, seats: int) -> Offer:
    """Return the same for actions, a button for guessing, and a number of seats.

    A guess begins with its button and not with a number: a number alone is asked for (NUS-10).
    """
    # Only guesses differ between deals; all other choices, and their descriptions, are cached.
    choices = [
        _guess(action, alarm) if GUESS <= action < NO else _choice(action, seats)
        for action in legal
    ]
    buttons = [Button("no", Phrase("button-no"), "main")] if NO in legal else []
    buttons.append(Button(alarm, Phrase("button-guess"), "alarm"))
    return Offer(choices, buttons, may_deny=NO in legal)


@lru_cache(maxsize=4096)
def _guess(action: int, alarm: str) -> Choice:
    value = actions.guessed(action)
    label = Phrase("choice-guess", {"value": value})
    button_label = Phrase("button-guess-value", {"value": value})
    path = (alarm, f"value:{value}")
    return Choice(action, path, label, confirm=True, button_label=button_label, ordered=True)


@lru_cache(maxsize=4096)
def _choice(action: int, seats: int) -> Choice:
    """Return a choice that is no guess."""
    if action < GUESS:
        other, value = actions.asked(action)
        label = Phrase("choice-ask", {"seat": seat_name(other), "value": value})
        if seats == 2:
            return Choice(
                action, (f"value:{value}",), label, confirm=True, button_label=Phrase("button-ask")
            )
        return Choice(
            action, (f"seat:{other}", f"value:{value}"), label, button_label=Phrase("button-ask")
        )
    if action == NO:
        return Choice(action, ("no",))
    values = actions.given_values(action)
    label = Phrase("choice-give", {"cards": [*values]})
    cards = tuple(f"card:{value}" for value in values)
    return Choice(action, cards, label, button_label=Phrase("button-give"))


def prompts(observation: Observation) -> dict[str, Phrase]:
    """Return what is asked once a seat, a number or the button for guessing is picked."""
    state: NussknackerState = observation.state
    if observation.seat == SPECTATOR or state.stage not in (Stage.ASK, Stage.ANSWER, Stage.RETURN):
        return {}
    if state.stage != Stage.ASK or state.turn != observation.seat:
        return _prompts(_alarm(state), (), 0)
    return _prompts(_alarm(state), _others(observation.seats, observation.seat), state.top)


@cache
def _others(seats: int, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)


@lru_cache(maxsize=512)
def _prompts(alarm: str, others: tuple[int, ...], top: int) -> dict[str, Phrase]:
    """Return the same for a target of the button, seats and the highest number to be picked."""
    found = {alarm: Phrase("prompt-name")}
    for other in others:
        found[f"seat:{other}"] = Phrase("prompt-number", {"seat": seat_name(other)})
    for value in range(1, top + 1):
        found[f"value:{value}"] = Phrase("prompt-whom", {"value": value})
    return found


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in any order, legal or not."""
    state: NussknackerState = observation.state
    picked = sorted(path)
    if picked == ["no"]:
        return NO
    cards = [_value_of(target, "card") for target in picked]
    if cards and all(cards):
        return _gift(state, tuple(sorted(cards)))
    if picked and all(_value_of(target, "value") for target in picked):
        return _question(observation, _value_of(path[-1], "value"))
    if len(picked) != 2 or not (value := _value_of(picked[1], "value")):
        return None
    if picked[0] == _alarm(state):
        return actions.guessing(value)
    others = [f"seat:{seat}" for seat in range(observation.seats)]
    return actions.asking(others.index(picked[0]), value) if picked[0] in others else None


def _question(observation: Observation, value: int) -> int | None:
    """Return the question that a number alone means.

    With one opponent, that one is asked. With more, it means none yet, unless nobody can be asked
    for it: then it means the question to the left neighbour, which is refused for the same reason.
    """
    other = (observation.seat + 1) % observation.seats
    question = actions.asking(other, value)
    several = observation.seats > 2
    return None if several and question in observation.legal(observation.seat) else question


def _gift(state: NussknackerState, values: tuple[int, ...]) -> int:
    """Return the action of sliding cards of these values.

    Cards with a sum above 8 are no action. Another wrong gift represents them, which is refused for
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
