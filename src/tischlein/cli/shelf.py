"""Commands that tell of the games and their rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown

from tischlein.cli.output import LINE, print_json, print_line
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.options import values_in_words
from tischlein.core.phrases import Phrase
from tischlein.presentation import rulebook
from tischlein.presentation.texts import translate
from tischlein.presentation.typography import typeset

_SPACES = {0xE000: "\N{NO-BREAK SPACE}", 0xE001: "\N{NARROW NO-BREAK SPACE}"}
"""No-break spaces by the characters, of those for private use, that stand in for them."""
_STAND_INS = {ord(space): stand_in for stand_in, space in _SPACES.items()}


def games(language: str, *, as_json: bool) -> None:
    """List the installed games."""
    found = list(registry.loadable())
    for problem in registry.failed():
        typer.echo(f"tischlein: {problem}", err=True)
    if as_json:
        print_json([_described(game, language) for game in found])
        return
    print_line("\n\n".join("\n".join(_listed(game, language)) for game in found))


def _listed(game: Game, language: str) -> Iterator[str]:
    """Yield lines about a game, fit for a terminal: its name, its levels, a line per option."""
    yield f"{game.key}: {translate(language, Phrase('game'), game)}"
    seats = "1 seat" if game.seats == (1,) else f"{_counts(game.seats)} seats"
    levels = ", ".join(level.key for level in game.levels) or "none"
    yield f"  {seats}, {game.shelf.minutes} minutes, levels: {levels}"
    for option in game.options:
        yield from _in_lines(f"  {option.name}=", values_in_words(option))


def _in_lines(head: str, values: str) -> Iterator[str]:
    """Yield values after a head, with line breaks only after bars and commas."""
    line = head
    for piece in re.findall(r"[^|,]+[|,]?", values):
        if len(line) + len(piece) > LINE:
            yield line
            line = " " * len(head)
        line += piece
    yield line


def _described(game: Game, language: str) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": translate(language, Phrase("game"), game),
        "about": translate(language, Phrase("about"), game),
        "credits": game.shelf.credits,
        "seats": list(game.seats),
        "minutes": game.shelf.minutes,
        "secrets": game.secrets is not None,
        "chance": game.chance,
        "simultaneous": game.simultaneous,
        "teams": game.teams,
        "version": game.version,
        "levels": [level.key for level in game.levels],
        "options": {
            option.name: {
                "values": values_in_words(option),
                "default": {str(count): option.default_for(count) for count in game.seats},
            }
            for option in game.options
        },
        "rules": list(rulebook.identifiers(game)),
    }


def _counts(counts: Sequence[int]) -> str:
    in_a_row = counts == tuple(range(counts[0], counts[-1] + 1)) and len(counts) > 1
    return f"{counts[0]}-{counts[-1]}" if in_a_row else ", ".join(map(str, counts))


def rules(key: str, identifiers: Sequence[str], language: str, *, as_json: bool) -> None:
    """Print a game's rules, or some of them by identifier."""
    game = registry.load(key)
    known = rulebook.rules(game, language)
    wanted = [identifier.upper() for identifier in identifiers] or list(known)
    for identifier in wanted:
        if identifier not in known:
            raise GameError(f"{game.key} has no rule {identifier}: see 'tischlein rules {key}'")
    if as_json:
        print_json({identifier: known[identifier] for identifier in wanted})
    elif identifiers:
        for identifier in wanted:
            print_line(f"{identifier} {known[identifier]}")
    else:
        Console().print(_Page(rulebook.source(game, language), language))


class _Page:
    """A page of rules, whose lines do not end at no-break spaces.

    Rich breaks lines there as at any other spaces, so characters without a meaning stand in for
    them meanwhile.
    """

    def __init__(self, source: str, language: str) -> None:
        self._markdown = Markdown(source)
        for token in self._markdown.parsed:
            for part in token.children or ():
                if part.type == "text":
                    part.content = typeset(part.content, language).translate(_STAND_INS)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._markdown, options):
            yield segment._replace(text=segment.text.translate(_SPACES))
