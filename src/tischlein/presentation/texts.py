"""Texts: phrases in a person's language, from the ``texts.*.ftl`` files of games and the core.

A message is looked up in the game's files and then in the core's, each in the requested language,
then in English, then in any other language: a game's own message may mean something else than the
shared one under the same key. A missing message becomes a readable placeholder, never an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from tischlein.core.game import Game
from tischlein.core.phrases import SEAT_NAME, Phrase, Value
from tischlein.core.seats import letter
from tischlein.presentation.capability import source_of
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.presentation.typography import typeset, with_names

LANGUAGES = ("en", "de", "fr")
FALLBACK = "en"
_LIST_LOCALES = {"en": "en_GB"}
"""Where it differs from the language: these texts have no comma before the last “and”."""

Names = Sequence[str] | Mapping[int, str]
"""Players' names by seat; a seat without a name is called by its letter."""


def translate(language: str, phrase: Phrase, game: Game | None = None, names: Names = ()) -> str:
    """Return a phrase in a language (``en``, ``de``, ``fr``; anything else gives English).

    A message that falls back to another language is entirely in that language.
    """
    seat = phrase.values.get("seat") if phrase.key == SEAT_NAME else None
    if isinstance(seat, int):
        return name_of_seat(language, seat, names)
    for source, locale in _sources(language, game):
        bundle = _bundle(source, locale)
        if bundle.has_message(phrase.key):
            pattern = bundle.get_message(phrase.key).value
            if pattern is not None:
                values = _values(locale, phrase, game, names)
                return with_names(str(bundle.format_pattern(pattern, values)[0]))
    return _placeholder(phrase.key, _values(language, phrase, game, names))


def has(language: str, key: str, game: Game | None = None) -> bool:
    """Return whether a message exists in a language itself, without a fallback."""
    return _found(language, key, game)[1] == language


def languages(game: Game) -> tuple[str, ...]:
    """Return the languages of a game, English first; the others fall back to it."""
    texts = source_of(game).texts
    return tuple(one for one in LANGUAGES if one == FALLBACK or texts(one))


def keys(language: str, game: Game) -> set[str]:
    """Return the messages of a game's own file in a language; terms begin with a hyphen."""
    return set(_messages(source_of(game), language))


def faults(language: str, game: Game) -> list[tuple[int, str]]:
    """Return the messages of a game's own file that cannot be parsed: the first line, and why."""
    text = typeset(source_of(game).texts(language), language)
    return [
        (text.count("\n", 0, entry.span.start) + 1, note.message or "")
        for entry in _resource(source_of(game), language).body
        if isinstance(entry, ast.Junk) and entry.span is not None
        for note in entry.annotations
    ]


def variables(language: str, key: str, game: Game | None = None) -> frozenset[str]:
    """Return the names of the values that a message uses, directly or through other messages.

    Raises
    ------
    KeyError
        If the language has no such message.
    """
    source, locale = _found(language, key, game)
    if locale != language:
        raise KeyError(f"no message {key!r} in {language}")
    return _variables(_messages(source, locale), key)


def supported(wanted: str) -> str:
    """Return the language of a tag such as ``de_AT.UTF-8`` or ``fr-CH``, English if unsupported."""
    language = wanted.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else FALLBACK


@cache
def fallbacks_of(language: str) -> tuple[str, ...]:
    """Return the languages in which to look for a message, in order."""
    return tuple(dict.fromkeys((supported(language), FALLBACK, *LANGUAGES)))


def _sources(language: str, game: Game | None) -> Iterator[tuple[Source, str]]:
    """Yield where to look for a message, in order: source and language."""
    sources = [PRODUCT] if game is None else [source_of(game), PRODUCT]
    return ((source, locale) for source in sources for locale in fallbacks_of(language))


def _found(language: str, key: str, game: Game | None) -> tuple[Source, str]:
    """Return the source and language of a message; if there is none, no language."""
    for source, locale in _sources(language, game):
        if key in _messages(source, locale):
            return source, locale
    return PRODUCT, ""


def _values(language: str, phrase: Phrase, game: Game | None, names: Names) -> dict[str, int | str]:
    return {name: _value(language, value, game, names) for name, value in phrase.values.items()}


def _value(language: str, value: Value, game: Game | None, names: Names) -> int | str:
    match value:
        case Phrase():
            return translate(language, value, game, names)
        case list():
            items = [str(_value(language, item, game, names)) for item in value]
            spoken = supported(language)
            return format_list(items, locale=_LIST_LOCALES.get(spoken, spoken)) if items else ""
        case _:
            return value


def name_of_seat(language: str, seat: int, names: Names = ()) -> str:
    """Return the name of the player on a seat, or the seat's own name without one."""
    name = (
        names.get(seat, "")
        if isinstance(names, Mapping)
        else names[seat]
        if seat < len(names)
        else ""
    )
    return name or translate(language, Phrase(SEAT_NAME, {"letter": letter(seat)}))


def _placeholder(key: str, values: Mapping[str, int | str]) -> str:
    shown = ", ".join(f"{name}: {value}" for name, value in values.items())
    return f"[{key}]" if not shown else f"[{key}: {shown}]"


@cache
def _resource(source: Source, locale: str) -> Any:
    return FluentResource(typeset(source.texts(locale), locale))


@cache
def _bundle(source: Source, locale: str) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(_resource(source, locale))
    return bundle


@cache
def _messages(source: Source, locale: str) -> Mapping[str, ast.Message | ast.Term]:
    """Return the messages of a file by key; the keys of terms begin with a hyphen."""
    messages: dict[str, ast.Message | ast.Term] = {}
    for entry in _resource(source, locale).body:
        if isinstance(entry, ast.Message):
            messages[entry.id.name] = entry
        elif isinstance(entry, ast.Term):
            messages[f"-{entry.id.name}"] = entry
    return messages


class _References(Visitor):
    """Collects what a message refers to: variables, other messages and terms."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        """Record a variable; the visitor finds this method by its name."""
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        """Record another message."""
        self.messages.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802
        """Visit a term; its own variables are given where it is referred to."""
        self.generic_visit(node)


def _variables(messages: Mapping[str, ast.Message | ast.Term], key: str) -> frozenset[str]:
    references = _References()
    references.visit(messages[key])
    for other in references.messages & messages.keys():
        references.variables |= _variables(messages, other)
    return frozenset(references.variables)
