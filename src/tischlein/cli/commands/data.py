"""Commands for what a server stores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import Data, Database, Json

app = typer.Typer()


@app.command(epilog="Example: tischlein backup /backup/tischlein.db")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; must not be there yet.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy all matches into one file, also while a server runs.

    For PostgreSQL, it says which of its own commands does the same.
    """
    from tischlein.cli import archive

    archive.back_up(file, data, database)


@app.command(epilog="Example: tischlein restore /backup/tischlein.db")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put a backup in the place of all matches; end the server first.

    What was there before is kept beside it.
    """
    from tischlein.cli import archive

    archive.restore(file, data, database)


@app.command(
    "move-data",
    epilog="Example: tischlein move-data ~/tischlein.db postgresql://tischlein@localhost/tischlein",
)
def move_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help="What holds everything now.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="What is to hold it: nothing yet.")],
) -> None:
    """Move all that is stored from a file to a PostgreSQL database, or back; end the server first.

    Everything is moved and compared, or nothing. What it comes from stays as it is.
    """
    from tischlein.cli import archive

    archive.move(source, target)


@app.command("replay-all", epilog="Example: tischlein replay-all --data copy-of-the-data")
def replay_all(data: Data = None, database: Database = None, json: Json = False) -> None:
    """Replay every stored match under the installed rules, and report those that do not fit.

    Nothing is changed, and a running server goes on. Exits with 1 if a match does not replay.
    """
    from tischlein.cli import archive

    raise typer.Exit(archive.replay_all(data, database, as_json=json))


@app.command(epilog="Example: tischlein rerate --data /var/lib/tischlein")
def rerate(data: Data = None, database: Database = None) -> None:
    """Compute the ratings of all player cards anew; end the server first.

    They come from the stored matches that count.
    """
    from tischlein.cli import archive

    archive.rerate(data, database)


@app.command(epilog="Example: tischlein remove https://play.example.org/match/8p35gty4m5bp6z")
def remove(
    matches: Annotated[
        list[str],
        typer.Argument(metavar="MATCH...", help="Their ids, or the addresses of their tables."),
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete matches with all that belongs to them: names, moves, words; end the server first.

    If one of them is not there, nothing is deleted.
    """
    from tischlein.cli import archive

    archive.remove(matches, data, database)


@app.command(epilog="Example: tischlein export our-matches")
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a record of every match that is over, also while a server runs."""
    from tischlein.cli import archive

    raise typer.Exit(archive.export(folder, data, database))


@app.command("import", epilog="Example: tischlein import our-matches")
def take_in(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Records, or folders of records.")
    ],
    hosted_here: Annotated[
        bool,
        typer.Option(
            "--hosted-here", help="They come from this server's own export: mark nothing."
        ),
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Store finished matches from their records; end the server first.

    A match that is there already stays as it is. The pages say of the others that they were not
    hosted here.
    """
    from tischlein.cli import archive

    raise typer.Exit(archive.import_records(files, data, database, hosted_here=hosted_here))
