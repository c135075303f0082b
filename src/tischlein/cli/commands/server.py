"""Commands that run a server and look after it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tischlein.cli.commands.arguments import Data, Database, Json, Mail, MailFrom, PublicUrl
from tischlein.cli.commands.numbers import whole

app = typer.Typer()


class Role(StrEnum):
    """What a server does, where several share a database."""

    ALL = "all"
    WEB = "web"
    BOTS = "bots"


class LogForm(StrEnum):
    """How the server's log is written."""

    TEXT = "text"
    JSON = "json"


@app.command(epilog="Example: tischlein serve --host 0.0.0.0 shares the table in your network")
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in your network join.")
    ] = "127.0.0.1",
    port: Annotated[int, whole("0 takes any free port.", least=0, most=65535)] = 8000,
    data: Data = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    keep_unfinished: Annotated[
        int, whole("Matches that nobody plays on; 0: for ever.", least=0, metavar="DAYS")
    ] = 90,
    keep_finished: Annotated[
        int, whole("Matches that are over; 0: for ever.", least=0, metavar="DAYS")
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
    role: Annotated[
        Role,
        typer.Option(
            envvar="TISCHLEIN_ROLE",
            show_envvar=False,
            help="What it does beside other servers on its database: web serves visitors, bots"
            " thinks for their bots, all does both.",
        ),
    ] = Role.ALL,
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
        role=role.value,
    )


@app.command(epilog="Example: tischlein doctor --data /var/lib/tischlein")
def doctor(
    data: Data = None,
    database: Database = None,
    port: Annotated[int, whole("Where the server listens.", least=1, most=65535)] = 8000,
    public_url: PublicUrl = "",
    mail: Mail = "",
    mail_from: MailFrom = "",
    json: Json = False,
) -> None:
    """Look whether everything is there that a server needs, and say what to do where it is not.

    Exits with 1 if something keeps a server from working.
    """
    from tischlein.cli.doctor import examine

    notifications = public_url, mail, mail_from
    raise typer.Exit(examine(data, port, database, notifications, as_json=json))
