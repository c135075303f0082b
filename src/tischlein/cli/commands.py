"""All commands with their options and help; the work is done by the modules beside this one."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="tischlein",
    help="Tabletop games in the browser and in the terminal, and a lab to study them.",
    epilog="Start with: tischlein serve",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class LogForm(StrEnum):
    """How the server's log is written."""

    TEXT = "text"
    JSON = "json"


def _game_keys(incomplete: str) -> list[str]:
    from tischlein.core import registry

    return [key for key in registry.keys() if key.startswith(incomplete)]


def _show_version(wanted: bool) -> None:
    if wanted:
        import tischlein

        typer.echo(f"tischlein {tischlein.__version__}")
        raise typer.Exit


GameKey = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's key.", autocompletion=_game_keys)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
Language = Annotated[
    str, typer.Option("--language", "-l", metavar="en|de|fr", help="By default, the system's.")
]
OptionTexts = Annotated[
    str, typer.Option(metavar="'NAME=VALUE ...'", help="The game's options; others have defaults.")
]
Data = Annotated[
    Path | None, typer.Option(help="Folder for the matches; by default, your data folder.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="TISCHLEIN_DATABASE",
        show_envvar=False,  # too long a word for a narrow terminal, as those below
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


@app.callback()
def tischlein(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="And exit.")
    ] = False,
) -> None:
    """Tabletop games in the browser and in the terminal, and a lab to study them."""


@app.command(epilog="Example: tischlein serve --host 0.0.0.0 shares the table in your network")
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in your network join.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8000,
    data: Data = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    keep_unfinished: Annotated[
        int, typer.Option(min=0, metavar="DAYS", help="Matches that nobody plays on; 0: for ever.")
    ] = 90,
    keep_finished: Annotated[
        int, typer.Option(min=0, metavar="DAYS", help="Matches that are over; 0: for ever.")
    ] = 0,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy on another machine, or its network, whose word on visitors counts.",
        ),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Who may read /metrics beside this machine: an address or a network.",
        ),
    ] = None,
    log: Annotated[
        LogForm, typer.Option(help="How the log is written: json tells of each request, too.")
    ] = LogForm.TEXT,
    database: Database = None,
    node: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="TISCHLEIN_NODE",
            help="Where other servers on this database reach this one; else where it listens.",
        ),
    ] = None,
    public_url: PublicUrl = "",
    mail: Mail = "",
    mail_from: MailFrom = "",
) -> None:
    """Set the table: play in the browser, alone or with others."""
    from tischlein.web import serve as serve_web

    kept = keep_unfinished or None, keep_finished or None
    serve_web(
        host,
        port,
        data,
        browser,
        kept,
        proxies=proxy or (),
        watchers=metrics or (),
        log=log.value,
        database=database,
        node=node,
        public_url=public_url,
        mail=mail,
        mail_from=mail_from,
    )


@app.command(epilog="Example: tischlein doctor --data /var/lib/tischlein")
def doctor(
    data: Data = None,
    database: Database = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the server listens.")] = 8000,
    public_url: PublicUrl = "",
    mail: Mail = "",
    mail_from: MailFrom = "",
    json: Json = False,
) -> None:
    """Look whether everything is there that a server needs, and say what to do where it is not.

    Exits with 1 if something keeps a server from working.
    """
    from tischlein.cli.doctor import examine

    told = public_url, mail, mail_from
    raise typer.Exit(examine(data, port, database, told, as_json=json))


@app.command(epilog="Example: tischlein play bauab --bot strong --options 'plan=barrel'")
def play(
    game: GameKey,
    *,
    seat: Annotated[str, typer.Option(metavar="LETTER", help="Where you sit.")] = "A",
    bot: Annotated[
        str, typer.Option(metavar="LEVEL", help="Who plays the other seats.")
    ] = "medium",
    seats: Annotated[
        int | None, typer.Option(help="How many seats; by default, the fewest that are possible.")
    ] = None,
    options: OptionTexts = "",
    seed: Annotated[int | None, typer.Option(help="Makes chance and bots repeatable.")] = None,
    name: Annotated[str, typer.Option(help="Yours; by default, the one you log in with.")] = "",
    save: Annotated[Path | None, typer.Option(help="Write the match to this record.")] = None,
    language: Language = "",
) -> None:
    """Play in the terminal against bots.

    You type actions as records write them. At the prompt, *help* explains, *legal* lists what you
    may do, *rules BAU-12* explains a rule, *quit* ends.
    """
    from tischlein.cli.terminal import Table
    from tischlein.cli.words import chosen

    table = Table(
        game,
        count=seats,
        options=options,
        seat=seat,
        level=bot,
        seed=seed,
        language=chosen(language),
        name=name,
    )
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
    port: Annotated[int, typer.Option(min=1, max=65535, help="With --http.")] = 8001,
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
        offered.run("streamable-http", host=host, port=port)
    else:
        offered.run("stdio")


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
    from tischlein.cli import reports

    raise typer.Exit(reports.check(files, as_json=json))


