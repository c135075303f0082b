"""The bots of Misd: how fast and how reliably they see, by level, so that people can win.

Computing the answer is trivial. A bot is therefore a model of perception: a reaction time,
occasional mistakes of the kind that people make, a memory for faces, and giving up.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from functools import partial

from tischlein.core.bits import members
from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.core.race import Reaction
from tischlein.games.misd.actions import (
    CLAIM_MISSING,
    PASS,
    TURN,
    claimed_symbol,
    claiming,
    claiming_card,
)
from tischlein.games.misd.cards import COLOURS, KINDS, card_of, shows, symbols
from tischlein.games.misd.state import MisdState, Phase

LEAST = 900
"""Milliseconds that no bot undercuts."""
HANDS = 600
"""Milliseconds that the hands need, however fast the eyes are."""
PATIENCE = 20_000
"""Milliseconds after which a bot gives up, unless the table's time is up before."""
SPREAD = 0.45
"""Shape of the lognormal times."""
RECALL, BEST_RECALL = 0.8, 0.4
"""What each earlier sight of a face does to the time, and the least that it can do."""
SURPRISE = 1.3
"""How much longer a missing combination takes than one found on the last card."""
KNOWN_BEFORE = 800
"""Median milliseconds of a question that was known before it was asked."""
HALF_RIGHT = 0.8
"""Of mistakes in variant A: how many get the colour or the shape right."""
FINISH = 3
"""How many chips or questions before the end leading and trailing begin to count."""
EAGER, STEADY, SLOWEST = 4.0, 1, 5.0
"""How strongly the matched bot adapts, after how many questions, and how much at most."""

_ALIKE = {
    "white": "grey",
    "black": "brown",
    "yellow": "orange",
    "green": "blue",
    "blue": "violet",
    "violet": "blue",
    "red": "brown",
    "orange": "yellow",
    "brown": "red",
    "grey": "white",
}
ALIKE = tuple(COLOURS.index(_ALIKE[name]) for name in COLOURS)
"""The colour that each colour is taken for."""


@dataclass(frozen=True)
class SkillProfile:
    """How somebody sees. Times are medians in milliseconds."""

    one_card: int
    """Until seeing what one card lacks."""
    each_card: int
    """Of looking over a card of the layout."""
    error: float
    """The share of claims that are wrong."""
    remembers: bool = False
    """Whether faces seen before are seen faster."""
    calculates: bool = False
    """Whether it weighs what a mistake costs, and knows the last pair of a cycle beforehand."""
    adapts: bool = False
    """Whether it slows down while it wins, and hurries while others do."""


@dataclass(frozen=True)
class Behaviour:
    """How a seer plays now: the factor ``pace`` of its times, and its share of errors."""

    pace: float
    error: float


def answer_question(
    profile: SkillProfile, observation: Observation, rng: Rng, stop: Stop
) -> int | Reaction:
    """Return ``turn``, or what the seat says to the open question, and when.

    Random numbers depend on the generator's state and the question: asked again while the same
    question is open, a bot says the same after the same time, unless somebody has meanwhile given a
    wrong answer.
    """
    del stop
    state: MisdState = observation.state
    if state.phase != Phase.OPEN:
        return TURN
    seat = observation.seat
    question = (int(rng[0]), seat, state.asked, state.answer, state.face)
    dice = random.Random(repr(question))
    behaviour = behaviour_of(profile, state, seat)
    refuted = set(state.said[: state.spoken]) - {PASS}
    time = float(HANDS)
    for _ in range(1 + len(refuted)):
        time += behaviour.pace * thinking_time(profile, state, dice)
        answer = mistake(state, dice) if dice.random() < behaviour.error else state.answer
        if answer not in refuted:
            break
    patience = min(PATIENCE, state.patience or PATIENCE)
    if time > patience or answer in refuted:
        return Reaction(PASS, patience)
    return Reaction(answer, max(LEAST, round(time)))


