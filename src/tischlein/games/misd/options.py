"""The options of Misd, and the limit of questions as a text that may also say "none"."""

from __future__ import annotations

from tischlein.core.errors import OptionError
from tischlein.core.options import Choices, Number, Option, Written
from tischlein.core.phrases import Phrase, Value
from tischlein.games.misd.cards import CARDS
from tischlein.games.misd.state import (
    LEAST_LAYOUT,
    LONGEST_LIMIT,
    MOST_CHIPS,
    MOST_PATIENCE,
    MOST_RELAY,
)

RULE = "MIS-1"
"""What refuses values that are not offered."""
PATTERNS, LETTERS = "patterns", "letters"
MARKS = (PATTERNS, LETTERS, "none")
"""How symbols of different colours also differ, for all seats."""


def read_limit(text: str, seats: int) -> str:
    """Return the canonical text of a number of questions, 0 for no limit (MIS-23).

    Raises
    ------
    OptionError
        For anything else (MIS-1).
    """
    del seats
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(LONGEST_LIMIT))
    if not (digits and int(text) <= LONGEST_LIMIT):
        values: dict[str, Value] = {
            "option": Phrase("option-limit"),
            "low": 0,
            "high": LONGEST_LIMIT,
        }
        raise OptionError(
            f"limit is a number 0 to {LONGEST_LIMIT}, not {text!r}",
            RULE,
            Phrase("option-not-in-range", values),
        )
    return str(int(text))


OPTIONS: tuple[Option, ...] = (
    Choices("variant", ("a", "b"), "a", rule=RULE),
    Number("cards", LEAST_LAYOUT, CARDS, LEAST_LAYOUT, needs=("variant", "b"), rule=RULE),
    Number("chips", 1, MOST_CHIPS, 20, rule=RULE),
    Choices("wrong", ("ends", "out"), "ends", rule=RULE),
    Number("relay", 0, MOST_RELAY, 10, needs=("variant", "b"), rule=RULE),
    # This is no Number: its lower end, no limit, would be a match that random players never finish,
    # since they never empty the stock.
    Written("limit", "100", read_limit, samples=("30", "100")),
    Choices("marks", MARKS, PATTERNS, rule=RULE),
    Number("think", 0, MOST_PATIENCE, 60, rule=RULE),
)
