"""What players see of Nussknacker: the hollow tree, hands, the number pad, the questions."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker import pieces
from tischlein.games.nussknacker.aids import NO_AIDS, Strip, aids, layers
from tischlein.games.nussknacker.choices import offer, prompts
from tischlein.games.nussknacker.questions import last_question
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.scenery import HEIGHT, WIDTH, scenery_of, viewer_of
from tischlein.games.nussknacker.state import NOBODY, NussknackerState, Stage
from tischlein.presentation.scenes import Panel, Result, ResultRow, Scene


def scene(observation: Observation) -> Scene:
    """Return what a seat or a spectator sees of a position."""
    return _scene(observation, aided=True)


def bare(observation: Observation) -> Scene:
    """Return the same without aids."""
    return _scene(observation, aided=False)


def _scene(observation: Observation, *, aided: bool) -> Scene:
    state: NussknackerState = observation.state
    scenery = scenery_of(state.seats, state.top, viewer_of(observation))
    strip = Strip(observation)
    known = aids(observation, scenery) if aided else NO_AIDS
    possible = offer(observation)
    awaited = expected(state)
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        prompt=_prompt(observation, awaited, may_deny=possible.may_deny),
        places=scenery.places,
        letterings=[
            *scenery.letterings,
            *pieces.opened_word(state),
            *strip.letterings,
            *known.letterings,
        ],
        lines=[*scenery.lines, *pieces.arrow(observation)],
        pictures=[
            *scenery.pictures,
            *pieces.chips(observation),
            *strip.pictures,
            *known.pictures,
        ],
        descriptions=[*known.descriptions],
        pieces=pieces.pieces(observation),
        trays=pieces.trays(observation),
        buttons=possible.buttons,
        choices=possible.choices,
        any_order=True,
        prompts=prompts(observation),
        moment=pieces.is_just_opened(state),
        layers=layers(observation),
        panels=_panels(tuple(state.chips[: state.seats]), tuple(state.sizes[: state.seats])),
        awaited=[] if awaited == NOBODY else [awaited],
        result=_result(observation) if state.stage == Stage.OVER else None,
    )


@lru_cache(maxsize=1024)
def _panels(chips: tuple[int, ...], sizes: tuple[int, ...]) -> list[Panel]:
    return [_panel(seat, *figures) for seat, figures in enumerate(zip(chips, sizes, strict=True))]


@lru_cache(maxsize=1024)
def _panel(seat: int, chips: int, cards: int) -> Panel:
    return Panel(seat, chips, (Phrase("fact-cards", {"count": cards}),))


def _prompt(observation: Observation, awaited: int, *, may_deny: bool) -> Phrase:
    state: NussknackerState = observation.state
    if state.stage == Stage.OVER:
        return Phrase("prompt-won", {"seat": seat_name(observation.ranks().index(0))})
    if state.stage == Stage.START:
        return Phrase("prompt-lot")
    if pieces.is_just_opened(state):
        return _opened_prompt(state.guesser, state.guessed, state.opened, state.goal)
    if state.stage in (Stage.HIDE, Stage.DEAL):
        return Phrase("prompt-deal")
    if observation.seat == SPECTATOR:
        return Phrase("prompt-watch", {"seat": seat_name(awaited)})
    if observation.seat != awaited:
        return _waiting_prompt(awaited)
    if state.stage == Stage.ASK:
        if state.question_count >= state.limit:
            return Phrase("prompt-guess")
        if state.seats == 2:
            return Phrase("prompt-ask-other", {"seat": seat_name(1 - observation.seat)})
        return Phrase("prompt-ask")
    question = last_question(state)
    if state.stage == Stage.RETURN:
        return Phrase(
            "prompt-return",
            {
                "seat": seat_name(question.asked),
                "value": question.value,
                "count": question.given,
            },
        )
    return Phrase(
        "prompt-no" if may_deny else "prompt-give",
        {"seat": seat_name(question.asker), "value": question.value},
    )


@lru_cache(maxsize=512)
def _opened_prompt(guesser: int, guessed: int, opened: int, goal: int) -> Phrase:
    named: dict[str, Value] = {"seat": seat_name(guesser), "value": guessed}
    if guessed == opened:
        return Phrase("prompt-right", named | {"goal": goal})
    return Phrase("prompt-wrong", named | {"opened": opened})


@cache
def _waiting_prompt(awaited: int) -> Phrase:
    return Phrase("prompt-wait", {"seat": seat_name(awaited)})


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    rows = (ResultRow(Phrase("result-chips"), scores),)
    return Result(ranks=observation.ranks(), scores=scores, rows=rows)