def thinking_time(profile: SkillProfile, state: MisdState, rng: random.Random) -> float:
    """Return how long seeing takes, in milliseconds."""
    if not state.finding:
        time = rng.lognormvariate(0, SPREAD) * profile.one_card
        if not profile.remembers:
            return time
        before = state.seen[state.face] - 1
        recall: float = max(BEST_RECALL, RECALL**before)
        return time * recall
    # The share of the cards that the eyes go over.
    share = SURPRISE if state.answer == CLAIM_MISSING else rng.uniform(0.2, 1.0)
    median = 1000 + profile.each_card * state.spread * share
    if profile.calculates and state.asked % KINDS == 0:
        median = KNOWN_BEFORE
    return rng.lognormvariate(0, SPREAD) * median


def mistake(state: MisdState, rng: random.Random) -> int:
    """Return a wrong claim such as people make."""
    if state.finding:
        return _wrong_card(state, rng)
    colour, shape = claimed_symbol(state.answer)
    _, other_shape = rng.choice(symbols(state.face))
    if rng.random() >= HALF_RIGHT:
        return claiming(ALIKE[colour], other_shape)
    if rng.random() < 0.5:
        return claiming(ALIKE[colour], shape)
    return claiming(colour, other_shape)


def _wrong_card(state: MisdState, rng: random.Random) -> int:
    """Return the card with the right shape in a colour like the right one, or any other claim."""
    for face in state.layout[: state.laid]:
        claim = claiming_card(card_of(face))
        if shows(face, ALIKE[state.wanted_colour], state.wanted_shape) and claim != state.answer:
            return claim
    if state.answer != CLAIM_MISSING:
        return CLAIM_MISSING
    return claiming_card(rng.choice(members(state.lain)))


def behaviour_of(profile: SkillProfile, state: MisdState, seat: int) -> Behaviour:
    """Return how a seer plays in this position."""
    if profile.adapts:
        return Behaviour(matched_pace(state, seat), profile.error)
    return (
        calculated_behaviour(profile, state, seat)
        if profile.calculates
        else Behaviour(1.0, profile.error)
    )


def matched_pace(state: MisdState, seat: int) -> float:
    """Return the pace that leaves half of the questions to one person among such bots.

    Who has won more than the share meant for it takes more time, and less who has won less; the
    first questions move little.
    """
    meant = 0.5 / (state.seats - 1)
    won, all_won = state.right[seat], sum(state.right)
    share = (won + STEADY * meant) / (all_won + STEADY)
    return min(SLOWEST, max(1 / SLOWEST, math.exp(EAGER * (share - meant) / meant)))


def calculated_behaviour(profile: SkillProfile, state: MisdState, seat: int) -> Behaviour:
    """Return how to weigh haste against errors (MIS-17): a seat that pays nothing may hurry.

    A right claim is worth a chip; a wrong one costs two, but nothing to a seat with fewer. Near the
    end a leader wants to be sure, and a trailing seat has little to lose.
    """
    chips = list(state.chips[: state.seats])
    own = chips.pop(seat)
    to_go = state.stock
    if state.limit:
        to_go = min(to_go, 1 + state.limit - state.asked)
    if own < 2:
        return HURRIED
    if to_go <= FINISH:
        if own > max(chips) + 1:
            return CAREFUL
        if own + to_go <= max(chips) + 1:
            return HURRIED
    return Behaviour(1.0, profile.error)


HURRIED = Behaviour(0.75, 0.06)
CAREFUL = Behaviour(1.15, 0.005)

WEAK = SkillProfile(one_card=6000, each_card=1000, error=0.15)
MEDIUM = SkillProfile(one_card=4000, each_card=700, error=0.06, remembers=True)
STRONG = SkillProfile(one_card=2200, each_card=400, error=0.015, remembers=True, calculates=True)
MATCHED = replace(MEDIUM, adapts=True)

LEVELS = (
    Level("weak", Custom(partial(answer_question, WEAK))),
    Level("medium", Custom(partial(answer_question, MEDIUM))),
    Level("strong", Custom(partial(answer_question, STRONG))),
    Level("matched", Custom(partial(answer_question, MATCHED))),
)
