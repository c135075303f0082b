"""A server of the Model Context Protocol: models find games, read rules, sit down and play.

A guest has the seats that it has taken in this session, and sees what they see. Tables are either
here, among bots, or at a Tischlein server that was named when this one was started.

Needs the extra ``tischlein[mcp]``.
"""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from textwrap import shorten
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread

from tischlein.bots.bot import RANDOM
from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Option, Teams, complete, values_in_words
from tischlein.core.phrases import Phrase
from tischlein.extras import missing_extra
from tischlein.interop.hosted import HostedSeat, server_address
from tischlein.interop.text import Answer, TextTable
from tischlein.presentation import rulebook
from tischlein.presentation.texts import FALLBACK, LANGUAGES, keys, supported, translate

try:
    from mcp.server.mcpserver import Image, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
    from pydantic import Field, ValidationError
except ImportError as error:
    raise missing_extra("mcp", "tischlein.interop.mcp") from error

MOST_TABLES = 200
"""Maximal number of tables; beyond it, the least recently used one is removed."""
MOST_ACTIONS = 500
"""In one answer: clients accept no more than a megabyte, and Drop It begins with 50,430 actions."""
_SHOWN_CHARACTERS = 60
"""Of an argument of the wrong type."""
_NAME_BYTES = 12
"""Random bytes in the name of a table."""
_INSTRUCTIONS = """\
You can play tabletop games here. find_games lists them; open_table sits you down among bots, and
join_table at a table that people have opened; both answer with the name of your table, which is
yours alone. look tells what has happened, what is on the table
and what you can do; act does one of these things, written exactly as it is listed. An action that
is not possible changes nothing and names the rule; read_rules has its text."""

_T = TypeVar("_T")
Seat = TextTable | HostedSeat


