"""Web Push: messages encrypted for one browser (RFC 8291), signed by the server (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import os

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tischlein.tables.notifications.base64url import to_base64url

MOST_BYTES = 3_900
"""Maximal size in bytes that every push service accepts."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_RECORD = 4_096
_HALF_A_DAY = 43_200
_AUTH_BYTES = 16
_POINT_BYTES = 65


class Signer:
    """The server's key, by which push services know it; made from a secret of 32 bytes."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """Derive the key; ``contact`` is a URL for operators of push services."""
        self._key = derive_private_key(int.from_bytes(secret) % (_ORDER - 1) + 1, SECP256R1())
        self._contact = contact
        self.public = to_base64url(_point(self._key))
        """The public key with which browsers subscribe."""

    def authorization(self, audience: str, now: int) -> str:
        """Return the header that a push service requires.

        Parameters
        ----------
        audience
            The origin of the push service, as ``https://push.example.net``.
        now
            Seconds since 1970.
        """
        claims = {"aud": audience, "exp": now + _HALF_A_DAY, "sub": self._contact}
        head = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        r, s = decode_dss_signature(self._key.sign(head.encode(), ECDSA(SHA256())))
        signature = to_base64url(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={head}.{signature}, k={self.public}"


def encrypt(text: bytes, browser_key: str, browser_secret: str) -> bytes:
    """Return a message that only the browser with these keys (in base64url) can read.

    Raises
    ------
    ValueError
        If they are no valid keys.
    """
    point, secret = browser_keys(browser_key, browser_secret)
    them = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    me = generate_private_key(SECP256R1())
    mine, salt = _point(me), os.urandom(16)
    info = b"WebPush: info\0" + point + mine
    shared = _derive(secret, me.exchange(ECDH(), them), info, 32)
    key = _derive(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, shared, b"Content-Encoding: nonce\0", 12)
    body = AESGCM(key).encrypt(nonce, text + b"\2", None)
    return salt + _RECORD.to_bytes(4) + bytes([_POINT_BYTES]) + mine + body


def browser_keys(key: str, secret: str) -> tuple[bytes, bytes]:
    """Return a browser's keys as bytes, after validating them (ValueError)."""
    try:
        point, auth = _from_base64(key), _from_base64(secret)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except (binascii.Error, InvalidKey) as error:
        raise ValueError("no keys of a browser") from error
    if len(point) != _POINT_BYTES or len(auth) != _AUTH_BYTES:
        raise ValueError("no keys of a browser")
    return point, auth


def _from_base64(text: str) -> bytes:
    if len(text) > 2 * _POINT_BYTES:
        raise ValueError("no keys of a browser")
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _json(value: object) -> str:
    return to_base64url(json.dumps(value, separators=(",", ":")).encode())


def _point(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
