"""The shelf's data about games: boxes with covers, words, drawings.

This does not need the code that answers requests, so that a process of its own can prepare it while
that is loaded.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec

from tischlein import presentation
from tischlein.core import options as option_kinds
from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.capability import source_of
from tischlein.presentation.examples import example_of
from tischlein.presentation.lessons import steps_in
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.presentation.texts import LANGUAGES, fallbacks_of
from tischlein.presentation.typography import typeset
from tischlein.web.handlers import answer_cache
from tischlein.web.http.numbers import plain
from tischlein.web.messages.shelf import FullShelf, GameInfo, Offer, OptionInfo

log = logging.getLogger(__name__)

BOXES = "boxes"
"""Kept besides the answers: the boxes that can be shown, if not all can."""
SHORT_RANGE = 24
"""Ranges of at most this many numbers are offered one by one."""

_CORE = "core"
# Created here: msgspec must not inspect a type in two threads at once (it would end the process).
_decode_boxes = msgspec.json.Decoder(list[GameInfo]).decode


def cache_answers() -> None:
    """Cache answers about the games on disk, for this server and the start of the next one."""
    found = list(boxes())
    answers = {BOXES: msgspec.json.encode(found, enc_hook=plain)}
    if len(found) == len(registry.keys()):  # what cannot be shown today may be there tomorrow
        answers[answer_cache.GAMES] = answers[BOXES]
        answers["/api/art/core"] = PRODUCT.art().encode()
        for language in LANGUAGES:
            shelf = full_shelf(language)
            answers[f"/api/shelf/{language}"] = msgspec.json.encode(shelf, enc_hook=plain)
            answers[f"/api/texts/core/{language}"] = words(PRODUCT, language).encode()
    answer_cache.write(answers)


def full_shelf(language: str) -> FullShelf:
    """Return all boxes, and the words and drawings of each game and of the product; no matches."""
    games = list(boxes())
    sources = {_CORE: PRODUCT} | {one.key: source_of(registry.load(one.key)) for one in games}
    texts = {key: words(source, language) for key, source in sources.items()}
    return FullShelf(games, texts, {key: source.art() for key, source in sources.items()})


def words(source: Source, language: str) -> str:
    """Return the words of a game or of the product, as a Fluent file."""
    # A game may only have English texts: they are better than none.
    spoken = next((one for one in fallbacks_of(language) if source.texts(one)), language)
    return _typeset(source.texts(spoken), spoken)


@lru_cache(maxsize=256)
def _typeset(texts: str, language: str) -> str:
    """Typeset texts once: every page asks for them anew, and the event loop does nothing else."""
    return typeset(texts, language)


def boxes() -> Iterator[GameInfo]:
    """Yield every game that can be shown; one of another package that fails hides no other."""
    for key in registry.keys():
        try:
            yield box(key)
        except Exception:
            log.exception("the game %s cannot be shown on the shelf", key)


@cache
def box(key: str) -> GameInfo:
    """Return what a box on the shelf shows of a game, as it is kept of just these sources."""
    return _cached_boxes().get(key) or describe(registry.load(key))


def _cached_boxes() -> dict[str, GameInfo]:
    try:
        return {one.key: one for one in _decode_boxes(answer_cache.read(BOXES) or b"[]")}
    except msgspec.MsgspecError:
        return {}


def describe(game: Game) -> GameInfo:
    """Return the same, made again."""
    return GameInfo(
        key=game.key,
        seats=game.seats,
        minutes=game.shelf.minutes,
        secrets=game.secrets is not None,
        chance=game.chance,
        quick=game.shelf.quick,
        levels=tuple(level.key for level in game.levels),
        options=[option_info(game, option) for option in game.options],
        credits=game.shelf.credits,
        cover=presentation.of(game).scene(example_of(game).position.observe(SPECTATOR)),
        lesson=steps_in(game),
    )


def option_info(game: Game, option: option_kinds.Option) -> OptionInfo:
    """Return an option with its values at every seat count."""
    offers = tuple(_offer(game, option, seats) for seats in game.seats)
    match option:
        case option_kinds.Choices():
            return OptionInfo(option.name, "choices", offers, needs=option.needs)
        case option_kinds.Number():
            return OptionInfo(
                option.name, "number", offers, option.low, option.high, needs=option.needs
            )
        case option_kinds.Written():
            return OptionInfo(option.name, "written", offers)
        case option_kinds.Teams():
            return OptionInfo(option.name, "teams", offers)
        case option_kinds.Order():
            return OptionInfo(option.name, "order", offers)


def _offer(game: Game, option: option_kinds.Option, seats: int) -> Offer:
    """Try an option's values, each with the options it needs and everything else at its default."""
    default = str(option.default_for(seats))
    values: list[str] = []
    match option:
        case option_kinds.Choices():
            matters = not option.matters or seats in option.matters
            values = list(option.values) if matters else [option.default]
        case option_kinds.Number():
            if option.high - option.low < SHORT_RANGE:
                values = [str(number) for number in range(option.low, option.high + 1)]
        case option_kinds.Written() | option_kinds.Order():
            values = list(option.samples)
        case option_kinds.Teams():
            values = list(dict.fromkeys((default, *option.samples)))
    accepted = [value for value in values if _accepts(game, seats, option.name, value)]
    if accepted and default not in accepted and not _accepts(game, seats, option.name, default):
        default = accepted[0]
    return Offer(default, tuple(accepted))


def _accepts(game: Game, seats: int, name: str, value: str) -> bool:
    try:
        needed = option_kinds.needed_for(game, name)
        option_kinds.complete(game, seats, {**needed, name: value})
    except OptionError:
        return False
    return True