class SeatSession:
    """A seat that a guest has taken; only one operation runs there at a time.

    Clients call tools concurrently, and repeat calls. Seats do not wait for each other, since many
    may be waiting for people.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._one_at_a_time = CapacityLimiter(1)

    async def run(self, work: Callable[[Seat], _T]) -> _T:
        """Do something with the seat in a thread (ToolError if it cannot be done)."""
        return await _run_in_thread(lambda: work(self._seat), self._one_at_a_time)


class SeatSessions:
    """The seats that guests have taken, by unguessable names of their tables.

    Over HTTP many clients share them: a client that knows a table's name has the seat at it.
    """

    def __init__(self) -> None:
        self._seats: OrderedDict[str, SeatSession] = OrderedDict()

    def add(self, seat: Seat) -> str:
        """Store a seat; return the name of its table."""
        table = f"table-{secrets.token_hex(_NAME_BYTES)}"
        self._seats[table] = SeatSession(seat)
        while len(self._seats) > MOST_TABLES:
            self._seats.popitem(last=False)
        return table

    def at(self, table: str) -> SeatSession:
        """Return the seat at a table (ToolError if there is none)."""
        if table not in self._seats:
            raise ToolError(
                f"you have no table {table!r}; open_table and join_table tell what yours is called"
            )
        self._seats.move_to_end(table)
        return self._seats[table]


class _Tools(MCPServer):
    """Tools that refuse in words arguments that are unknown, missing, or of a wrong type.

    Misspelled ones are unknown, and often missing, too.
    """

    async def call_tool(self, name: str, arguments: dict[str, Any], *more: Any) -> Any:
        """Call a tool (ToolError)."""
        offered = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in offered:
            raise ToolError(f"there is no tool {name}; the tools are: {', '.join(offered)}")
        known = offered[name]["properties"]
        unknown = [one for one in arguments if one not in known]
        missing = [one for one in offered[name].get("required", ()) if one not in arguments]
        problems = [("has no argument", unknown), ("needs the argument", missing)]
        for problem, named in problems:
            if named:
                raise ToolError(
                    f"{name} {problem} {', '.join(named)}; its arguments are: "
                    f"{', '.join(known) or 'none'}"
                )
        try:
            return await super().call_tool(name, arguments, *more)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                wrong = dict.fromkeys(str(one["loc"][0]) for one in error.__cause__.errors())
                words = [_wrong_type(one, known[one], arguments[one]) for one in wrong]
                raise ToolError("; ".join(words)) from None
            # What a tool says, without the words that the library puts before it.
            raise ToolError(str(error.__cause__ or error)) from None


def _wrong_type(name: str, schema: dict[str, Any], value: Any) -> str:
    given = shorten(json.dumps(value, ensure_ascii=False), _SHOWN_CHARACTERS, placeholder=" ...")
    return f"{name} is {_expected(schema)}, not {given}"


def _expected(schema: dict[str, Any]) -> str:
    """Return what a JSON schema of one of the types below allows."""
    if "anyOf" in schema:
        return " or ".join(map(_expected, schema["anyOf"]))
    match schema["type"]:
        case "array":
            return f"a list, each of it {_expected(schema['items'])}"
        case "object":
            return f"an object, each value of it {_expected(schema['additionalProperties'])}"
        case kind:
            return {"string": "a text", "integer": "a whole number", "null": "null"}[kind]


_Game = Annotated[str, Field(description="The game's key, as find_games tells it.")]
_Language = Annotated[str, Field(description=f"One of {', '.join(LANGUAGES)}.")]
_Table = Annotated[str, Field(description="What your table is called.")]
_Action = Annotated[str, Field(description="In the game's notation, as look and actions list it.")]


def create_server(server: str = "") -> Any:
    """Return an ``MCPServer``; ``server`` is a Tischlein server's address, to join tables there.

    Raises
    ------
    GameError
        If that is no address.
    """
    address = server_address(server) if server else ""
    sessions = SeatSessions()
    offered = _Tools("tischlein", title="Tischlein", instructions=_INSTRUCTIONS)

    @offered.tool()
    async def find_games(language: _Language = "en") -> list[dict[str, Any]]:
        """List the games: key, name, seat counts, minutes, levels of bots, options.

        Of an option: what it is about, the values that can be chosen (bars between them, two dots
        from the least to the greatest) and what they mean, the default, by number of seats where
        that decides it, what it needs to have any effect, and the rule that it belongs to.
        """
        known = supported(language)
        return await _run_in_thread(
            lambda: [_described(game, known) for game in registry.loadable()]
        )

    @offered.tool()
    async def read_rules(
        game: _Game,
        identifiers: Annotated[
            list[str] | None, Field(description="Such as BAU-12; without any, all rules.")
        ] = None,
        language: _Language = "en",
    ) -> dict[str, str]:
        """Read the rules of a game by identifier, such as BAU-12; without identifiers, all."""
        rules = await _run_in_thread(
            lambda: rulebook.rules(registry.load(game), supported(language))
        )
        wanted = [one.upper() for one in identifiers or rules]
        unknown = [one for one in wanted if one not in rules]
        if unknown:
            raise ToolError(f"{game} has no rule {', '.join(unknown)}; it has {', '.join(rules)}")
        return {one: rules[one] for one in wanted}

    @offered.tool()
    async def open_table(
        game: _Game,
        seats: Annotated[
            int | None, Field(description="How many; without it, the fewest of the game.")
        ] = None,
        seat: Annotated[int, Field(description="Yours, from 0 on.")] = 0,
        opponents: Annotated[
            str, Field(description="A level of the game's bots, or random.")
        ] = "medium",
        options: Annotated[
            dict[str, str | int] | None,
            Field(description="Values by name, as find_games tells them; the rest as usual."),
        ] = None,
        language: _Language = "en",
    ) -> str:
        """Sit down at a new table among bots."""
        table = sessions.add(
            await _run_in_thread(
                lambda: _table(
                    *(game, seats, seat, opponents),
                    {name: str(value) for name, value in (options or {}).items()},
                    language=supported(language),
                )
            )
        )
        return f"You are at {table}.\n\n{await sessions.at(table).run(_look)}"

    @offered.tool()
    async def join_table(
        link: Annotated[
            str,
            Field(description="The table's link, its match id, or the private link of a seat."),
        ],
        name: Annotated[str, Field(description="What you are to be called there.")] = "Guest",
        language: _Language = "en",
    ) -> str:
        """Sit down at a hosted table."""
        if not address:
            raise ToolError(
                "this server was started without --server, so there are no hosted tables; "
                "open_table opens one among bots"
            )
        table = sessions.add(
            await _run_in_thread(lambda: HostedSeat(address, link, name, supported(language)))
        )
        return f"You are at {table}.\n\n{await sessions.at(table).run(_look)}"

    @offered.tool()
    async def look(table: _Table) -> str:
        """See what has happened since the last look, the board, and what you can do."""
        return await sessions.at(table).run(_look)

    @offered.tool()
    async def picture(table: _Table) -> Image:
        """See your table as a picture."""
        return Image(data=await sessions.at(table).run(lambda seat: seat.png()), format="png")

    @offered.tool()
    async def actions(
        table: _Table,
        beginning: Annotated[str, Field(description="Only actions that begin with this.")] = "",
        skip: Annotated[int, Field(description="Leave out this many of them.")] = 0,
    ) -> list[str]:
        """List your legal actions in notation, including those that look does not list.

        An answer has at most 500.
        """
        listed = await sessions.at(table).run(lambda seat: seat.legal)
        legal = [one for one in listed if one.startswith(beginning)]
        return legal[max(skip, 0) :][:MOST_ACTIONS]

    @offered.tool()
    async def act(table: _Table, action: _Action) -> str:
        """Perform an action, written as it is listed; return what came of it."""
        answer: Answer = await sessions.at(table).run(lambda seat: seat.act(action))
        if not answer.accepted:
            raise ToolError(answer.text)
        return answer.text

    @offered.tool()
    async def why_not(table: _Table, action: _Action) -> str:
        """Ask whether an action would be refused, and by which rule, without trying it."""
        reason = await sessions.at(table).run(lambda seat: seat.why_not(action))
        return reason or "It is possible."

    return offered


async def _run_in_thread(work: Callable[[], _T], limiter: CapacityLimiter | None = None) -> _T:
    """Do something in a thread; report an error by its message."""
    try:
        return await to_thread.run_sync(work, limiter=limiter)
    except (TischleinError, ValueError) as error:
        raise ToolError(str(error)) from None


def _look(seat: Seat) -> str:
    return seat.look()


def _table(
    game: str, seats: int | None, seat: int, opponents: str, options: dict[str, str], language: str
) -> TextTable:
    """Open a table among bots (GameError for an unknown level, OptionError for an option)."""
    loaded = registry.load(game)
    if opponents != RANDOM.key:
        # A search by name would think as long as the guest that names it likes.
        loaded.level(opponents)
    named: dict[str, Any] = {**options}
    # Checked first: a name such as "language" would be taken for another argument.
    complete(loaded, min(loaded.seats) if seats is None else seats, options)
    return TextTable(
        loaded, seats=seats, seat=seat, opponents=opponents, language=language, **named
    )


def _described(game: Game, language: str) -> dict[str, Any]:
    named = "game" in keys(FALLBACK, game)
    return {
        "key": game.key,
        "name": translate(language, Phrase("game"), game) if named else game.key,
        "seats": list(game.seats),
        "minutes": game.shelf.minutes,
        "levels": [level.key for level in game.levels],
        "options": {option.name: _option(game, option, language) for option in game.options},
    }


def _option(game: Game, option: Option, language: str) -> dict[str, Any]:
    """Return what can be chosen; what a game says nothing of is left out."""
    message = f"option-{option.name}"
    said = keys(FALLBACK, game)
    named = option.values if isinstance(option, Choices) else ()
    meanings = {
        value: translate(language, Phrase(f"{message}-{value}"), game)
        for value in named
        if f"{message}-{value}" in said
    }
    by_seats = {str(seats): option.default_for(seats) for seats in game.seats}
    differ = len(set(by_seats.values())) > 1
    needs = option.needs if isinstance(option, Choices | Number) else None
    rule = option.rule if isinstance(option, Choices | Number | Teams) else ""
    return {
        **({"about": translate(language, Phrase(message), game)} if message in said else {}),
        "values": values_in_words(option),
        **({"meanings": meanings} if meanings else {}),
        "default": by_seats if differ else option.default_for(game.seats[0]),
        **({"needs": f"{needs[0]}={needs[1]}"} if needs else {}),
        **({"rule": rule} if rule else {}),
    }
