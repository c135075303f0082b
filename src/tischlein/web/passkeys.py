"""Passkeys (WebAuthn): what a browser is asked to sign, and whether what it has signed is good.

Where passkeys work is configured, never taken from a request: under the server's public address if
that has a domain and TLS, and at ``http://localhost`` on this machine. Browsers know no passkeys of
bare IP addresses, nor without encryption.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import (
    base64url_to_bytes,
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AttestationConveyancePreference,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tischlein.core.errors import TischleinError
from tischlein.tables.problems import NotAllowedError, NotNowError

NAME = "Tischlein"
"""What browsers call the server when they ask for a passkey."""
CHALLENGE_BYTES = 32
WAITS = 300_000
"""For how many milliseconds a challenge can be answered."""

_LOCAL = "localhost"
_PORTS = {"http": 80, "https": 443}


class Signed(NamedTuple):
    """A passkey that has just been made, or has just signed."""

    credential: bytes
    public_key: bytes
    sign_count: int


class Site(NamedTuple):
    """An address under which passkeys work."""

    origin: str
    domain: str
    """What passkeys belong to (the RP id)."""


class Passkeys:
    """Where passkeys work, and how they are asked for and checked."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        """Know the addresses of the server; those where passkeys cannot work are left out."""
        found = (site_of(address) for address in addresses)
        self._sites = {site.origin: site for site in found if site is not None}

    @property
    def origins(self) -> list[str]:
        """Where passkeys work."""
        return list(self._sites)

    def site(self, origin: str | None) -> Site:
        """Return the site that a page with this origin is of.

        Raises
        ------
        NotNowError
            If passkeys do not work there.
        """
        site = self._sites.get(origin or "")
        if site is None:
            raise NotNowError("no-passkeys-here")
        return site

    def to_make(
        self, site: Site, challenge: bytes, card_id: str, name: str, known: Sequence[bytes]
    ) -> dict[str, Any]:
        """Return what a browser needs to make a passkey; devices with a known one make none."""
        options = webauthn.generate_registration_options(
            rp_id=site.domain,
            rp_name=NAME,
            user_id=card_id.encode(),
            user_name=name,
            user_display_name=name,
            challenge=challenge,
            timeout=WAITS,
            attestation=AttestationConveyancePreference.NONE,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
        return options_to_json_dict(options)

    def to_sign_in(self, site: Site, challenge: bytes) -> dict[str, Any]:
        """Return what a browser needs to sign in with whatever passkey it has of this server."""
        options = webauthn.generate_authentication_options(
            rp_id=site.domain,
            challenge=challenge,
            timeout=WAITS,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return options_to_json_dict(options)

    def made(self, site: Site, credential: dict[str, Any], challenge: bytes) -> Signed:
        """Return the passkey that a browser has made (NotAllowedError)."""
        try:
            found = webauthn.verify_registration_response(
                credential=parse_registration_credential_json(credential),
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
            )
        except Exception as error:
            # Whatever in it is wrong, and however the library says so.
            raise NotAllowedError("passkey") from error
        return Signed(found.credential_id, found.credential_public_key, found.sign_count)

    def signed(
        self, site: Site, credential: dict[str, Any], challenge: bytes, known: Signed
    ) -> Signed:
        """Return a known passkey as it is after it has signed this challenge (NotAllowedError)."""
        try:
            found = webauthn.verify_authentication_response(
                credential=parse_authentication_credential_json(credential),
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
            )
        except Exception as error:
            raise NotAllowedError("passkey") from error
        return Signed(found.credential_id, known.public_key, found.new_sign_count)


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


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a browser says to have signed (NotAllowedError)."""
    try:
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(data).challenge
    except Exception as error:
        raise NotAllowedError("passkey") from error


def credential_in(credential: dict[str, Any]) -> bytes:
    """Return the id of the passkey that a browser says to have used (NotAllowedError)."""
    try:
        return base64url_to_bytes(credential["rawId"])
    except Exception as error:
        raise NotAllowedError("passkey") from error