@app.command(epilog="Example: tischlein verify our-evening.record")
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Finished matches.")],
    json: Json = False,
) -> None:
    """Recompute every outcome of chance in finished matches from their revealed seeds."""
    from tischlein.cli import reports

    raise typer.Exit(reports.verify(files, as_json=json))


@app.command(epilog="Example: tischlein replay our-evening.record --out evening.gif")
def replay(
    file: RecordFile,
    *,
    out: Annotated[
        Path | None,
        typer.Option(help="A .png is a still; a .gif or .svg is an animation of the match."),
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="A still after this event; by default, the last.")
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="LETTER", help="See with this seat's eyes, not a spectator's.")
    ] = "",
    seconds: Annotated[float, typer.Option(min=0.05, help="For each event.")] = 1.2,
    width: Annotated[int, typer.Option(min=64, max=4096, help="In pixels.")] = 640,
    language: Language = "",
) -> None:
    """Draw a match: as a picture with --out, otherwise step by step in the terminal."""
    from tischlein.cli import reports
    from tischlein.cli.words import chosen

    record = reports.read_match(file)
    observer = reports.observer(seat, len(record.names))
    if out is None:
        reports.tell(record, observer, step, chosen(language))
        return
    reports.draw(
        record,
        out,
        observer=observer,
        step=step,
        seconds=seconds,
        width=width,
        language=chosen(language),
    )


