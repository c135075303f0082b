"""The games as HTTP shows them: boxes, texts, drawings, rules pages. Nothing here is of a match."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from tischlein import presentation
from tischlein.core import options as option_kinds
from tischlein.core import registry
from tischlein.core.driver import play_at_random
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.core.kernel import cache_folder
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import rulebook
from tischlein.presentation.capability import source_of
from tischlein.presentation.lessons import steps_in
from tischlein.presentation.scenes import Scene
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.presentation.texts import LANGUAGES, instead_of
from tischlein.presentation.typography import typeset
from tischlein.tables.hall import load_game
from tischlein.tables.problems import InvalidError
from tischlein.web import kept
from tischlein.web.errors import problems
from tischlein.web.matches import lists_for
from tischlein.web.messages.shelf import (
    ChosenOptions,
    FullShelf,
    GameInfo,
    Offer,
    OptionInfo,
    RulesPage,
)
from tischlein.web.numbers import plain
from tischlein.web.parameters import TheCaller, TheHall, check_language
from tischlein.web.preparing import Preparation, Progress

log = logging.getLogger(__name__)

COVER_SEED = 7
COVER_DEPTH = 0.7
"""How far the match on the cover has come, as a share of its events."""

SHORT_RANGE = 24
"""Up to so many numbers are offered one by one."""

# Made here: msgspec must not learn of a type in two threads at once (it would end the process).
_decode_cover = msgspec.json.Decoder(Scene).decode
_DRAWN_BY = (registry.__file__, presentation.__file__, __file__)
"""Modules in whose folders it stands how a cover is drawn, beside the game's own."""
_CORE = "core"
_REVALIDATE = {"Cache-Control": "no-cache"}


@get("/api/preparation", sync_to_thread=False)
def get_preparation(preparation: NamedDependency[Preparation]) -> Progress:
    """Return how many games are ready; what needs one that is not is answered when it is."""
    return preparation.progress


@get("/api/games")
async def list_games(preparation: NamedDependency[Preparation]) -> list[GameInfo]:
    """List all games, each with a picture of a position."""
    await preparation.shelf()
    return await asyncio.to_thread(lambda: list(_boxes()))


@get("/api/shelf/{language:str}", responses=problems(404))
async def get_shelf(
    language: FromPath[str],
    preparation: NamedDependency[Preparation],
    hall: TheHall,
    caller: TheCaller,
) -> FullShelf:
    """List all games with their pictures, words and drawings, and matches: the first page."""
    check_language(language)
    await preparation.shelf()
    games, texts, art = await asyncio.to_thread(_full_shelf, language)
    return FullShelf(games, texts, art, await lists_for(caller, hall))


@get(
    "/api/texts/{place:str}/{language:str}",
    media_type=MediaType.TEXT,
    responses=problems(400, 404),
)
async def get_texts(place: FromPath[str], language: FromPath[str]) -> Response[str]:
    """Return the words of a game, or of the product (``core``), as a Fluent file."""
    check_language(language)
    return Response(_words(_source(place), language), media_type="text/plain", headers=_REVALIDATE)


@get(
    "/api/art/{place:str}",
    media_type="image/svg+xml",
    responses=problems(400, 404),
)
async def get_art(place: FromPath[str]) -> Response[str]:
    """Return the drawings of a game, or those that all share (``core``), as SVG symbols."""
    return Response(_source(place).art(), media_type="image/svg+xml", headers=_REVALIDATE)


@get("/api/games/{game:str}/rules/{language:str}", responses=problems(400, 404))
async def get_rules(game: FromPath[str], language: FromPath[str]) -> RulesPage:
    """Return a game's rules as HTML."""
    check_language(language)
    return await asyncio.to_thread(_rules_page, load_game(game), language)


@get("/api/games/{game:str}/options", responses=problems(400, 404))
async def check_options(
    game: FromPath[str],
    seats: FromQuery[int],
    chosen: Annotated[
        str, QueryParameter(max_length=400, description="Options as name=value words.")
    ] = "",
) -> ChosenOptions:
    """Tell whether a game accepts options together, while somebody still chooses them."""
    found = load_game(game)
    try:
        options = option_kinds.complete(found, seats, option_kinds.parse(chosen))
    except OptionError as error:
        raise InvalidError("options", reason=error.reason) from None
    return ChosenOptions(option_kinds.write(found, seats, options))


