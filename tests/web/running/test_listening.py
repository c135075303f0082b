"""Where a server listens: the port that is asked for or the next, or what is in its way."""

import errno
import os
import socket
from contextlib import closing

import pytest

from tischlein.core.errors import TischleinError
from tischlein.web.running.listening import listen


def _failing(number: int) -> type[socket.socket]:
    """Return sockets that no address can be given to, for this reason."""

    class Failing(socket.socket):
        def bind(self, _: object, /) -> None:
            raise OSError(number, os.strerror(number))

    return Failing


def test_the_first_port_that_is_free_is_taken() -> None:
    with listen("127.0.0.1", [0]) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", [port, 0]) as second:
            assert second.getsockname()[1] != port


def test_a_taken_port_is_named_with_what_to_do() -> None:
    with listen("127.0.0.1", [0]) as first:
        port = first.getsockname()[1]
        with pytest.raises(TischleinError) as told:
            listen("127.0.0.1", [port])
    assert f"port {port} of 127.0.0.1 is taken" in str(told.value)
    assert "--port" in str(told.value)
    assert "Errno" not in str(told.value)


def test_of_several_taken_ports_the_first_is_named() -> None:
    with listen("127.0.0.1", [0]) as first:
        port = first.getsockname()[1]
        with pytest.raises(TischleinError, match=f"all ports from {port} of .* on are taken"):
            listen("127.0.0.1", [port, port])


@pytest.mark.parametrize("host", ["localhost", "0.0.0.0"])
def test_a_port_is_taken_if_another_program_has_it_at_ipv6_where_browsers_look_first(
    host: str,
) -> None:
    """Whoever is sent to http://localhost would come to that program."""
    try:
        other = listen("::1", [0])
    except TischleinError:
        pytest.skip("this machine has no IPv6")
    with closing(other):
        port = other.getsockname()[1]
        with pytest.raises(TischleinError, match=f"port {port} of {host} is taken"):
            listen(host, [port])
        with listen("127.0.0.1", [port]) as here:  # its visitors are sent to that address
            assert here.getsockname()[1] == port


@pytest.mark.parametrize("host", ["", "[::1]", "127.0.0.1:80", "nonsense.invalid", "a" * 70])
def test_what_is_no_address_is_refused_with_what_would_be_one(host: str) -> None:
    with pytest.raises(TischleinError) as told:
        listen(host, [0])
    assert repr(host) in str(told.value)
    assert "--host 127.0.0.1" in str(told.value)


def test_another_machines_address_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(TischleinError, match=r"'203\.0\.113\.5' is no address of this machine"):
        listen("203.0.113.5", [0])


def test_a_port_of_roots_alone_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", _failing(errno.EACCES))
    with pytest.raises(TischleinError, match=r"port 80 .* root alone .* from 1024 on with --port"):
        listen("127.0.0.1", [80, 81])


def test_another_fault_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", _failing(errno.EAFNOSUPPORT))
    with pytest.raises(TischleinError) as told:
        listen("127.0.0.1", [80])
    assert os.strerror(errno.EAFNOSUPPORT) in str(told.value)
    assert "Errno" not in str(told.value)
