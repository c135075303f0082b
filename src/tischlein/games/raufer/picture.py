"""What players see of Raufer: the house with its stairs, the pile, the hands, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import TypeVar

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.raufer import aids, pieces, scenery
from tischlein.games.raufer.actions import (
    DIRECTION_WORDS,
    DIRECTIONS,
    DRAW,
    PASS,
    card_of,
    direction_of,
    laying,
)
from tischlein.games.raufer.refusals import command_of, command_values
from tischlein.games.raufer.rules import can_draw, layable
from tischlein.games.raufer.state import CARDS, RauferState, Stage
from tischlein.presentation.scenes import Button, Choice, Panel, Result, ResultRow, Scene

_Item = TypeVar("_Item")
_PASS_BUTTON = Button("pass", Phrase("button-pass"), "main")
_DRAW = Choice(DRAW, ("pile",), button_label=Phrase("button-draw"))
_PASS = Choice(PASS, (_PASS_BUTTON.id,))
_NEXT = {
    **{f"card:{number}": Phrase("prompt-direction") for number in range(1, CARDS + 1)},
    **dict.fromkeys(DIRECTIONS, Phrase("prompt-card")),
}
"""What is still to be chosen after one of the two."""


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees of the house and the hands."""
    return _scene(observation, aided=True)


def bare(observation: Observation) -> Scene:
    """Return the same without aids."""
    return _scene(observation, aided=False)


def _scene(observation: Observation, *, aided: bool) -> Scene:
    state: RauferState = observation.state
    acting = observation.acting
    own_turn = observation.seat in acting
    choices = _choices(observation) if own_turn else []
    brackets = aids.brackets(observation) if aided else aids.NO_BRACKETS
    hints = aids.hints(observation) if aided and own_turn else []
    return Scene(
        width=scenery.BOARD_WIDTH,
        height=scenery.BOARD_HEIGHT,
        prompt=_prompt(observation),
        places=scenery.PLACES,
        pictures=_with(scenery.pictures(state, aided=aided), brackets.signs),
        lines=brackets.lines,
        letterings=_with(scenery.NUMBERS, brackets.counts, hints),
        descriptions=[*aids.floor_descriptions(observation), *brackets.descriptions]
        if aided
        else [],
        pieces=pieces.pieces(state),
        trays=pieces.trays(observation, own_turn),
        buttons=[_PASS_BUTTON] if any(choice.action == PASS for choice in choices) else [],
        choices=choices,
        any_order=True,
        prompts=_NEXT if choices else {},
        layers=aids.LAYERS,
        panels=_panels(
            tuple(state.sizes[: state.seats]),
            state.down,
            state.passed,
            state.inside,
            state.commander,
            (state.last, state.direction),
        ),
        awaited=[seat for seat in acting if seat != CHANCE],
        result=_result(observation) if state.stage == Stage.OVER else None,
    )


def _with(items: list[_Item], *more: Sequence[_Item]) -> list[_Item]:
    """Return items and more; if there are none, the very list that others are shown, too."""
    return [*items, *chain(*more)] if any(more) else items


def _prompt(observation: Observation) -> Phrase:
    state: RauferState = observation.state
    match Stage(state.stage):
        case Stage.START:
            return Phrase("prompt-lot")
        case Stage.DEAL:
            return Phrase("prompt-deal")
        case Stage.TAKING:
            return Phrase("prompt-taking", {"seat": seat_name(state.taker)})
        case Stage.OVER:
            return Phrase("prompt-won", {"seat": seat_name(state.winner)})
        case Stage.OPENING:
            if state.turn == observation.seat:
                return Phrase("prompt-open")
            return Phrase("prompt-wait-open", {"seat": seat_name(state.turn)})
        case Stage.COMMAND:
            return _command_prompt(state, observation.seat)


