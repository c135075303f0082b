"""Phrases that can be translated: a message in every language, with exactly the values it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from tischlein.core.game import Game
from tischlein.core.phrases import SEAT_NAME, Phrase
from tischlein.presentation import texts
from tischlein.presentation.capability import source_of
from tischlein.presentation.sources import Source

_faults: dict[Source, dict[tuple[str, ...], str | None]] = {}
"""By source of texts: what is wrong with a key and the names of its values."""


def fault_in(game: Game, phrase: Phrase) -> str | None:
    """Return what is wrong with a phrase or one inside it, None if it is valid."""
    return next(faults_in(game, [phrase]), None)


def faults_in(game: Game, phrases: Iterable[Phrase]) -> Iterator[str]:
    """Yield what is wrong with phrases and with those inside them."""
    known = _faults.setdefault(source_of(game), {})
    for phrase in phrases:
        waiting = [phrase]
        for part in waiting:  # grows during iteration
            shape = (part.key, *part.values)
            if shape not in known:
                known[shape] = _fault(game, part)
            fault = known[shape]
            if fault is not None:
                yield fault
            for value in part.values.values():
                if isinstance(value, Phrase):
                    waiting.append(value)
                elif isinstance(value, list):
                    waiting += [item for item in value if isinstance(item, Phrase)]


def phrases_in(thing: object) -> list[Phrase]:
    """Return every phrase in a structure, outermost only."""
    found: list[Phrase] = []
    waiting = [thing]
    for one in waiting:  # grows during iteration
        if isinstance(one, Phrase):
            found.append(one)
        elif isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, msgspec.Struct):
            waiting += [getattr(one, name) for name in _fields(type(one))]
    return found


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields that may hold phrases, by their types."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if not _is_plain(hints[name]))


def _is_plain(hint: Any) -> bool:
    parts = [part for part in get_args(hint) if part is not ...]
    return all(map(_is_plain, parts)) if parts else hint in _PLAIN


_PLAIN = (str, int, float, bool, type(None))


def _fault(game: Game, phrase: Phrase) -> str | None:
    given = set(phrase.values)
    used: set[str] = set()
    if phrase.key == SEAT_NAME and given == {"seat"}:
        return None  # the name of a player, which is in no text
    for language in texts.languages(game):
        if not texts.has(language, phrase.key, game):
            return f"there is no text {phrase.key!r} in texts.{language}.ftl"
        wanted = texts.variables(language, phrase.key, game)
        if wanted - given:
            lacking, has = (", ".join(sorted(names)) for names in (wanted - given, given))
            return (
                f"the text {phrase.key!r} in {language} needs values that are missing: {lacking} "
                f"(given: {has or 'none'})"
            )
        used |= wanted
    if given - used:
        surplus = ", ".join(sorted(given - used))
        return f"the text {phrase.key!r} uses these values in no language: {surplus}"
    return None
