"""Commands that study games: many matches, and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import GameKey, Json, OptionTexts, game_keys
from tischlein.cli.commands.numbers import decimal, whole

app = typer.Typer(
    name="study",
    help="Study games: many matches, what they show and how surely, as data and as a report.",
    epilog="Start with: tischlein study run bauab",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
StudyFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Of a study.")]
Workers = Annotated[
    int | None, whole("Processes; by default, one for each core that may be used.", least=1)
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="auto|ADDRESS", help="Play on a Ray cluster, HOST:PORT of its head."
    ),
]
Entrants = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,...",
        help="Who plays: levels, random, searches (uct:2000, uct:50ms), python:MODULE:FUNCTION, "
        "program:COMMAND, openspiel:mcts:300. By default, medium and weak.",
    ),
]


@app.command("run", epilog="Example: tischlein study run bauab --options plan=barrel --matches 500")
def study_run(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="A study's TOML file, or a game's key.",
            autocompletion=game_keys,
        ),
    ],
    *,
    entrants: Entrants = None,
    seats: Annotated[list[int] | None, whole("How many seats; can be given several times.")] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            metavar="'NAME=VALUE ...'",
            help="A setting of the game's options; given several times, they are compared. "
            "An empty one has all defaults.",
        ),
    ] = None,
    matches: Annotated[
        int | None, whole("At least so many for every table; by default, 50.", least=1)
    ] = None,
    mixed: Annotated[
        int | None,
        whole("At least so many where different players sit; by default, as many.", least=1),
    ] = None,
    seed: Annotated[int | None, whole("The first one; by default, 1.")] = None,
    opening: Annotated[
        int | None,
        whole(
            "Draw so many decisions at the beginning by lot, alike in all rotations: for "
            "players who always begin in the same few ways.",
            least=0,
        ),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Keep every decision, too.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results; by default, study-NAME.")
    ] = None,
    until: Annotated[
        float | None,
        decimal(
            "Stop as soon as it is decided whether the first of two entrants wins more than "
            "its fair share of the matches, or less than such a share, 0.55 for instance (a "
            "sequential test).",
            least=0,
            most=1,
            metavar="SHARE",
        ),
    ] = None,
    thinking_limit: Annotated[
        float | None,
        decimal(
            "How long a program, or a player in plain Python, may take for a decision; by default, "
            "600. One that takes longer hangs, and the study stops at what it has.",
            least=0.001,
            metavar="SECONDS",
        ),
    ] = None,
    workers: Workers = None,
    ray: RayAddress = None,
    json: Json = False,
) -> None:
    """Play the matches of a study and say what they show.

    The same study gives the same files on any number of processes and machines. One that was
    interrupted goes on where it was, and a finished one can be made longer with more --matches.
    """
    from tischlein.cli import study

    if workers is not None and ray is not None:
        raise typer.BadParameter(
            "these are processes of this machine, and a Ray cluster has its own: name one of both",
            param_hint="--workers",
        )
    with study.libraries():
        declaration = study.declared(
            what,
            entrants=entrants,
            seats=seats or (),
            options=options or (),
            matches=matches,
            mixed=mixed,
            seed=seed,
            opening=opening,
            decisions=decisions,
        )
        folder = out or study.default_folder(what)
        if until is not None:
            study.compare_until_decided(
                declaration,
                folder,
                least=until,
                workers=workers,
                ray=ray,
                thinking_limit=thinking_limit,
                as_json=json,
            )
            return
        study.run(
            declaration,
            folder,
            workers=workers,
            ray=ray,
            thinking_limit=thinking_limit,
            as_json=json,
        )


@app.command("report", epilog="Example: tischlein study report study-bauab --out bauab")
def study_report(
    folder: StudyFolder,
    *,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the page and the data; by default, report in the study's."),
    ] = None,
    json: Json = False,
) -> None:
    """Write the report of a study: a page to read offline and to print, with the data beside it."""
    from tischlein.cli import study

    with study.libraries():
        study.report(folder, out, as_json=json)


@app.command("compare", epilog="Example: tischlein study compare before after")
def study_compare(
    one: StudyFolder,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="Of another study.")],
    json: Json = False,
) -> None:
    """Say what differs between two studies, at the tables that both have."""
    from tischlein.cli import study

    with study.libraries():
        study.compare(one, other, as_json=json)


@app.command("ladder", epilog="Example: tischlein study ladder bauab --search uct --most 1600")
def study_ladder(
    game: GameKey,
    *,
    search: Annotated[
        str,
        typer.Option(
            help="Which, with settings after a colon (alphabeta:depth=4); by default, uct, or "
            "ismcts in games with secrets."
        ),
    ] = "",
    seats: Annotated[int | None, whole("How many seats.")] = None,
    options: OptionTexts = "",
    first: Annotated[int, whole("The least budget.", least=1)] = 25,
    most: Annotated[int, whole("The greatest budget.", least=2)] = 800,
    matches: Annotated[int, whole("For each step, at least.", least=1)] = 100,
    seed: Annotated[int, whole("The first one.")] = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Let a search play itself with half the budget, doubling it until that helps no more."""
    from tischlein.cli import study

    with study.libraries():
        study.ladder(
            game,
            search=search,
            seats=seats,
            options=options,
            first=first,
            most=most,
            matches=matches,
            seed=seed,
            workers=workers,
            as_json=json,
        )


@app.command("tune", epilog="Example: tischlein study tune bauab --budget 500 --trials 40")
def study_tune(
    game: GameKey,
    *,
    search: Annotated[
        str, typer.Option(help="Which; by default, uct, or ismcts in games with secrets.")
    ] = "",
    budget: Annotated[int, whole("Simulations of all who play.", least=1)] = 200,
    seats: Annotated[int | None, whole("How many seats.")] = None,
    options: OptionTexts = "",
    trials: Annotated[int, whole("How many settings are tried.", least=1)] = 20,
    matches: Annotated[int, whole("For each trial, at least.", least=1)] = 40,
    test: Annotated[int, whole("With other seeds, for the best of them, at least.", least=1)] = 200,
    seed: Annotated[int, whole("The first one.")] = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Look for settings with which a search plays better, and test the best on other seeds."""
    from tischlein.cli import study

    with study.libraries():
        study.tune(
            game,
            search=search,
            budget=budget,
            seats=seats,
            options=options,
            trials=trials,
            matches=matches,
            test=test,
            seed=seed,
            workers=workers,
            as_json=json,
        )


@app.command("solve", epilog="Example: tischlein study solve our-evening.record --step 22")
def study_solve(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|RECORD",
            help="A small game's key, or a match whose end is solved.",
            autocompletion=game_keys,
        ),
    ],
    *,
    options: OptionTexts = "",
    step: Annotated[
        int | None, whole("Solve what follows this event of the match.", least=0)
    ] = None,
    most: Annotated[
        int, whole("How many positions are looked at before giving up.", least=1)
    ] = 200_000,
    iterations: Annotated[
        int, whole("Of regret minimisation, in games with secrets.", least=1)
    ] = 1000,
    json: Json = False,
) -> None:
    """Solve a small game for two, or the end of a match, exactly: what best play comes to."""
    from tischlein.cli import study

    study.solve(what, options=options, step=step, most=most, iterations=iterations, as_json=json)
