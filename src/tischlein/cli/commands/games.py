"""Commands for the games themselves: what they are, their rules, a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import GameKey, Json, Language

app = typer.Typer()


@app.command(epilog="Example: tischlein new my_game")
def new(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Of the new game: my_game.")],
    into: Annotated[
        Path, typer.Option(help="The folder in which the new one is made; by default, this one.")
    ] = Path(),
) -> None:
    """Begin a game of your own: a package that plays at once, to be changed file by file."""
    from tischlein.cli.new import new as write

    folder = write(key, into)
    typer.echo(f"{folder} holds a small game that plays already. Put it on the shelf with:\n")
    typer.echo(f"  pip install --editable {folder}   (or: uv pip install --editable {folder})")
    typer.echo(f"  tischlein play {key}")


@app.command()
def games(json: Json = False, language: Language = "") -> None:
    """List the games with their seats, options and levels."""
    from tischlein.cli import shelf
    from tischlein.cli.language import chosen_language

    shelf.games(chosen_language(language), as_json=json)


@app.command(epilog="Examples: tischlein rules bauab · tischlein rules bauab BAU-12 BAU-14")
def rules(
    game: GameKey,
    identifiers: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Only these rules.")
    ] = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Show the rules of a game, or some of them by identifier."""
    from tischlein.cli import shelf
    from tischlein.cli.language import chosen_language

    shelf.rules(game, identifiers or [], chosen_language(language), as_json=json)
