"""Commands for programs that play at a server under their own identities."""

from __future__ import annotations

from typing import Annotated

import typer

from tischlein.cli.commands.arguments import Data, Database, Json, game_keys

app = typer.Typer(
    name="program",
    help="Programs that play at a server by identities of their own; it may run meanwhile.",
    epilog="Start with: tischlein program add Robo --owner 'Ada, ada@example.org'",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
ProgramName = Annotated[str, typer.Argument(metavar="NAME", help="What it is called at tables.")]


@app.command("add", epilog="Example: tischlein program add Robo --owner Ada --game bauab")
def program_add(
    name: ProgramName,
    owner: Annotated[str, typer.Option(help="Who answers for it; hosts read that.")],
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="What it plays, once for each; by default, all games.",
            autocompletion=game_keys,
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Let a program play, and print the token by which it is known."""
    from tischlein.cli import programs as registry

    registry.add(name, owner, game or (), database or data, as_json=json)


@app.command("list")
def program_list(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the programs with their owners and games."""
    from tischlein.cli import programs as registry

    registry.show(database or data, as_json=json)


@app.command("renew")
def program_renew(name: ProgramName, data: Data = None, database: Database = None) -> None:
    """Print a new token for a program; the old one opens nothing any more."""
    from tischlein.cli import programs as registry

    registry.renew(name, database or data)


@app.command("revoke")
def program_revoke(name: ProgramName, data: Data = None, database: Database = None) -> None:
    """Let a program play no more: its token opens nothing, its connections end."""
    from tischlein.cli import programs as registry

    registry.revoke(name, database or data)
