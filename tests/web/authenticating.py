"""An authenticator in software: makes passkeys and signs with them, also wrongly if told to."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url, encode_cbor

Json = dict[str, Any]
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey, and how often it has signed."""

    def __init__(self, origin: str, domain: str) -> None:
        self.origin = origin
        self.domain = domain
        self.count = 0
        self.id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def makes(self, options: Json, **wrong: Any) -> Json:
        """Answer a question for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        key = {
            1: 2,
            3: -7,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(key)
        data = self._data(ATTESTED, **wrong) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options, **wrong)
        return self._credential(
            clientDataJSON=bytes_to_base64url(client),
            attestationObject=bytes_to_base64url(attestation),
        )

    def signs(self, options: Json, **wrong: Any) -> Json:
        """Answer a question to sign in."""
        self.count = wrong.pop("count", self.count + 1)
        data = self._data(0, **wrong)
        client = self._client("webauthn.get", options, **wrong)
        signed = data + hashlib.sha256(client).digest()
        key = wrong.get("key", self._key)
        return self._credential(
            clientDataJSON=bytes_to_base64url(client),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            userHandle=None,
        )

    def _data(self, flags: int, **wrong: Any) -> bytes:
        domain = hashlib.sha256(wrong.get("domain", self.domain).encode()).digest()
        return domain + bytes([PRESENT | VERIFIED | flags]) + self.count.to_bytes(4, "big")

    def _client(self, usual: str, options: Json, **wrong: Any) -> bytes:
        told = {
            "type": wrong.get("kind", usual),
            "challenge": wrong.get("challenge", options["challenge"]),
            "origin": wrong.get("origin", self.origin),
            "crossOrigin": False,
        }
        return json.dumps(told).encode()

    def _credential(self, **response: str | None) -> Json:
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