def _rules_page(game: Game, language: str) -> RulesPage:
    return RulesPage(rulebook.to_html(game, language), rulebook.identifiers(game))


def _full_shelf(language: str) -> tuple[list[GameInfo], dict[str, str], dict[str, str]]:
    """Return all boxes, and the words and drawings of each game and of the product."""
    games = list(_boxes())
    sources = {key: _source(key) for key in (_CORE, *(game.key for game in games))}
    texts = {key: _words(source, language) for key, source in sources.items()}
    return games, texts, {key: source.art() for key, source in sources.items()}


def keep_answers() -> None:
    """Keep on disk what is said of the games, for the front of the next server to say at once."""
    if kept.read("/api/games") is not None:
        return
    games = list(_boxes())
    if len(games) < len(registry.keys()):
        return  # what cannot be shown today may be there tomorrow
    kept.keep(
        {
            "/api/games": msgspec.json.encode(games, enc_hook=plain),
            "/api/art/core": PRODUCT.art().encode(),
        }
        | {f"/api/texts/core/{one}": _words(PRODUCT, one).encode() for one in LANGUAGES}
        | {
            f"/api/shelf/{one}": msgspec.json.encode(FullShelf(*_full_shelf(one)), enc_hook=plain)
            for one in LANGUAGES
        }
    )


def _words(source: Source, language: str) -> str:
    # A game may speak English alone: its own words are better than none.
    spoken = next((one for one in instead_of(language) if source.texts(one)), language)
    return typeset(source.texts(spoken), spoken)


def drawn(key: str) -> bool:
    """Whether a game's cover has been drawn from these sources, so that it is there at once."""
    return _cover_file(registry.load(key)).is_file()


def draw_apart() -> subprocess.Popen[bytes]:
    """Draw the covers that are missing in a process that compiles nothing; say when it ends."""
    command = [sys.executable, "-c", f"from {__name__} import draw; draw()"]
    return subprocess.Popen(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


def draw() -> None:
    """Draw the covers that are missing."""
    for _ in _boxes():
        continue


def _boxes() -> Iterator[GameInfo]:
    """Yield every game that can be shown; one of another package that fails hides no other."""
    for key in registry.keys():
        try:
            yield box(key)
        except Exception:
            log.exception("the game %s cannot be shown on the shelf", key)


@cache
def box(key: str) -> GameInfo:
    """Return what a box on the shelf shows of a game."""
    game = registry.load(key)
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
        cover=_kept_cover(game),
        lesson=steps_in(game),
    )


def _kept_cover(game: Game) -> Scene:
    """Return a game's cover; one that was drawn from these sources is kept."""
    file = _cover_file(game)
    try:
        return _decode_cover(file.read_bytes())
    except (OSError, msgspec.MsgspecError):
        drawn = cover(game)
    with suppress(OSError):  # without a writable cache every start draws anew
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(msgspec.json.encode(drawn, enc_hook=plain))
        unfinished.replace(file)
    return drawn


def _cover_file(game: Game) -> Path:
    shared = (Path(module).parent for module in _DRAWN_BY)
    return cache_folder(game.folder, *shared) / f"{game.key}.cover"


def option_info(game: Game, option: option_kinds.Option) -> OptionInfo:
    """Return an option with what it offers at every seat count."""
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
    """Try an option's values, each with everything else as usual."""
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
        option_kinds.complete(game, seats, {name: value})
    except OptionError:
        return False
    return True


def cover(game: Game) -> Scene:
    """Return a position from late in a random match, the same every time."""
    start = _usual_start(game)
    driver = play_at_random(start.clone(), random.Random(COVER_SEED))
    events = list(driver.play())
    for event in events[: round(len(events) * COVER_DEPTH)]:
        start.apply(event)
    return presentation.of(game).scene(start.observe(SPECTATOR))


def _usual_start(game: Game) -> Position:
    """Return the start of a match of a middling size, among those that need no options."""
    middle = game.seats[len(game.seats) // 2]
    for seats in sorted(game.seats, key=lambda count: abs(count - middle)):
        with suppress(OptionError):
            return Position.start(game, seats)
    raise GameError(f"{game.key} has no seat count that goes without options")


def _source(place: str) -> Source:
    return PRODUCT if place == _CORE else source_of(load_game(place))