@app.command(
    epilog="Example: tischlein simulate bauab --matches 1000 --seed 7 --out matches --expectations"
)
def simulate(
    game: GameKey,
    *,
    seats: Annotated[
        int | None, typer.Option(help="How many seats; by default, the fewest that are possible.")
    ] = None,
    options: OptionTexts = "",
    matches: Annotated[int, typer.Option(min=1, help="How many.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
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
    implementation of a game can check itself at every step.
    """
    from tischlein.cli import reports

    reports.simulate(
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


studies = typer.Typer(
    name="study",
    help="Study games: many matches, what they show and how surely, as data and as a report.",
    epilog="Start with: tischlein study run bauab",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(studies)

StudyFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Of a study.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes; by default, one for each core.")
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="auto|ADDRESS", help="Play on a Ray cluster."),
]
Entrants = Annotated[
    str,
    typer.Option(
        metavar="NAME,...",
        help="Who plays: levels, random, searches (uct:2000, uct:50ms), python:MODULE:FUNCTION, "
        "program:COMMAND, openspiel:mcts:300. By default, medium and weak.",
    ),
]


@studies.command(
    "run", epilog="Example: tischlein study run bauab --options plan=barrel --matches 500"
)
def study_run(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="A study's TOML file, or a game's key.",
            autocompletion=_game_keys,
        ),
    ],
    *,
    entrants: Entrants = "",
    seats: Annotated[
        list[int] | None, typer.Option(help="How many seats; can be given several times.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            metavar="'NAME=VALUE ...'",
            help="A setting of the game's options; given several times, they are compared. "
            "An empty one has all defaults.",
        ),
    ] = None,
    matches: Annotated[
        int | None, typer.Option(min=1, help="At least so many for every table; by default, 50.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The first one; by default, 1.")] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Draw so many decisions at the beginning by lot, alike in all rotations: for "
            "players who always begin in the same few ways.",
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
        typer.Option(
            min=0,
            max=1,
            metavar="SHARE",
            help="Stop as soon as it is decided whether the first of two entrants wins such a "
            "share of the matches, 0.55 for instance (a sequential test).",
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

    with study.libraries():
        declaration = study.declared(
            what,
            entrants=entrants,
            seats=seats or (),
            options=options or (),
            matches=matches,
            seed=seed,
            opening=opening,
            decisions=decisions,
        )
        folder = out or study.folder_of(what)
        if until is not None:
            study.decide(declaration, folder, least=until, workers=workers, ray=ray, as_json=json)
            return
        study.run(declaration, folder, workers=workers, ray=ray, as_json=json)


@studies.command("report", epilog="Example: tischlein study report study-bauab --out bauab")
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


@studies.command("compare", epilog="Example: tischlein study compare before after")
def study_compare(
    one: StudyFolder,
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="Of another study.")],
    json: Json = False,
) -> None:
    """Say what differs between two studies, at the tables that both have."""
    from tischlein.cli import study

    with study.libraries():
        study.compare(one, other, as_json=json)


@studies.command("ladder", epilog="Example: tischlein study ladder bauab --search uct --most 1600")
def study_ladder(
    game: GameKey,
    *,
    search: Annotated[
        str, typer.Option(help="Which; by default, uct, or ismcts in games with secrets.")
    ] = "",
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    options: OptionTexts = "",
    first: Annotated[int, typer.Option(min=1, help="The least budget.")] = 25,
    most: Annotated[int, typer.Option(min=2, help="The greatest budget.")] = 800,
    matches: Annotated[int, typer.Option(min=1, help="For each step, at least.")] = 100,
    seed: Annotated[int, typer.Option(help="The first one.")] = 1,
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


@studies.command("tune", epilog="Example: tischlein study tune bauab --budget 500 --trials 40")
def study_tune(
    game: GameKey,
    *,
    search: Annotated[
        str, typer.Option(help="Which; by default, uct, or ismcts in games with secrets.")
    ] = "",
    budget: Annotated[int, typer.Option(min=1, help="Simulations of all who play.")] = 200,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    options: OptionTexts = "",
    trials: Annotated[int, typer.Option(min=1, help="How many settings are tried.")] = 20,
    matches: Annotated[int, typer.Option(min=1, help="For each trial, at least.")] = 40,
    test: Annotated[
        int, typer.Option(min=1, help="With other seeds, for the best of them, at least.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="The first one.")] = 1,
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


@studies.command("solve", epilog="Example: tischlein study solve our-evening.record --step 22")
def study_solve(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|RECORD",
            help="A small game's key, or a match whose end is solved.",
            autocompletion=_game_keys,
        ),
    ],
    *,
    options: OptionTexts = "",
    step: Annotated[
        int | None, typer.Option(min=0, help="Solve what follows this event of the match.")
    ] = None,
    most: Annotated[
        int, typer.Option(min=1, help="How many positions are looked at before giving up.")
    ] = 200_000,
    iterations: Annotated[
        int, typer.Option(min=1, help="Of regret minimisation, in games with secrets.")
    ] = 1000,
    json: Json = False,
) -> None:
    """Solve a small game for two, or the end of a match, exactly: what best play comes to."""
    from tischlein.cli import study

    study.solve(what, options=options, step=step, most=most, iterations=iterations, as_json=json)


programs = typer.Typer(
    name="program",
    help="Programs that play at a server by identities of their own; it may run meanwhile.",
    epilog="Start with: tischlein program add Robo --owner 'Ada, ada@example.org'",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(programs)

ProgramName = Annotated[str, typer.Argument(metavar="NAME", help="What it is called at tables.")]


@programs.command("add", epilog="Example: tischlein program add Robo --owner Ada --game bauab")
def program_add(
    name: ProgramName,
    owner: Annotated[str, typer.Option(help="Who answers for it; hosts read that.")],
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="What it plays, once for each; by default, all games.",
            autocompletion=_game_keys,
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Let a program play, and print the token by which it is known."""
    from tischlein.cli import programs as registry

    registry.add(name, owner, game or (), database or data, as_json=json)


@programs.command("list")
def program_list(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the programs with their owners and games."""
    from tischlein.cli import programs as registry

    registry.show(database or data, as_json=json)


@programs.command("renew")
def program_renew(name: ProgramName, data: Data = None, database: Database = None) -> None:
    """Print a new token for a program; the old one opens nothing any more."""
    from tischlein.cli import programs as registry

    registry.renew(name, database or data)


@programs.command("revoke")
def program_revoke(name: ProgramName, data: Data = None, database: Database = None) -> None:
    """Let a program play no more: its token opens nothing, its connections end."""
    from tischlein.cli import programs as registry

    registry.revoke(name, database or data)


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
            autocompletion=_game_keys,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="How long an answer of the program may take.")
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
    from tischlein.interop.bot_check import Patience

    patience = Patience(answer=seconds)
    raise typer.Exit(check(what, program, game or (), patience, as_json=json))


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
    """Compute the ratings of all player cards anew from the matches that count.

    Stop the server before.
    """
    from tischlein.cli import archive

    archive.rerate(data, database)


@app.command(epilog="Example: tischlein export our-matches")
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a record of every match that is over."""
    from tischlein.cli import archive

    raise typer.Exit(archive.export(folder, data, database))


@app.command("import", epilog="Example: tischlein import our-matches")
def take_in(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Records, or folders of records.")
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Store finished matches from their records; end the server first.

    A match that is there already stays as it is.
    """
    from tischlein.cli import archive

    raise typer.Exit(archive.take_in(files, data, database))


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
    from tischlein.cli import reports
    from tischlein.cli.words import chosen

    reports.games(chosen(language), as_json=json)


@app.command(epilog="Examples: tischlein rules bauab · tischlein rules bauab BAU-12 BAU-14")
def rules(
    game: GameKey,
    identifiers: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Only these rules.")
    ] = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Show the rules of a game, or some of them by identifier."""
    from tischlein.cli import reports
    from tischlein.cli.words import chosen

    reports.rules(game, identifiers or [], chosen(language), as_json=json)
