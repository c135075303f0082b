"""All commands with their options and help; the modules of the parent package do the work.

Each module has the commands of one subject, so that related options are together.
"""

from __future__ import annotations

from typing import Annotated

import typer

from tischlein.cli.commands import bots, data, games, playing, programs, records, server, study

app = typer.Typer(
    name="tischlein",
    help="Tabletop games in the browser and in the terminal, and a lab to study them.",
    epilog="Start with: tischlein serve",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (server, playing, records, bots, data, games, study, programs):
    app.add_typer(part.app)


def _show_version(wanted: bool) -> None:
    if wanted:
        import tischlein

        typer.echo(f"tischlein {tischlein.__version__}")
        raise typer.Exit


@app.callback()
def tischlein(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Tabletop games in the browser and in the terminal, and a lab to study them."""
