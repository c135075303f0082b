"""Commands with which people, and language models, play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import GameKey, Language, OptionTexts
from tischlein.cli.commands.numbers import whole

app = typer.Typer()


@app.command(epilog="Example: tischlein play bauab --bot strong --options 'plan=barrel'")
def play(
    game: GameKey,
    *,
    seat: Annotated[str, typer.Option(metavar="LETTER", help="Where you sit.")] = "A",
    bot: Annotated[
        str, typer.Option(metavar="LEVEL", help="Who plays the other seats.")
    ] = "medium",
    seats: Annotated[
        int | None, whole("How many seats; by default, the fewest that are possible.")
    ] = None,
    options: OptionTexts = "",
    seed: Annotated[int | None, whole("Makes chance and bots repeatable.")] = None,
    name: Annotated[str, typer.Option(help="Yours; by default, the one you log in with.")] = "",
    save: Annotated[Path | None, typer.Option(help="Write the match to this new record.")] = None,
    language: Language = "",
) -> None:
    """Play in the terminal against bots.

    You type actions as records write them. At the prompt, *help* explains, *legal* lists what you
    may do, *rules BAU-12* explains a rule, *quit* ends.
    """
    from tischlein.cli.language import chosen_language
    from tischlein.cli.terminal import Table, make_place

    table = Table(
        game,
        count=seats,
        options=options,
        seat=seat,
        level=bot,
        seed=seed,
        language=chosen_language(language),
        name=name,
    )
    if save is not None:
        make_place(save)  # fail now rather than after a whole match
    try:
        table.play()
    finally:
        if save is not None:
            table.save(save)


@app.command(epilog="Example: tischlein mcp --server http://127.0.0.1:8000")
def mcp(
    server: Annotated[
        str, typer.Option(metavar="URL", help="A Tischlein server at whose tables guests may sit.")
    ] = "",
    http: Annotated[
        bool, typer.Option("--http", help="Talk over HTTP, not standard input.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address to listen on, with --http.")] = "127.0.0.1",
    port: Annotated[int, whole("With --http.", least=1, most=65535)] = 8001,
) -> None:
    """Let language models play: a server of the Model Context Protocol.

    They find games, read rules, open tables among bots or join hosted ones, look, and act.
    """
    from tischlein.core.errors import GameError

    try:
        from tischlein.interop.mcp import create_server
    except ImportError as error:
        raise GameError(str(error)) from None

    offered = create_server(server)
    if http:
        from tischlein.web.running.listening import listen

        listen(host, (port,)).close()  # reports errors in our words, before any setup
        offered.run("streamable-http", host=host, port=port)
    else:
        offered.run("stdio")
