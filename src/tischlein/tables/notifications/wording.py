"""The texts of notifications: what everybody at the table knows, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.phrases import Phrase, Value
from tischlein.presentation.texts import translate
from tischlein.tables.notifications.facts import Kind

_MINUTE = 60_000
_HOUR = 60


class News(NamedTuple):
    """A message about one match."""

    kind: Kind
    match: str
    game: str
    name: str
    """The player concerned."""
    others: tuple[str, ...]
    """The other players."""
    whole: bool = False
    """Whether the receiver follows the whole table."""
    left: int | None = None
    """How many milliseconds are left to act, if there is a deadline."""


def title(language: str, news: Sequence[News]) -> str:
    """Return one line for all of it."""
    if len(news) == 1:
        return heading(language, news[0])
    turns = all(one.kind in (Kind.TURN, Kind.DEADLINE) and not one.whole for one in news)
    return _say(language, "tell-many-turns" if turns else "tell-many", count=len(news))


def body(language: str, news: Sequence[News]) -> str:
    """Return the text below that line."""
    if len(news) == 1:
        return detail(language, news[0])
    return "\n".join(heading(language, one) for one in news)


def heading(language: str, news: News) -> str:
    """Return what has happened, in one line."""
    key = f"tell-{news.kind}" + ("-whole" if news.whole else "")
    return _say(language, key, game=_game(language, news.game), name=news.name)


def detail(language: str, news: News) -> str:
    """Return who plays and how much time is left."""
    lines = []
    if news.kind is Kind.INVITED:
        lines.append(_say(language, "tell-invited-by", others=list(news.others)))
    elif news.others:
        lines.append(_say(language, "tell-with", others=list(news.others)))
    if news.left is not None and news.kind in (Kind.TURN, Kind.DEADLINE):
        lines.append(_say(language, "tell-left", time=_time(news.left)))
    return " ".join(lines)


def say(language: str, key: str, **values: Value) -> str:
    """Return another of the messages ``tell-KEY``."""
    return _say(language, f"tell-{key}", **values)


def _say(language: str, key: str, **values: Value) -> str:
    return translate(language, Phrase(key, values))


def _time(milliseconds: int) -> Phrase:
    minutes = max(1, milliseconds // _MINUTE)
    if minutes < 2 * _HOUR:
        return Phrase("tell-minutes", {"count": minutes})
    if minutes < 48 * _HOUR:
        return Phrase("tell-hours", {"count": minutes // _HOUR})
    return Phrase("tell-days", {"count": minutes // (24 * _HOUR)})


def _game(language: str, key: str) -> str:
    try:
        return translate(language, Phrase("game"), registry.load(key))
    except GameError:  # it has been removed from the shelf
        return key
