"""Arguments and options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def game_keys(incomplete: str) -> list[str]:
    """Return the keys of games with this beginning, for completion in a shell."""
    from tischlein.core import registry

    return [key for key in registry.keys() if key.startswith(incomplete)]


def folder_or_file(named: Path | None) -> Path | None:
    """Return where ``--data`` points, unless that is no place for files (typer.BadParameter)."""
    if named is not None and named.parts[:1] in (("postgresql:",), ("postgres:",)):
        raise typer.BadParameter("a database's address is named with --database")
    return named


GameKey = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's key.", autocompletion=game_keys)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
Language = Annotated[
    str, typer.Option("--language", "-l", metavar="en|de|fr", help="By default, the system's.")
]
OptionTexts = Annotated[
    str, typer.Option(metavar="'NAME=VALUE ...'", help="The game's options; others have defaults.")
]
Data = Annotated[
    Path | None,
    typer.Option(
        callback=folder_or_file,
        envvar="TISCHLEIN_DATA",
        show_envvar=False,  # too long a word for a narrow terminal, as are those below
        help="Folder for the matches; by default, your data folder.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="TISCHLEIN_DATABASE",
        show_envvar=False,
        help="The address of a PostgreSQL that keeps the matches, instead of a file.",
    ),
]
PublicUrl = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="TISCHLEIN_PUBLIC_URL",
        show_envvar=False,
        help="Where people find the server; with it, they can be told when it is their turn.",
    ),
]
Mail = Annotated[
    str,
    typer.Option(
        metavar="smtp://USER:PASSWORD@HOST:PORT",
        envvar="TISCHLEIN_MAIL",
        help="Where mail is handed in; in the environment, the password is in no process list.",
    ),
]
MailFrom = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        envvar="TISCHLEIN_MAIL_FROM",
        show_envvar=False,
        help="The address that mail comes from.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
