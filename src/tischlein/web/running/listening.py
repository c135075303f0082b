"""The port on which a server listens; if it is not available, the reason and what to do."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Sequence

from tischlein.core.errors import TischleinError

UNREAD_TIMEOUT = 120.0
"""Seconds after which a connection ends whose other side accepts no data."""
BACKLOG = 1024
"""Connections that wait to be accepted."""
NAMED_LOCALHOST = ("localhost", "0.0.0.0")
"""Hosts to which browsers of this machine are sent as ``localhost``, which is first ``::1``."""


def listen(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens on the first free one of these ports.

    Parameters
    ----------
    host
        An address of this machine or a name for one; of several addresses, the IPv4 one.
    ports
        At least one, from 0 (any that is free) to 65535.

    Raises
    ------
    TischleinError
        If there is no such address here, or none of the ports is available.
    """
    family = _family(host)
    for tried in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # others wait as long as the other side exists
            unread = int(UNREAD_TIMEOUT * 1_000)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
        try:
            listening.bind((host, tried))
            listening.listen(BACKLOG)
            if host in NAMED_LOCALHOST and tried:
                _check_localhost(tried)
        except OSError as failed:
            listening.close()
            if failed.errno != errno.EADDRINUSE:
                raise TischleinError(_explain(host, tried, failed)) from failed
        else:
            return listening
    raise TischleinError(_taken(host, ports))


def _family(host: str) -> socket.AddressFamily:
    """Return the family of an address, or of the address of a name."""
    try:
        # An empty one would mean every address.
        found = {one[0] for one in socket.getaddrinfo(host, None)} if host else set()
    except (OSError, UnicodeError):  # the latter for invalid names
        found = set()
    if not found:
        raise TischleinError(f"{host!r} is no address of this machine: {_HOSTS}")
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def _check_localhost(port: int) -> None:
    """Check whether a program listens where browsers look first for ``localhost``.

    Raises
    ------
    OSError
        With ``EADDRINUSE`` if there is one: browsers sent to ``localhost`` would reach that.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("::1", port))
    except OSError as failed:
        if failed.errno == errno.EADDRINUSE:
            raise
        # Otherwise this machine has no IPv6, and no browser looks there.


_HOSTS = "write --host 127.0.0.1 for this machine alone, or 0.0.0.0 for its network (IPv6: ::1, ::)"


def _explain(host: str, port: int, failed: OSError) -> str:
    """Return why an address cannot be listened on, and what to do."""
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
