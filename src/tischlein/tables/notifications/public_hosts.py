"""Where messages may be sent over HTTP: only to public hosts, since visitors name the addresses.

A name is looked up once, every address that it has must be a public one, and the connection goes to
exactly the address that was checked: a name that resolves differently a moment later changes
nothing. Redirections are not followed, and answers are not read beyond their status.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Mapping
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

import httpx

LONGEST_ADDRESS = 2_000
SECONDS = 15.0
"""How long sending may take in all."""
_UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses assigned to hosts of the open internet so far; NAT64 is not among them."""
_SPECIAL: tuple[IPv4Network | IPv6Network, ...] = (
    *map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")),
    *map(IPv6Network, ("2001::/23", "2002::/16", "3fff::/20")),
)
"""Special addresses among these: of protocols (Teredo), of 6to4 and its relays, of examples.

Not every Python knows all of them.
"""
_LOOPBACK = "localhost"
"""It and all names below lead to the same machine (RFC 6761)."""
_HTTPS = 443
_OWN_PORTS = 1024
"""Ports below belong to other services than the web, except 443."""
_LAST_PORT = 65_535

Address = IPv4Address | IPv6Address
"""Of a host, of either kind."""


class UnreachableError(Exception):
    """Nothing was sent, or nothing has answered."""


class ForbiddenError(UnreachableError):
    """The address is not one that visitors may name."""


def is_public(address: Address) -> bool:
    """Whether an address belongs to a host of the open internet."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in _UNICAST:
            return False
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


class HostPolicy(NamedTuple):
    """Which addresses are allowed."""

    schemes: tuple[str, ...] = ("https",)
    allows: Callable[[Address], bool] = is_public


def check(text: str, policy: HostPolicy) -> httpx.URL:
    """Return an address that looks like that of a public host; its name is not looked up yet.

    A host whose address is known without a lookup is checked completely.

    Raises
    ------
    ForbiddenError
        If it does not.
    """
    if len(text) > LONGEST_ADDRESS:
        raise ForbiddenError("too long for an address")
    try:
        url = httpx.URL(text)
        host = url.host  # decoded only now, if it is an international name
    except (httpx.InvalidURL, UnicodeError):
        raise ForbiddenError("not an address") from None
    if url.scheme not in policy.schemes or not host or url.userinfo:
        raise ForbiddenError("not an address of a public host")
    port = _HTTPS if url.port is None else url.port
    first = _OWN_PORTS if "https" in policy.schemes else 1
    if port != _HTTPS and not first <= port <= _LAST_PORT:
        raise ForbiddenError("not a port of the web")
    address = _literal_address(host)
    if address is not None and not policy.allows(address):
        raise ForbiddenError("not a public address")
    return url


def _literal_address(host: str) -> Address | None:
    """Return the address that a host has wherever it is looked up; None for a name."""
    name = host.lower().removesuffix(".")
    if name == _LOOPBACK or name.endswith(f".{_LOOPBACK}"):
        return IPv4Address("127.0.0.1")
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:  # 127.1, 0x7f000001: forms that systems accept, and browsers normalise
        return IPv4Address(socket.inet_aton(name))
    except OSError:
        return None


async def post(url: str, body: bytes, headers: Mapping[str, str], policy: HostPolicy) -> int:
    """Send a request, and return the status of the answer.

    Raises
    ------
    ForbiddenError
        If the address leads to no public host.
    UnreachableError
        If nobody answers.
    """
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(check(url, policy), body, headers, policy)
    except (httpx.HTTPError, OSError, UnicodeError, TimeoutError) as error:
        raise UnreachableError(f"{type(error).__name__}") from error


async def _post(url: httpx.URL, body: bytes, headers: Mapping[str, str], policy: HostPolicy) -> int:
    address = await _resolve(url, policy)
    there = url.copy_with(host=address)
    host = url.netloc.decode("ascii")
    async with (
        httpx.AsyncClient(
            trust_env=False, verify=_tls_context(), follow_redirects=False, timeout=SECONDS
        ) as client,
        client.stream(
            "POST",
            there,
            content=body,
            headers={**headers, "host": host},
            # The certificate has to be that of the name, whatever its address.
            extensions={"sni_hostname": url.host},
        ) as answer,
    ):
        return answer.status_code


@cache
def _tls_context() -> ssl.SSLContext:
    """Return the trusted certificate authorities, cached: loading them takes 20 ms."""
    return httpx.create_ssl_context(trust_env=False)


async def _resolve(url: httpx.URL, policy: HostPolicy) -> str:
    """Return an address of a URL's host, all of whose addresses are allowed."""
    port = url.port or _HTTPS
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not addresses or not all(policy.allows(ip_address(one)) for one in addresses):
        raise ForbiddenError("not a public address")
    return addresses[0]
