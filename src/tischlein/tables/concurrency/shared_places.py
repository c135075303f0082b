"""Places that parties share: however few take all they can get, others find room."""

from __future__ import annotations

MOST_VARIATIONS = 60
"""Maximal number of variations tried at the same time."""


def has_room(places: int, taken: int, of_party: int) -> bool:
    """Whether a party may take one more place: it may have as many as it leaves free.

    So one party gets half of the places, and n that want all of them leave one part in n + 1 to
    whoever comes next. These are the dynamic thresholds by which the queues of a switch share its
    memory (Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998).
    """
    return of_party < places - taken
