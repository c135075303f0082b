"""The secrets in the private links of seats, each of which includes its match and its date."""

from __future__ import annotations

import re
import secrets

LINK_DAYS = 180
"""For how many days the private link of a seat is valid; its devices can make a new one."""

_DAY = 86_400_000
_DAYS = re.compile(r"[0-9]{1,9}")


def new_seat_secret(match_id: str, now: int) -> str:
    """Return the secret of a seat's private link; it includes its match and its date.

    Storage keeps a hash of all of it, so that nobody can forge a later date.

    Parameters
    ----------
    now
        Milliseconds since 1970.
    """
    return f"{match_id}.{now // _DAY}.{secrets.token_urlsafe(24)}"


def has_expired(seat_secret: str, now: int) -> bool:
    """Whether a seat's secret is too old to be valid."""
    day = seat_secret.split(".")[1:2]
    made = int(day[0]) if day and _DAYS.fullmatch(day[0]) else 0
    return now // _DAY - made > LINK_DAYS


def match_of(seat_secret: str) -> str:
    """Return the match that a seat's secret is for."""
    return seat_secret.partition(".")[0]
