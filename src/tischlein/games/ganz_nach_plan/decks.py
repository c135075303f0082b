"""Decks: which plans a match has, the box's own or a list that the host has written."""

from __future__ import annotations

from collections import Counter

from tischlein.core.errors import OptionError
from tischlein.core.phrases import Phrase
from tischlein.games.ganz_nach_plan.state import ACROSS, CARDS, HAND, NAMES

BOX = "box"
"""Every plan once (GNP-1)."""
MOST_COPIES = 4
"""How often a plan may be in a deck: keeps what seats must remember within bounds."""
SAMPLE = (
    "swap-left:2,swap-right:2,swap-across,trade-left,trade-right,trade-across,"
    "give-left:2,give-right:2,give-across,draw-left,draw-right,draw-across,"
    "feed-across,pass-left,share,fetch"
)
"""A deck that a table of three can use as well as one of four."""


def normalize(text: str, seats: int) -> str:
    """Return a deck in canonical notation: the box's name, or plans with their numbers.

    A deck is written ``swap-left:2,share,fetch:3``. Plans that name the player across are left out
    with three seats (GNP-1); what remains must be five cards for each seat (GNP-2).

    Raises
    ------
    OptionError
        For a plan that does not exist, an invalid number, and a wrong number of cards.
    """
    if text.strip().lower() == BOX:
        return BOX
    copies = Counter(
        {plan: count for plan, count in _parsed(text).items() if seats > 3 or not _across(plan)}
    )
    for plan, count in copies.items():
        if count > MOST_COPIES:
            raise OptionError(
                f"a deck has a plan at most {MOST_COPIES} times, not {count} times {NAMES[plan]}",
                phrase=Phrase(
                    "deck-too-often",
                    {"card": Phrase(f"card-{NAMES[plan]}"), "count": count, "most": MOST_COPIES},
                ),
            )
    needed = HAND * seats
    if copies.total() != needed:
        raise OptionError(
            f"a table of {seats} needs a deck of {needed} cards, not {copies.total()}",
            rule="GNP-2",
            phrase=Phrase(
                "deck-wrong-size", {"seats": seats, "needed": needed, "count": copies.total()}
            ),
        )
    if copies == Counter(plans_of(BOX, seats)):
        return BOX
    return ",".join(
        NAMES[plan] if count == 1 else f"{NAMES[plan]}:{count}"
        for plan, count in sorted(copies.items())
    )


def plans_of(deck: str, seats: int) -> list[int]:
    """Return the plan of every card of a canonical deck, in table order."""
    copies = dict.fromkeys(range(CARDS), 1) if deck == BOX else _parsed(deck)
    return [
        plan
        for plan, count in sorted(copies.items())
        if seats > 3 or not _across(plan)
        for _ in range(count)
    ]


def _across(plan: int) -> bool:
    return bool(ACROSS >> plan & 1)


def _parsed(text: str) -> Counter[int]:
    copies: Counter[int] = Counter()
    for part in text.lower().split(","):
        name, colon, number = (word.strip() for word in part.partition(":"))
        if name not in NAMES:
            raise OptionError(
                f"there is no plan {name!r}; the plans are {', '.join(NAMES)}",
                phrase=Phrase("deck-unknown-plan", {"plan": name or "…", "plans": [*NAMES]}),
            )
        if colon and not (number.isdecimal() and len(number) <= 2 and int(number) > 0):
            raise OptionError(
                f"after {name}: comes how often it is in the deck, not {number!r}",
                phrase=Phrase("deck-no-number", {"plan": name, "number": number or "…"}),
            )
        copies[NAMES.index(name)] += int(number) if colon else 1
    return copies
