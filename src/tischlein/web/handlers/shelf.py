"""The games over HTTP: boxes, texts, drawings, rules pages. Nothing here is about a match."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from tischlein.core import options as option_kinds
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.presentation import rulebook
from tischlein.presentation.capability import source_of
from tischlein.presentation.sources import PRODUCT, Source
from tischlein.tables.hall import Hall, load_game
from tischlein.tables.problems import InvalidError
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.handlers.boxes import boxes, full_shelf, words
from tischlein.web.handlers.matches import lists_for
from tischlein.web.http.errors import problems
from tischlein.web.http.handshakes import in_time
from tischlein.web.http.limits import COST
from tischlein.web.http.parameters import GameKey, LanguageInPath, TheHall, check_language
from tischlein.web.http.sessions import FOR_ALL, authenticate, caller_of
from tischlein.web.messages.lists import Matches
from tischlein.web.messages.shelf import ChosenOptions, FullShelf, GameInfo, RulesPage
from tischlein.web.preparation_state import PreparationState, Progress

log = logging.getLogger(__name__)

SHELF_COST = 4
"""The cost of everything about all games at once, in requests: nearly a megabyte is compressed."""
_CORE = "core"
_TAG_LENGTH = 16
_Place = Annotated[
    str, PathParameter(description=f"The game's key; `{_CORE}` for what is shared by all games.")
]


@get("/api/preparation", responses=problems(), opt={FOR_ALL: True}, sync_to_thread=False)
def get_preparation(preparation: NamedDependency[PreparationState]) -> Progress:
    """Return how many games are ready; requests that need another are answered when it is ready."""
    return preparation.progress


@get("/api/games", responses=problems(), opt={COST: SHELF_COST, FOR_ALL: True})
async def list_games(preparation: NamedDependency[PreparationState]) -> list[GameInfo]:
    """List all games, each with a picture of a position."""
    await preparation.wait_for_shelf()
    return await asyncio.to_thread(lambda: list(boxes()))


@get("/api/shelf/{language:str}", responses=problems(404), opt={COST: SHELF_COST, FOR_ALL: True})
async def get_shelf(
    request: Request[Any, Any, Any],
    language: LanguageInPath,
    preparation: NamedDependency[PreparationState],
    hall: TheHall,
) -> FullShelf:
    """List all games with their pictures, texts and drawings, and matches: the first page.

    While storage cannot be read, there are only the games.
    """
    check_language(language)
    await preparation.wait_for_shelf()
    shelf = await asyncio.to_thread(full_shelf, language)
    try:
        matches = await in_time(_matches_of(request, hall))
    except StoreError as error:
        log.log(log_level(error), "the shelf is shown without matches: %s", error)
        return shelf
    return msgspec.structs.replace(shelf, matches=matches)


@get(
    "/api/texts/{place:str}/{language:str}",
    media_type=MediaType.TEXT,
    responses=problems(400, 404),
    opt={FOR_ALL: True},
)
async def get_texts(place: _Place, language: LanguageInPath) -> Response[str]:
    """Return the texts of a game, or of the product (``core``), as a Fluent file."""
    check_language(language)
    return _revalidated(words(_source(place), language), "text/plain")


@get(
    "/api/art/{place:str}",
    media_type="image/svg+xml",
    responses=problems(400, 404),
    opt={FOR_ALL: True},
)
async def get_art(place: _Place) -> Response[str]:
    """Return the drawings of a game, or those that all share (``core``), as SVG symbols."""
    return _revalidated(_source(place).art(), "image/svg+xml")


@get(
    "/api/games/{game:str}/rules/{language:str}",
    responses=problems(400, 404),
    opt={FOR_ALL: True},
)
async def get_rules(game: GameKey, language: LanguageInPath) -> RulesPage:
    """Return a game's rules as HTML."""
    check_language(language)
    return await asyncio.to_thread(_rules_page, load_game(game), language)


@get("/api/games/{game:str}/options", responses=problems(400, 404), opt={FOR_ALL: True})
async def check_options(
    game: GameKey,
    seats: Annotated[int, QueryParameter(description="The number of seats.")],
    chosen: Annotated[
        str, QueryParameter(max_length=400, description="Options as name=value words.")
    ] = "",
) -> ChosenOptions:
    """Check whether a game accepts options together, while somebody still chooses them."""
    found = load_game(game)
    try:
        options = option_kinds.complete(found, seats, option_kinds.parse(chosen))
    except OptionError as error:
        raise InvalidError("options", reason=error.reason) from None
    return ChosenOptions(option_kinds.write(found, seats, options))


HANDLERS: Sequence[Any] = (
    get_preparation,
    list_games,
    get_shelf,
    get_texts,
    get_art,
    get_rules,
    check_options,
)


async def _matches_of(request: Request[Any, Any, Any], hall: Hall) -> Matches:
    """Return the lists for the caller, whose card may only be known to storage."""
    await authenticate(request, hall)
    return await lists_for(caller_of(request), hall)


def _revalidated(content: str, kind: str) -> Response[str]:
    """Return what is the same for everybody, with a tag by which it need not be sent again."""
    tag = hashlib.sha256(content.encode()).hexdigest()[:_TAG_LENGTH]
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    return Response(content, media_type=kind, headers=headers)


def _rules_page(game: Game, language: str) -> RulesPage:
    return RulesPage(rulebook.to_html(game, language), rulebook.identifiers(game))


def _source(place: str) -> Source:
    return PRODUCT if place == _CORE else source_of(load_game(place))
