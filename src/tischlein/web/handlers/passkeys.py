"""Passkeys (WebAuthn): what a browser is asked to sign, and the verification of its signature.

Where passkeys work is configured, never taken from a request: under the server's public address if
that has a domain and TLS, and at ``http://localhost`` on this machine. Browsers support no passkeys
for bare IP addresses, nor without encryption.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tischlein.core.errors import TischleinError
from tischlein.tables.problems import NotAllowedError, NotNowError

NAME = "Tischlein"
"""The server's name in browsers' prompts for a passkey."""
CHALLENGE_BYTES = 32
CHALLENGE_LIFETIME = 300_000
"""For how many milliseconds a challenge can be answered."""

_LOCAL = "localhost"
_PORTS = {"http": 80, "https": 443}


class VerifiedPasskey(NamedTuple):
    """A passkey that has just been made, or has just signed."""

    credential: bytes
    public_key: bytes
    sign_count: int


class Site(NamedTuple):
    """An address under which passkeys work."""

    origin: str
    domain: str
    """The domain that passkeys belong to (the RP id)."""


class Passkeys:
    """Where passkeys work, and how they are requested and verified."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        """Set the addresses of the server; those where passkeys cannot work are left out."""
        found = (site_of(address) for address in addresses)
        self._sites = {site.origin: site for site in found if site is not None}

    @property
    def origins(self) -> list[str]:
        """The origins where passkeys work."""
        return list(self._sites)

    def site(self, origin: str | None) -> Site:
        """Return the site of a page with this origin.

        Raises
        ------
        NotNowError
            If passkeys do not work there.
        """
        site = self._sites.get(origin or "")
        if site is None:
            raise NotNowError("no-passkeys-here")
        return site

    async def registration_options(
        self, site: Site, challenge: bytes, card_id: str, name: str, known: Sequence[bytes]
    ) -> dict[str, Any]:
        """Return what a browser needs to make a passkey; devices with a known one make none."""
        ceremonies = await _ceremonies()
        options: dict[str, Any] = ceremonies.registration_options(
            site, challenge, card_id, name, known
        )
        return options

    async def authentication_options(self, site: Site, challenge: bytes) -> dict[str, Any]:
        """Return what a browser needs to sign in with any of its passkeys for this server."""
        ceremonies = await _ceremonies()
        options: dict[str, Any] = ceremonies.authentication_options(site, challenge)
        return options

    async def verify_registration(
        self, site: Site, credential: dict[str, Any], challenge: bytes
    ) -> VerifiedPasskey:
        """Return the passkey that a browser has made (NotAllowedError)."""
        ceremonies = await _ceremonies()
        return await asyncio.to_thread(ceremonies.verify_registration, site, credential, challenge)

    async def verify_authentication(
        self, site: Site, credential: dict[str, Any], challenge: bytes, known: VerifiedPasskey
    ) -> VerifiedPasskey:
        """Return a known passkey, updated after signing this challenge (NotAllowedError)."""
        ceremonies = await _ceremonies()
        return await asyncio.to_thread(
            ceremonies.verify_authentication, site, credential, challenge, known
        )


def site_of(address: str) -> Site | None:
    """Return the site of an address; None if passkeys cannot work there."""
    origin = origin_of(address)
    parts = urlsplit(origin)
    domain = parts.hostname or ""
    local = domain == _LOCAL
    numbers = domain.replace(".", "").isdigit() or ":" in domain
    if numbers or not (local or (parts.scheme == "https" and "." in domain)):
        return None
    return Site(origin, domain)


def origin_of(address: str) -> str:
    """Return the origin of an address as browsers write it.

    Raises
    ------
    TischleinError
        If it is no address of a web server.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        raise TischleinError(f"{address!r} is no address; one is like https://play.example.org")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise TischleinError(f"{address!r} has more than scheme, domain and port")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if port in (None, _PORTS[parts.scheme]) else f":{port}")


async def _ceremonies() -> Any:
    """Return the module that uses the library, which takes a quarter of a second to load."""
    return await asyncio.to_thread(import_module, "tischlein.web.handlers.ceremonies")


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a browser claims to have signed (NotAllowedError)."""
    try:
        data = json.loads(_from_base64(credential["response"]["clientDataJSON"]))
        return _from_base64(data["challenge"])
    except Exception as error:
        raise NotAllowedError("passkey") from error


def credential_in(credential: dict[str, Any]) -> bytes:
    """Return the id of the passkey that a browser claims to have used (NotAllowedError)."""
    try:
        return _from_base64(credential["rawId"])
    except Exception as error:
        raise NotAllowedError("passkey") from error


def _from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
