"""The command that tests a program."""

from __future__ import annotations

from typing import Annotated

import typer

from tischlein.cli.commands.arguments import Json, game_keys
from tischlein.cli.commands.numbers import decimal

app = typer.Typer()


@app.command(
    "bot-check",
    epilog="Example: tischlein bot-check 'python examples/program.py {server} {token}'",
)
def bot_check(
    what: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND|URL",
            help="What starts the program, or the address of a server where it plays already.",
        ),
    ],
    *,
    program: Annotated[
        str, typer.Option(metavar="NAME", help="With a URL: what it is called there.")
    ] = "",
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Play this one, once for each; by default, all that the program plays.",
            autocompletion=game_keys,
        ),
    ] = None,
    seconds: Annotated[
        float, decimal("How long an answer of the program may take.", least=0.1)
    ] = 30.0,
    json: Json = False,
) -> None:
    """Play with a program and report how it does: invitations, turns, taking back, bad networks.

    A command is started with a server of its own; *{server}* and *{token}* in it stand for what the
    program needs, which is in *TISCHLEIN_SERVER* and *TISCHLEIN_TOKEN* as well. Then the network
    is bad in every second match: answers come twice, late, cut off, not at all.

    Exits with 1 if the program fails a check.
    """
    from tischlein.cli.bot_check import check
    from tischlein.interop.bot_check import Timeouts

    timeouts = Timeouts(answer=seconds)
    raise typer.Exit(check(what, program, game or (), timeouts, as_json=json))
