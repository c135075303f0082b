"""A server's deployment settings, from its operator's command line."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from tischlein.core.errors import TischleinError
from tischlein.tables.ownership import Role
from tischlein.web.logs import Form

if TYPE_CHECKING:
    from tischlein.tables.notifications.senders import NotificationSettings


class Deployment(NamedTuple):
    """A server's deployment: its proxies, watchers, database and so on."""

    proxies: Sequence[str] = ()
    """Addresses or networks of proxies, besides this machine, that are trusted about visitors."""
    watchers: Sequence[str] = ()
    """Addresses or networks, besides this machine, that may read the metrics."""
    log: str = Form.TEXT
    database: str | None = None
    """The address of the PostgreSQL database that keeps the matches; None for a file."""
    node: str | None = None
    """Where other servers on this database reach this one; None for where it listens."""
    public_url: str = ""
    """The server's public address; without it people get no notifications about their matches."""
    mail: str = ""
    """Where mail is submitted, as ``smtp://USER:PASSWORD@HOST:PORT``."""
    mail_from: str = ""
    role: Role = Role.ALL
    """What the server does; other roles than all need a database that servers share."""

    def check(self) -> None:
        """Refuse invalid addresses, and a role without effect (TischleinError)."""
        if self.role is not Role.ALL and not self.database:
            raise TischleinError(
                f"the role {self.role} is for servers that share a database:"
                " add --database postgresql://USER@HOST/NAME"
            )
        for text in (*self.proxies, *self.watchers):
            network(text)
        if self.node is not None:
            check_node(self.node)
        self.notification_settings()

    def notification_settings(self) -> NotificationSettings | None:
        """Return what is needed for notifications; None if there are none."""
        if not (self.public_url or self.mail):
            return None
        from tischlein.tables.notifications.senders import (
            notification_settings,
        )  # not needed by a server at home

        return notification_settings(self.public_url, self.mail, self.mail_from)


def check_node(address: str) -> None:
    """Refuse an invalid address of a server (TischleinError)."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise TischleinError(f"{address!r} is no address of a server: write http://10.0.0.3:8000")


HOME = Deployment()
"""The defaults: a server at home."""


def network(text: str) -> Any:
    """Return an address or a network (``10.0.0.0/8``) written by an operator.

    Raises
    ------
    TischleinError
        If it is neither.
    """
    try:
        return ip_network(text)
    except ValueError:
        raise TischleinError(
            f"{text!r} is no address or network: write 192.0.2.7, 10.1.0.0/16 or 2001:db8::/32"
        ) from None
