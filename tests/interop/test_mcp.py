"""The server for language models: games, rules, a whole match by its tools, and its refusals."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from tests.test_examples import GAME as TICTACTOE
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.presentation import rulebook

T = TypeVar("T")
Tool = Callable[..., Awaitable[Any]]


def with_tools(work: Callable[[Tool], Awaitable[T]]) -> T:
    """Do something with the tools of a server, as a client has them."""
    from mcp import Client  # these take long: whoever only collects tests need not

    from tischlein.interop.mcp import create_server

    async def session() -> T:
        async with Client(create_server()) as client:

            async def tool(name: str, **arguments: Any) -> Any:
                return await client.call_tool(name, arguments)

            return await work(tool)

    return asyncio.run(session())


def text(result: Any) -> str:
    """Return what a good answer says."""
    assert not result.is_error, result.content
    return "\n".join(part.text for part in result.content)


def named(opened: str) -> str:
    """Return what the table is called at which a guest has just sat down."""
    found = re.match(r"You are at (table-[0-9a-f]{24})\.", opened)
    assert found is not None, opened
    return found[1]


def problem(result: Any) -> str:
    """Return what a bad answer says."""
    assert result.is_error
    return str(result.content[0].text)


def test_a_game_that_speaks_english_alone_is_named_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {**registry._registered})
    registry.register(TICTACTOE)

    async def work(tool: Tool) -> None:
        games = (await tool("find_games", language="fr")).structured_content["result"]
        names = {game["key"]: game["name"] for game in games}
        assert names["tictactoe"] == "Tic-Tac-Toe"
        assert names["bauab"] == "Bauab"

    with_tools(work)


def test_a_model_finds_a_game_and_reads_a_rule() -> None:
    async def work(tool: Tool) -> None:
        games = (await tool("find_games", language="de")).structured_content["result"]
        assert {game["key"] for game in games} >= {"bauab", "dropit", "raufer"}
        assert {game["key"] for game in games} <= set(registry.keys())
        rules = (await tool("read_rules", game="raufer", identifiers=["rau-6"])).structured_content
        assert [*rules] == ["RAU-6"]
        assert "RAU-999" in problem(
            await tool("read_rules", game="raufer", identifiers=["RAU-999"])
        )
        assert "chess" in problem(await tool("read_rules", game="chess"))

    with_tools(work)


def test_what_options_can_be_is_told_where_games_are_found_and_can_be_chosen() -> None:
    async def work(tool: Tool) -> None:
        found = (await tool("find_games", language="de")).structured_content["result"]
        games = {game["key"]: game["options"] for game in found}
        assert games["raufer"]["hand"] == {
            "about": "Karten je Hand",
            "values": "2..6",
            "default": {"3": 5, "4": 4, "5": 3},
        }
        cards = games["misd"]["cards"]
        assert (cards["values"], cards["default"]) == ("5..10", 5)
        assert cards["needs"] == "variant=b"
        assert cards["rule"] in rulebook.identifiers(registry.load("misd"))
        wrong = games["misd"]["wrong"]
        assert set(wrong["meanings"]) == set(wrong["values"].split("|")) == {"ends", "out"}
        assert games["dropit"]["teams"]["default"]["8"] == "12121212"
        opened = text(await tool("open_table", game="raufer", seats=3, options={"hand": 6}))
        assert "You are at" in opened
        refused = await tool("open_table", game="raufer", seats=3, options={"hand": 7})
        assert "hand is a number 2 to 6" in problem(refused)

    with_tools(work)


def test_opponents_are_levels_not_searches_that_may_think_for_ever() -> None:
    async def work(tool: Tool) -> None:
        opened = await tool("open_table", game="bauab", opponents="uct:2000000000")
        assert "its levels are: weak" in problem(opened)

    with_tools(work)


def test_a_model_plays_a_match_to_its_end_by_tools_alone() -> None:
    async def work(tool: Tool) -> None:
        opened = text(await tool("open_table", game="raufer", opponents="random"))
        table = named(opened)
        for _ in range(200):
            listed = (await tool("actions", table=table)).structured_content["result"]
            if not listed:
                break
            assert text(await tool("why_not", table=table, action=listed[0])) == ("It is possible.")
            text(await tool("act", table=table, action=listed[0]))
        assert "1." in text(await tool("look", table=table))

    with_tools(work)


def test_refusals_name_the_rule_and_change_nothing() -> None:
    async def work(tool: Tool) -> None:
        table = named(text(await tool("open_table", game="raufer", opponents="random")))
        before = (await tool("actions", table=table)).structured_content
        held = {action.split()[0] for action in before["result"]}
        strange = next(card for card in map(str, range(1, 21)) if card not in held)
        assert "[RAU-6]" in problem(await tool("act", table=table, action=f"{strange} up"))
        assert "[RAU-6]" in text(await tool("why_not", table=table, action=f"{strange} up"))
        assert (await tool("actions", table=table)).structured_content == before
        nowhere = problem(await tool("look", table="table-1"))
        assert "you have no table 'table-1'" in nowhere
        assert table not in nowhere
        assert "seats" in problem(await tool("open_table", game="raufer", seats=2)).lower()
        assert "--server" in problem(await tool("join_table", link="x"))

    with_tools(work)


def test_an_argument_that_a_tool_does_not_have_is_refused() -> None:
    async def work(tool: Tool) -> None:
        told = problem(await tool("open_table", game="raufer", opponent="strong"))
        assert "open_table has no argument opponent; its arguments are: game, seats" in told
        assert "has no argument rules" in problem(
            await tool("read_rules", game="raufer", rules=["RAU-6"])
        )

    with_tools(work)


def test_an_argument_that_a_tool_needs_is_asked_for() -> None:
    async def work(tool: Tool) -> None:
        told = problem(await tool("act", action="4 up"))
        assert told == "act needs the argument table; its arguments are: table, action"

    with_tools(work)


def test_an_argument_of_a_wrong_type_is_refused_in_words() -> None:
    async def work(tool: Tool) -> None:
        assert problem(await tool("look", table=5)) == "table is a text, not 5"
        assert problem(await tool("read_rules", game=["raufer"], identifiers="RAU-6")) == (
            'game is a text, not ["raufer"]; '
            'identifiers is a list, each of it a text or null, not "RAU-6"'
        )
        told = problem(await tool("open_table", game="raufer", seats="two", options=["hand=5"]))
        assert told == (
            'seats is a whole number or null, not "two"; options is an object, each value of it '
            'a text or a whole number or null, not ["hand=5"]'
        )
        assert "pydantic" not in problem(await tool("open_table", game="x" * 99, seat=[*range(99)]))
        assert problem(await tool("fly")).startswith("there is no tool fly; the tools are: find_")

    with_tools(work)


def test_a_refusal_is_what_the_tool_says_and_no_more() -> None:
    async def work(tool: Tool) -> None:
        told = problem(await tool("open_table", game="raufer", seat=7))
        assert told == "the seat is one of 0 to 2, not 7"

    with_tools(work)


def test_the_value_of_an_option_may_be_a_number() -> None:
    async def work(tool: Tool) -> None:
        opened = await tool("open_table", game="raufer", opponents="random", options={"hand": 4})
        assert "Everybody has 4 cards" in text(opened)

    with_tools(work)


def test_every_argument_of_every_tool_is_described() -> None:
    from tischlein.interop.mcp import create_server

    tools = asyncio.run(create_server().list_tools())
    assert not [
        f"{tool.name}.{name}"
        for tool in tools
        for name, schema in tool.input_schema["properties"].items()
        if not schema.get("description")
    ]


def test_many_actions_are_listed_in_parts() -> None:
    """All 50,430 at once are more than clients take over HTTP."""

    async def work(tool: Tool) -> None:
        table = named(text(await tool("open_table", game="dropit", opponents="random")))

        async def listed(**asked: Any) -> list[str]:
            answer = await tool("actions", table=table, **asked)
            assert len(str(answer)) < 1_000_000
            actions: list[str] = answer.structured_content["result"]
            return actions

        first, more = await listed(), await listed(skip=400)
        assert len(first) == len(more) == 500
        assert first[400:] == more[:100]
        chosen = first[-1].rpartition(" ")[0]
        alike = await listed(beginning=chosen)
        assert first[-1] in alike
        assert all(one.startswith(chosen) for one in alike)
        assert await listed(beginning="nowhere") == []

    with_tools(work)


def test_a_table_has_a_picture() -> None:
    async def work(tool: Tool) -> None:
        table = named(text(await tool("open_table", game="bauab", opponents="random")))
        (image,) = (await tool("picture", table=table)).content
        assert (image.type, image.mime_type) == ("image", "image/png")
        assert len(image.data) > 1_000

    with_tools(work)


def test_a_server_is_an_address() -> None:
    from tischlein.interop.mcp import create_server

    with pytest.raises(GameError, match="such as http"):
        create_server("play here")


def test_calls_for_one_table_are_carried_out_one_after_the_other() -> None:
    """Clients call tools beside each other: a cell is covered once, whoever calls how often."""

    async def work(tool: Tool) -> None:
        # Where a card lies, none is laid again: the same action is never possible once more.
        table = named(text(await tool("open_table", game="down_under", opponents="random")))
        while listed := (await tool("actions", table=table)).structured_content["result"]:
            twice = [tool("act", table=table, action=listed[0]) for _ in range(2)]
            answers = await asyncio.gather(*twice, tool("look", table=table))
            assert sorted(answer.is_error for answer in answers) == [False, False, True]

    with_tools(work)


def test_options_are_not_taken_for_arguments() -> None:
    async def work(tool: Tool) -> None:
        for name in ("seats", "language", "seed"):
            refused = problem(await tool("open_table", game="bauab", options={name: "4"}))
            assert name in refused
            assert "plan" in refused

    with_tools(work)
