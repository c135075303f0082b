"""The port on which a server listens; where it cannot be had, what keeps it and what to do."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Sequence

from tischlein.core.errors import TischleinError

UNREAD = 120.0
"""Seconds after which a connection ends whose other side takes nothing of what is sent to it."""
BACKLOG = 1024
"""Connections that wait to be accepted."""
NAMED_LOCALHOST = ("localhost", "0.0.0.0")
"""What browsers of this machine are sent to by the name ``localhost``, which is ``::1`` first."""


def listen(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens on the first of these ports that is free.

    Parameters
    ----------
    host
        An address of this machine or a name for one; of several it has, that of IPv4.
    ports
        At least one, from 0 (any that is free) to 65535.

    Raises
    ------
    TischleinError
        If there is no such address here, or none of the ports can be had.
    """
    family = _family(host)
    for tried in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # others wait as long as the other side is there
            unread = int(UNREAD * 1_000)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
        try:
            listening.bind((host, tried))
            listening.listen(BACKLOG)
            if host in NAMED_LOCALHOST and tried:
                _check_localhost(tried)
        except OSError as failed:
            listening.close()
            if failed.errno != errno.EADDRINUSE:
                raise TischleinError(_told(host, tried, failed)) from failed
        else:
            return listening
    raise TischleinError(_taken(host, ports))


def _family(host: str) -> socket.AddressFamily:
    """Return of which kind an address is, for a name that of the address that it stands for."""
    try:
        # An empty one would be every address there is.
        found = {one[0] for one in socket.getaddrinfo(host, None)} if host else set()
    except (OSError, UnicodeError):  # the latter for what no name can be
        found = set()
    if not found:
        raise TischleinError(f"{host!r} is no address of this machine: {_HOSTS}")
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def _check_localhost(port: int) -> None:
    """Find out whether a program listens where browsers look first for ``localhost``.

    Raises
    ------
    OSError
        With ``EADDRINUSE`` if there is one: who is sent to ``localhost`` would come to that.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("::1", port))
    except OSError as failed:
        if failed.errno == errno.EADDRINUSE:
            raise
        # Else this machine has no IPv6, and no browser looks there.


_HOSTS = "write --host 127.0.0.1 for this machine alone, or 0.0.0.0 for its network (IPv6: ::1, ::)"


def _told(host: str, port: int, failed: OSError) -> str:
    """Return what keeps an address from being listened on, and what to do."""
    if failed.errno == errno.EACCES:
        return (
            f"port {port} is one that root alone may open: take one from 1024 on with --port,"
            " and let a proxy lead there"
        )
    if failed.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is no address of this machine: {_HOSTS}"
    return f"cannot listen on {host} port {port} ({failed.strerror}): {_HOSTS}"


def _taken(host: str, ports: Sequence[int]) -> str:
    """Return that none of these ports is free, and what to do."""
    first = f"{ports[0]} of {host}"
    which = f"port {first} is" if len(ports) == 1 else f"all ports from {first} on are"
    show = " (ss -ltnp shows it)" if sys.platform == "linux" else ""
    return f"{which} taken by another program{show}: end that, or name another port with --port"
