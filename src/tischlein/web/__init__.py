"""The web server: the protocol, HTTP and WebSocket, and the browser client that it serves.

The :mod:`application <tischlein.web.app>` is assembled here, with what all its parts use. Its
``handlers`` answer requests, ``sockets`` keep connections, ``messages`` are what both say; ``http``
has what every answer needs, ``nodes`` the ways to other servers, ``running`` a server's life, and
``descriptions`` the interface in words for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

DEFAULT_PORT = 8000


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    data: Path | None = None,
    open_browser: bool = True,
    kept: tuple[int | None, int | None] = (90, None),
    *,
    proxies: Sequence[str] = (),
    watchers: Sequence[str] = (),
    log: str = "text",
    database: str | None = None,
    node: str | None = None,
    public_url: str = "",
    mail: str = "",
    mail_from: str = "",
    role: str = "all",
) -> None:
    """Run the server until it is interrupted.

    Parameters
    ----------
    host
        Address to listen on; ``0.0.0.0`` shares the tables in the local network.
    port
        Port to listen on; if the default one is taken and a browser is opened, the next free one; 0
        for any.
    data
        The database file, or a folder for it; by default it is in the user's data folder.
    open_browser
        Whether to open the first page in the browser.
    kept
        For how many days matches are kept: unfinished ones that nobody plays, and finished ones;
        None for ever.
    proxies
        Addresses or networks of proxies, besides this machine, that are trusted about visitors.
    watchers
        Addresses or networks, besides this machine, that may read ``/metrics``.
    log
        How the log is written: ``text`` or ``json``.
    database
        The address of a PostgreSQL database, instead of a file; other servers may share it.
    node
        Where these other servers reach this one; by default, where it listens.
    public_url
        The server's public address; without it people get no notifications about their matches.
    mail
        Where mail is submitted: ``smtp://USER:PASSWORD@HOST:PORT``; empty for no mail.
    mail_from
        The address that mail comes from.
    role
        What the server does, if others share its database: ``web`` serves visitors, ``bots`` runs
        bots and physics for others, ``all`` does both.
    """
    # Code that only needs the protocol needs no server.
    from tischlein.tables.ownership import Role
    from tischlein.web.deployment import Deployment
    from tischlein.web.running.serving import run

    notification_settings = public_url, mail, mail_from
    deployment = Deployment(
        proxies, watchers, log, database, node, *notification_settings, Role(role)
    )
    run(host, port, data, open_browser, kept, deployment)
