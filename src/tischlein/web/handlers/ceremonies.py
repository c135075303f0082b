"""WebAuthn: what a browser is asked to sign with a passkey, and the verification of its signature.

The library imports a quarter of a second of others, and computes: it is loaded, and called, in a
thread, when a passkey is first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import webauthn
from webauthn.helpers import (
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AttestationConveyancePreference,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tischlein.tables.problems import NotAllowedError
from tischlein.web.handlers.passkeys import CHALLENGE_LIFETIME, NAME, Site, VerifiedPasskey


def registration_options(
    site: Site, challenge: bytes, card_id: str, name: str, known: Sequence[bytes]
) -> dict[str, Any]:
    """Return what a browser needs to make a passkey; devices with a known one make none."""
    options = webauthn.generate_registration_options(
        rp_id=site.domain,
        rp_name=NAME,
        user_id=card_id.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=CHALLENGE_LIFETIME,
        attestation=AttestationConveyancePreference.NONE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return options_to_json_dict(options)


def authentication_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to sign in with any of its passkeys for this server."""
    options = webauthn.generate_authentication_options(
        rp_id=site.domain,
        challenge=challenge,
        timeout=CHALLENGE_LIFETIME,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options)


def verify_registration(
    site: Site, credential: dict[str, Any], challenge: bytes
) -> VerifiedPasskey:
    """Return the passkey that a browser has made (NotAllowedError)."""
    try:
        found = webauthn.verify_registration_response(
            credential=parse_registration_credential_json(credential),
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
        )
    except Exception as error:
        # Whatever is wrong in it, and however the library reports that.
        raise NotAllowedError("passkey") from error
    return VerifiedPasskey(found.credential_id, found.credential_public_key, found.sign_count)


def verify_authentication(
    site: Site, credential: dict[str, Any], challenge: bytes, known: VerifiedPasskey
) -> VerifiedPasskey:
    """Return a known passkey, updated after signing this challenge (NotAllowedError)."""
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
    return VerifiedPasskey(found.credential_id, known.public_key, found.new_sign_count)
