"""Phrases that can be said: a message in every language, with exactly the values it needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from tischlein.core.game import Game
from tischlein.core.phrases import SEAT_NAME, Phrase
from tischlein.presentation import texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.sources import Source

_faults: dict[tuple[Source, str, frozenset[str]], str | None] = {}


def fault_in(game: Game, phrase: Phrase) -> str | None:
    """Return what is wrong with a phrase or one inside it, None if it can be said."""
    for part in _parts(phrase):
        shape = (source_of(game), part.key, frozenset(part.values))
        if shape not in _faults:
            _faults[shape] = _fault(game, part)
        if _faults[shape] is not None:
            return _faults[shape]
    return None


def phrases_in(thing: object) -> Iterator[Phrase]:
    """Yield every phrase in a structure, outermost only."""
    if isinstance(thing, Phrase):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        for name in _fields(type(thing)):
            yield from phrases_in(getattr(thing, name))
    elif isinstance(thing, list | tuple):
        for item in thing:
            yield from phrases_in(item)


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields that may hold phrases, by their types."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if not _is_plain(hints[name]))


def _is_plain(hint: Any) -> bool:
    parts = [part for part in get_args(hint) if part is not ...]
    return all(map(_is_plain, parts)) if parts else hint in _PLAIN


_PLAIN = (str, int, float, bool, type(None))


def _parts(phrase: Phrase) -> Iterator[Phrase]:
    yield phrase
    for value in phrase.values.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Phrase):
                yield from _parts(item)


def _fault(game: Game, phrase: Phrase) -> str | None:
    given = set(phrase.values)
    used: set[str] = set()
    if phrase.key == SEAT_NAME and given == {"seat"}:
        return None  # the name of a player, which no text tells
    for language in texts.languages(game):
        if not texts.has(language, phrase.key, game):
            return f"there is no text {phrase.key!r} in texts.{language}.ftl"
        wanted = texts.variables(language, phrase.key, game)
        if wanted - given:
            lacking = ", ".join(sorted(wanted - given))
            return f"the text {phrase.key!r} in {language} needs values that are missing: {lacking}"
        used |= wanted
    if given - used:
        surplus = ", ".join(sorted(given - used))
        return f"the text {phrase.key!r} uses these values in no language: {surplus}"
    return None
