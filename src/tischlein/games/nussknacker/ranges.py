"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "stage": Numbers(0, 9),
    "top": Numbers(0, 8),
    "goal": Numbers(0, 99),
    "limit": Numbers(0, 64),
    "deal_number": Numbers(0, 999999),
    "starter": Numbers(-1, 3),
    "turn": Numbers(-1, 3),
    "receiver": Numbers(-1, 3),
    "hidden": Numbers(0, 8),
    "opened": Numbers(0, 8),
    "guesser": Numbers(-1, 3),
    "guessed": Numbers(0, 8),
    "question_count": Numbers(0, 64),
    "chips": Numbers(0, 999),
    "hands": Bits(24),
    "dealt": Bits(24),
    "sizes": Numbers(0, 16),
    "questions": Numbers(-1, 15),
}
