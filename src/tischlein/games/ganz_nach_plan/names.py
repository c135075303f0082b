"""Names of cards: of their plans, with a number where a deck has a plan several times."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Phrase, Refusal
from tischlein.games.ganz_nach_plan.state import CARDS, NAMES, NO_CARD, GanzNachPlanState, Phase


def copy_of(state: GanzNachPlanState, card: int) -> int:
    """Return which copy of its plan a card is: 1 for the first, or the only one."""
    return tuple(state.plans[: card + 1]).count(state.plans[card])


def name_of(state: GanzNachPlanState, card: int) -> str:
    """Return a card's name in notation: ``give-left``, and ``give-left-2`` for the second one."""
    copy = copy_of(state, card)
    name = NAMES[state.plans[card]]
    return name if copy == 1 else f"{name}-{copy}"


def drawn_as(state: GanzNachPlanState, card: int) -> tuple[str, int]:
    """Return the drawing of a card's plan, and which copy of the plan it is."""
    return drawings_of(tuple(state.plans))[card]


@lru_cache(maxsize=64)
def drawings_of(plans: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the same for all cards of a deck, by the plans on them."""
    return [
        ("" if plan == NO_CARD else f"card-{NAMES[plan]}", plans[: card + 1].count(plan))
        for card, plan in enumerate(plans)
    ]


def card_phrase(state: GanzNachPlanState, card: int) -> Phrase:
    """Return the name of a card as a message."""
    return phrase_of(*drawn_as(state, card))


@cache
def phrase_of(drawing: str, copy: int) -> Phrase:
    """Return the name of a plan's card, with its number if it is not the first."""
    name = Phrase(drawing)
    return name if copy == 1 else Phrase("copy", {"card": name, "number": copy})


def card_named(state: GanzNachPlanState, word: str) -> int:
    """Return the card that a word names.

    Raises
    ------
    NotationError
        If there is no such plan.
    RefusedError
        If the deck of the match does not have it, or not so often (GNP-1); after the end (GNP-22).
    """
    plan, copy = _plan_and_copy(word)
    number = NAMES.index(plan)
    cards = [card for card in range(CARDS) if state.plans[card] == number]
    if copy <= len(cards):
        return cards[copy - 1]
    if state.phase == Phase.OVER:
        raise RefusedError(Refusal("GNP-22", message="refused-over"))
    raise RefusedError(Refusal("GNP-1", {"card": phrase_of(f"card-{plan}", copy)}))


def _plan_and_copy(word: str) -> tuple[str, int]:
    """Return the plan's name, and the number behind it (NotationError)."""
    plan, copy = word, "1"
    if word not in NAMES:
        plan, _, copy = word.rpartition("-")
    if plan not in NAMES or not re.fullmatch(r"[1-9]\d?", copy):
        raise NotationError(f"there is no card {word!r}; the cards are {', '.join(NAMES)}")
    return plan, int(copy)