def _command_prompt(state: RauferState, viewer: int) -> Phrase:
    """Return who has to obey, and what is left to do for a viewer who cannot."""
    if state.turn != viewer:
        return _waiting_prompt(state.last, state.direction, state.turn)
    command = command_values(state)
    if layable(state, viewer):
        return Phrase("prompt-obey", command | {"seat": seat_name(state.commander)})
    return Phrase("prompt-draw" if can_draw(state) else "prompt-pass", command)


@cache
def _waiting_prompt(last: int, direction: int, turn: int) -> Phrase:
    return Phrase("prompt-wait", command_of(last, direction) | {"seat": seat_name(turn)})


def _choices(observation: Observation) -> list[Choice]:
    return [_choice(action) for action in observation.legal(observation.seat)]


@cache
def _choice(action: int) -> Choice:
    if action >= DRAW:
        return _DRAW if action == DRAW else _PASS
    card, direction = card_of(action), DIRECTION_WORDS[direction_of(action)]
    label = Phrase("choice-lay", {"card": card + 1, "direction": direction})
    return Choice(action, (f"card:{card + 1}", direction), label)


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not: a card with a direction, ...

    The spot of the pile also means drawing, so that a player who taps it when it is empty learns
    why they cannot draw; so does an own card that does not fit mean laying it.
    """
    picked = list(path)
    if picked in (["pile"], ["stock"]):
        return DRAW
    if picked == ["pass"]:
        return PASS
    cards = [int(target.removeprefix("card:")) for target in picked if target.startswith("card:")]
    ways = [DIRECTIONS[target] for target in picked if target in DIRECTIONS]
    if len(picked) == len(cards) == 1:
        return _unfitting(observation, cards[0] - 1)
    if len(picked) != 2 or len(cards) != 1 or len(ways) != 1:
        return None
    return laying(cards[0] - 1, ways[0])


def _unfitting(observation: Observation, card: int) -> int | None:
    """Return the laying of an own card that may not be laid, whichever direction it would have."""
    seat = observation.seat
    if observation.acting != (seat,) or not observation.state.hands[seat] >> card & 1:
        return None
    laid = laying(card, DIRECTIONS["up"])
    return None if laid in observation.legal(seat) else laid


@lru_cache(maxsize=4096)
def _panels(
    sizes: tuple[int, ...],
    down: int,
    passed: int,
    inside: int,
    commander: int,
    command: tuple[int, int],
) -> list[Panel]:
    """Return what is shown at the seats, from fields of the state."""
    return [
        _panel(
            seat,
            size,
            bool(down >> seat & 1),
            bool(passed >> seat & 1),
            command if seat == commander else None,
            not inside >> seat & 1,
        )
        for seat, size in enumerate(sizes)
    ]


_LONGEST_FACTS = Phrase("fact-cards", {"count": 10}), Phrase("fact-drew")


@lru_cache(maxsize=4096)
def _panel(
    seat: int, cards: int, drew: bool, passed: bool, command: tuple[int, int] | None, out: bool
) -> Panel:
    """Return what is shown at a seat.

    Parameters
    ----------
    command
        The card to beat and the direction, if the command in force is this seat's.
    """
    facts = [Phrase("fact-cards", {"count": cards})]
    if drew:
        facts.append(Phrase("fact-drew"))
    if passed:
        facts.append(Phrase("fact-passed"))
    if command is not None:
        last, direction = command
        word = DIRECTION_WORDS[direction]
        facts.append(Phrase("fact-commands", {"last": last + 1, "direction": word}))
    return Panel(seat, facts=tuple(facts), out=out, room=_LONGEST_FACTS)


def _result(observation: Observation) -> Result:
    state: RauferState = observation.state
    laid_by = tuple(state.laid_by[: state.laid_count])
    laid = tuple(laid_by.count(seat) for seat in range(observation.seats))
    left = tuple(state.sizes[: observation.seats])
    return Result(
        ranks=observation.ranks(),
        scores=observation.scores(),
        rows=(
            ResultRow(Phrase("result-laid"), laid),
            ResultRow(Phrase("result-left"), left),
        ),
    )
