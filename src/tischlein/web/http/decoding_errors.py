"""Adds the valid choices, or fields, to decoding errors, which do not list them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import inspect

_NONE_OF_A_FEW = re.compile(r"Invalid (?:enum )?value '")
_UNKNOWN_FIELD = re.compile("Object contains unknown field `")
_WHOLE = "data"
"""What Litestar calls the place of an error in a body as a whole."""
_STEP = re.compile(r"[A-Za-z_]\w*|\[[^\]]*\]")
"""A field's name, or an index in a list."""


def completed(message: str, kind: Any, path: str) -> str:
    """Return an error's message, extended by what would be valid: one of a few texts, or fields.

    Parameters
    ----------
    kind
        The type of what was decoded.
    path
        Where the error is, such as ``chairs[0].kind``.
    """
    if _UNKNOWN_FIELD.match(message):
        known = fields(kind, "" if path == _WHOLE else path)
        return f"{message}; it may have {', '.join(known)}" if known else message
    found = choices(kind, path) if _NONE_OF_A_FEW.match(message) else ()
    return f"{message}; it is one of {', '.join(found)}" if found else message


@lru_cache(maxsize=256)
def choices(kind: Any, path: str) -> tuple[str, ...]:
    """Return the texts that are valid at a path of a type; none if all are, or no such path is.

    >>> from tischlein.web.messages.opening import NewMatch
    >>> choices(NewMatch, "chairs[0].kind")
    ('bot', 'me', 'open', 'player', 'program')
    """
    return tuple(dict.fromkeys(text for place in _places(kind, path) for text in _texts(place)))


@lru_cache(maxsize=256)
def fields(kind: Any, path: str) -> tuple[str, ...]:
    """Return the fields of the object at a path of a type; none if it may be one of several.

    >>> from tischlein.web.messages.opening import NewMatch
    >>> fields(NewMatch, "chairs[0]")
    ('kind', 'name', 'level', 'program', 'seat')
    """
    found = [place for place in _places(kind, path) if isinstance(place, inspect.StructType)]
    return tuple(field.encode_name for field in found[0].fields) if len(found) == 1 else ()


def _places(kind: Any, path: str) -> list[inspect.Type | str]:
    """Return what may be at a path of a type."""
    places: list[inspect.Type | str] = [inspect.type_info(kind)]
    for step in _STEP.findall(path):
        places = [there for place in _parts(places) for there in _steps(place, step)]
    return list(_parts(places))


def _parts(places: Iterable[inspect.Type | str]) -> Iterator[inspect.Type | str]:
    """Yield types without their metadata, and each part of a union separately."""
    for place in places:
        if isinstance(place, inspect.Metadata):
            yield from _parts([place.type])
        elif isinstance(place, inspect.UnionType):
            yield from _parts(place.types)
        else:
            yield place


def _steps(place: inspect.Type | str, step: str) -> Iterator[inspect.Type | str]:
    """Yield what a step leads to from a type: other types, or the one text of a tag."""
    if isinstance(place, inspect.StructType):
        if step == place.tag_field:
            yield str(place.tag)
        yield from (field.type for field in place.fields if field.encode_name == step)
    elif step.startswith("[") and isinstance(place, inspect.ListType | inspect.VarTupleType):
        yield place.item_type


def _texts(place: inspect.Type | str) -> Iterator[str]:
    if isinstance(place, str):
        yield place
    elif isinstance(place, inspect.LiteralType):
        yield from map(str, place.values)
    elif isinstance(place, inspect.EnumType):
        yield from (str(one.value) for one in place.cls)
