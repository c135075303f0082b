"""Queries: questions about a position that records ask, each with its value in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from tischlein.core.errors import NotationError
from tischlein.core.position import Position
from tischlein.core.readers import no_words, plain_digits, seat_or_chance
from tischlein.core.seats import CHANCE, letter

_NONE = "none"


def answer(position: Position, query: str) -> str:
    """Return the value of a query such as ``acting``, ``legal B`` or one of the game's own.

    Raises
    ------
    NotationError
        If the game does not know the query, or the query names nothing that exists.
    RefusedError
        If the query names something that cannot be meant in this match.
    """
    plain_digits(query)
    name, *words = query.lower().split() or [""]
    general = _QUERIES.get(name)
    own = position.game.notation.queries.get(name)
    if own is not None:
        return str(own(position.state, words))
    if general is None:
        known = ", ".join(sorted({*_QUERIES, *position.game.notation.queries}))
        raise NotationError(f"{position.game.key} knows no query {name!r}; it knows: {known}")
    return general(position, words)


def _acting(position: Position, words: list[str]) -> str:
    no_words(words)
    return ",".join(map(letter, position.acting)) or _NONE


def _legal(position: Position, words: list[str]) -> str:
    if words:
        seat, *rest = words
        no_words(rest)
        acting: Sequence[int] = [seat_or_chance(seat, position.seats)]
    else:
        acting = position.acting
        if len(acting) > 1:
            letters = ", ".join(map(letter, acting))
            raise NotationError(f"several seats may act ({letters}): name one, as in 'legal A'")
    return str(
        sum(
            len(position.outcomes()) if seat == CHANCE else len(position.legal(seat))
            for seat in acting
        )
    )


def _over(position: Position, words: list[str]) -> str:
    no_words(words)
    return "yes" if position.over else "no"


def _scores(position: Position, words: list[str]) -> str:
    no_words(words)
    return " ".join(map(str, position.scores()))


def _winners(position: Position, words: list[str]) -> str:
    no_words(words)
    if not position.over:
        return _NONE
    return ",".join(letter(seat) for seat, rank in enumerate(position.ranks()) if rank == 0)


def _ranking(position: Position, words: list[str]) -> str:
    no_words(words)
    ranks = position.ranks()
    order = sorted(range(position.seats), key=ranks.__getitem__)
    ties = groupby(order, key=ranks.__getitem__)
    return " ".join("=".join(map(letter, tie)) for _, tie in ties)


_QUERIES: Mapping[str, Callable[[Position, list[str]], str]] = {
    "acting": _acting,
    "legal": _legal,
    "over": _over,
    "scores": _scores,
    "winners": _winners,
    "ranking": _ranking,
}
QUERIES = tuple(_QUERIES)
"""The queries that every game answers."""
