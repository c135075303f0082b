"""Commands for matches as records: checked, verified, drawn, made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import GameKey, Json, Language, OptionTexts, RecordFile
from tischlein.cli.commands.numbers import decimal, whole

app = typer.Typer()


@app.command(epilog="Example: tischlein check tests/games/bauab/*.record")
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Records, or folders of records.")
    ],
    json: Json = False,
) -> None:
    """Replay records and verify every expectation in them.

    Prints one line for each file that fails, and exits with 1 if there is one.
    """
    from tischlein.cli import checking

    raise typer.Exit(checking.check(files, as_json=json))


@app.command(epilog="Example: tischlein verify our-evening.record")
def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Finished matches, or folders of them.")
    ],
    json: Json = False,
) -> None:
    """Recompute every outcome of chance in finished matches from their revealed seeds."""
    from tischlein.cli import checking

    raise typer.Exit(checking.verify(files, as_json=json))


@app.command(epilog="Example: tischlein replay our-evening.record --out evening.gif")
def replay(
    file: RecordFile,
    *,
    out: Annotated[
        Path | None,
        typer.Option(help="A .png is a still; a .gif or .svg is an animation of the match."),
    ] = None,
    step: Annotated[
        int | None, whole("A still after this event; by default, the last.", least=0)
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="LETTER", help="See with this seat's eyes, not a spectator's.")
    ] = "",
    seconds: Annotated[float, decimal("For each event.", least=0.05, most=160)] = 1.2,
    width: Annotated[int, whole("In pixels.", least=64, most=4096)] = 640,
    language: Language = "",
) -> None:
    """Draw a match: as a picture with --out, otherwise step by step in the terminal."""
    from tischlein.cli import record_files, replaying
    from tischlein.cli.language import chosen_language

    record = record_files.read_match(file)
    observer = replaying.observer_named(seat, len(record.names))
    if out is None:
        replaying.print_match(record, observer, step, chosen_language(language))
        return
    replaying.draw(
        record,
        out,
        observer=observer,
        step=step,
        seconds=seconds,
        width=width,
        language=chosen_language(language),
    )


@app.command(
    epilog="Example: tischlein simulate bauab --matches 1000 --seed 7 --out matches --expectations"
)
def simulate(
    game: GameKey,
    *,
    seats: Annotated[
        int | None, whole("How many seats; by default, the fewest that are possible.")
    ] = None,
    options: OptionTexts = "",
    matches: Annotated[int, whole("How many.", least=1)] = 1,
    seed: Annotated[int, whole("The same seed gives the same matches.")] = 0,
    bots: Annotated[
        str,
        typer.Option(metavar="LEVEL,...", help="Levels by seat; one stands for all seats."),
    ] = "random",
    out: Annotated[Path | None, typer.Option(help="Write each match to a record here.")] = None,
    expectations: Annotated[
        bool,
        typer.Option(
            "--expectations",
            help="Before each event, write who may act and how many actions there are.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Play whole matches between bots or random players, as records or figures.

    Match number 12 of a seed is the same however many are asked for. With --expectations another
    implementation of a game can check itself at every step. A match that does not end stops all,
    after the figures of those before it; tischlein study run counts such matches and goes on.
    """
    from tischlein.cli import simulating

    simulating.simulate(
        game,
        seats,
        options,
        matches=matches,
        seed=seed,
        bots=bots,
        out=out,
        expectations=expectations,
        as_json=json,
    )
