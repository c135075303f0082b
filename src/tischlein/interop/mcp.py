"""A server of the Model Context Protocol: models find games, read rules, sit down and play.

A guest has the seats that it has taken in this session, and sees what they see. Tables are either
here, among bots, or at a Tischlein server that was named when this one was started.

Needs the extra ``tischlein[mcp]``.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from tischlein.core import registry
from tischlein.core.errors import RefusedError, TischleinError
from tischlein.core.phrases import Phrase
from tischlein.interop.extras import missing
from tischlein.interop.hosted import HostedSeat, server_address
from tischlein.interop.text import Answer, TextTable
from tischlein.presentation import rulebook
from tischlein.presentation.texts import has, supported, translate

try:
    from mcp.server.mcpserver import Image, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    raise missing("mcp") from error

MOST_TABLES = 200
"""Tables that are kept; the one that was used longest ago makes way."""
MOST_ACTIONS = 500
"""In one answer: clients take no more than a megabyte, and Drop It begins with 50,430 actions."""
_NAME_BYTES = 12
"""Random ones in the name of a table."""
_INSTRUCTIONS = """\
You can play tabletop games here. find_games lists them; open_table sits you down among bots, and
join_table at a table that people have opened; both answer with the name of your table, which is
yours alone. look tells what has happened, what is on the table
and what you can do; act does one of these things, written exactly as it is listed. An action that
is not possible changes nothing and names the rule; read_rules has its text."""

T = TypeVar("T")
Seat = TextTable | HostedSeat


class Guests:
    """The seats that guests have taken, by names of their tables that nobody can guess.

    Over HTTP many clients share them: who knows a table's name has the seat at it.
    """

    def __init__(self) -> None:
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def sit(self, seat: Seat) -> str:
        """Keep a seat; return what its table is called."""
        table = f"table-{secrets.token_hex(_NAME_BYTES)}"
        self._seats[table] = seat
        while len(self._seats) > MOST_TABLES:
            self._seats.popitem(last=False)
        return table

    def at(self, table: str) -> Seat:
        """Return the seat at a table (ToolError if there is none)."""
        if table not in self._seats:
            raise ToolError(
                f"you have no table {table!r}; open_table and join_table tell what yours is called"
            )
        self._seats.move_to_end(table)
        return self._seats[table]


def create_server(server: str = "") -> Any:
    """Return an ``MCPServer``; ``server`` is a Tischlein server's address, to join tables there.

    Raises
    ------
    GameError
        If that is no address.
    """
    address = server_address(server) if server else ""
    guests = Guests()
    offered = MCPServer("tischlein", title="Tischlein", instructions=_INSTRUCTIONS)

    @offered.tool()
    async def find_games(language: str = "en") -> list[dict[str, Any]]:
        """List the games: key, name, seat counts, minutes, levels of bots, options."""
        return await _worked(lambda: [_game(key, supported(language)) for key in registry.keys()])

    @offered.tool()
    async def read_rules(
        game: str, identifiers: list[str] | None = None, language: str = "en"
    ) -> dict[str, str]:
        """Read the rules of a game by identifier, such as BAU-12; without identifiers, all."""
        rules = await _worked(lambda: rulebook.rules(registry.load(game), supported(language)))
        wanted = [one.upper() for one in identifiers or rules]
        unknown = [one for one in wanted if one not in rules]
        if unknown:
            raise ToolError(f"{game} has no rule {', '.join(unknown)}; it has {', '.join(rules)}")
        return {one: rules[one] for one in wanted}

    @offered.tool()
    async def open_table(
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "medium",
        options: dict[str, str] | None = None,
        language: str = "en",
    ) -> str:
        """Sit down at a new table among bots. ``opponents`` is a level, or ``random``."""
        chosen: dict[str, Any] = {**(options or {})}
        table = await _worked(
            lambda: TextTable(
                game,
                seats=seats,
                seat=seat,
                opponents=opponents,
                language=supported(language),
                **chosen,
            )
        )
        return f"You are at {guests.sit(table)}.\n\n{await _worked(table.look)}"

    @offered.tool()
    async def join_table(link: str, name: str = "Guest", language: str = "en") -> str:
        """Sit down at a hosted table: by its link, its match id, or the private link of a seat."""
        if not address:
            raise ToolError(
                "this server was started without --server, so there are no hosted tables; "
                "open_table opens one among bots"
            )
        seat = await _worked(lambda: HostedSeat(address, link, name, supported(language)))
        return f"You are at {guests.sit(seat)}.\n\n{await _worked(seat.look)}"

    @offered.tool()
    async def look(table: str) -> str:
        """See what has happened since the last look, the board, and what you can do."""
        return await _worked(guests.at(table).look)

    @offered.tool()
    async def picture(table: str) -> Image:
        """See your table as a picture."""
        return Image(data=await _worked(guests.at(table).png), format="png")

    @offered.tool()
    async def actions(table: str, beginning: str = "", skip: int = 0) -> list[str]:
        """List your legal actions in notation, also where look lists only the first.

        An answer has 500 at most. ``beginning`` lists those alone that begin with it, ``skip``
        leaves so many of them out.
        """
        seat = guests.at(table)
        legal = [one for one in await _worked(lambda: seat.legal) if one.startswith(beginning)]
        return legal[max(skip, 0) :][:MOST_ACTIONS]

    @offered.tool()
    async def act(table: str, action: str) -> str:
        """Do something, written as it is listed; returns what came of it."""
        seat = guests.at(table)
        answer: Answer = await _worked(lambda: seat.act(action))
        if not answer.accepted:
            raise ToolError(answer.text)
        return answer.text

    @offered.tool()
    async def why_not(table: str, action: str) -> str:
        """Ask whether an action would be refused, and by which rule, without trying it."""
        seat = guests.at(table)
        return await _worked(lambda: seat.why_not(action)) or "It is possible."

    return offered


async def _worked(work: Callable[[], T]) -> T:
    """Do something in a thread; what cannot be done is told in the words of its error."""
    try:
        return await asyncio.to_thread(work)
    except RefusedError as refused:
        raise ToolError(str(refused)) from None
    except (TischleinError, ValueError) as error:
        raise ToolError(str(error)) from None


def _game(key: str, language: str) -> dict[str, Any]:
    game = registry.load(key)
    named = has(language, "game", game)
    return {
        "key": key,
        "name": translate(language, Phrase("game"), game) if named else key,
        "seats": list(game.seats),
        "minutes": game.shelf.minutes,
        "levels": [level.key for level in game.levels],
        "options": [option.name for option in game.options],
    }
