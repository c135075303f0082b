"""The words of the notation that are played, and what they are worth."""

import math
from collections import Counter

import pytest

from tischlein.lab import vocabulary

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_what_a_word_is_worth_is_told_from_enough_matches_only() -> None:
    """Whoever bids high wins; of a word that two have used, nothing is said."""
    plays_of = [
        (seed, (0, 1), [Counter({"high": 1}), Counter({"low": 2, "odd": int(seed < 2)})])
        for seed in range(30)
    ]
    rows = {row.word: row for row in vocabulary.words(plays_of)}
    assert (rows["high"].matches.value, rows["low"].times) == (0.5, 2)
    assert rows["high"].worth.value == 1
    assert math.isnan(rows["odd"].worth.value)


def test_what_a_word_is_worth_counts_a_first_place_of_partners_as_one() -> None:
    """A and C win together whenever they bid high, so the word is worth all of the first place."""
    plays_of = [
        (seed, (0, 2, 0, 2), [Counter({word: 1}) for word in ("high", "low", "high", "low")])
        for seed in range(30)
    ]
    (worth,) = (
        row.worth for row in vocabulary.words(plays_of, sides=(0, 1, 0, 1)) if row.word == "high"
    )
    assert worth.value == 1
