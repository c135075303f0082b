"""Chance that nobody can manipulate and everybody can verify afterwards.

The server picks a secret and publishes its SHA-256 before anyone contributes. Each browser then
sends the hash of random bytes of its own, and the bytes themselves only when all hashes are in
(``contributing``). Every outcome of chance follows from the secret, the contributions, the match
and a counter, and the secret is revealed in the finished record. So the server cannot choose
outcomes (it is bound to a secret from before the contributions), the players cannot foresee them
(they do not have the secret), and both together cannot try one contribution after the other (they
are bound by the hash before they know the others' contributions).

``docs/explanation/fairness.md`` says what this does not show.

How an outcome is drawn
-----------------------
This is all that another implementation needs. Integers are unsigned and big-endian, ``u32`` has
four bytes and ``u64`` eight; ``field(x)`` is ``u32(len(x))`` followed by the bytes ``x``.

1. The message for counter ``c``, attempt ``a`` and block ``b`` is the concatenation of

   - ``field("tischlein/chance/1")``, in ASCII,
   - ``u32(number of seats)`` and then ``field(contribution)`` for each seat in seat order, the
     contribution as bytes (not as hex digits), empty for a seat that sent none,
   - ``field(match id)``, in UTF-8,
   - ``u64(c)``, ``u32(a)`` and ``u32(b)``.

2. ``HMAC-SHA256(secret, message)`` gives 32 bytes; the key is the secret's 32 bytes.

3. Let ``T`` be the sum of the weights and ``B`` the least number of blocks with ``2^(256 B) >= T``
   (one, in any game that a person would play). The digests of blocks 0 to B-1 in a row, read as
   one integer, are ``x``.

4. If ``x >= 2^(256 B) - (2^(256 B) mod T)``, ``x`` is rejected: go on with attempt ``a + 1``.
   The first attempt is 0. Accepted values fall evenly on the ``T`` residues.

5. The outcome is the first whose running sum of weights exceeds ``x mod T``. A weight of 0 is
   never drawn.

The counter is 0 for the first chance event of a match and one higher for each that follows.

The hash of a contribution is SHA-256 of ``field("tischlein/contribution/1")``, ``field(match id)``,
``field(commitment)``, the commitment as its 32 bytes, and ``field(contribution)``. So it is made
for one match, after its commitment was known.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

import msgspec

SECRET_BYTES = 32
HASH_BYTES = 32
MIN_CONTRIBUTION_BYTES = 16
MAX_CONTRIBUTION_BYTES = 64

_LABEL = b"tischlein/chance/1"
_CONTRIBUTION_LABEL = b"tischlein/contribution/1"
_DIGEST_BITS = 256


def new_secret() -> bytes:
    """Return 32 unpredictable bytes, the server's secret for one match."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in hex: what is published before the match starts."""
    return hashlib.sha256(secret).hexdigest()


def contribution_hash(contribution: bytes, match_id: str, published: str) -> bytes:
    """Return the 32 bytes that bind a browser to its contribution.

    Parameters
    ----------
    published
        The commitment of the match, in hex.
    """
    parts = (_CONTRIBUTION_LABEL, match_id.encode(), bytes.fromhex(published), contribution)
    return hashlib.sha256(b"".join(map(_field, parts))).digest()


def parse_hash(text: str) -> bytes:
    """Return the bytes of a contribution's hash, from their hex digits.

    Raises
    ------
    ValueError
        If these are not the digits of 32 bytes.
    """
    try:
        parsed = bytes.fromhex(text)
    except ValueError:
        parsed = b""
    if len(parsed) != HASH_BYTES:
        raise ValueError(f"a hash is written in {2 * HASH_BYTES} hex digits")
    return parsed


def parse_contribution(text: str) -> bytes:
    """Return the bytes that a seat contributes, from their hex digits.

    Empty text stands for a seat that contributed nothing.

    Raises
    ------
    ValueError
        If the text is not hex, or has fewer than 16 or more than 64 bytes.
    """
    try:
        contribution = bytes.fromhex(text)
    except ValueError:
        raise ValueError("a contribution is written in hex digits, two for each byte") from None
    if contribution and not MIN_CONTRIBUTION_BYTES <= len(contribution) <= MAX_CONTRIBUTION_BYTES:
        raise ValueError(
            f"a contribution has {MIN_CONTRIBUTION_BYTES} to {MAX_CONTRIBUTION_BYTES} bytes, "
            f"not {len(contribution)}"
        )
    return contribution


def message(
    contributions: Sequence[bytes], match_id: str, counter: int, attempt: int, block: int
) -> bytes:
    """Return the bytes that are signed for one block of one attempt, as described in the module.

    Every part has a fixed size or is preceded by its length, so two different inputs never give the
    same message.
    """
    return b"".join(
        (
            _head(tuple(contributions), match_id),
            counter.to_bytes(8, "big"),
            attempt.to_bytes(4, "big"),
            block.to_bytes(4, "big"),
        )
    )


@lru_cache(maxsize=256)
def _head(contributions: tuple[bytes, ...], match_id: str) -> bytes:
    """Return how every message of a match begins."""
    return b"".join(
        (
            _field(_LABEL),
            len(contributions).to_bytes(4, "big"),
            *map(_field, contributions),
            _field(match_id.encode()),
        )
    )


def draw(
    secret: bytes,
    contributions: Sequence[bytes],
    match_id: str,
    counter: int,
    weights: Sequence[int],
) -> int:
    """Draw one outcome of chance.

    Parameters
    ----------
    secret
        The server's secret, 32 bytes.
    contributions
        What each seat contributed, in seat order; ``b""`` for a seat that sent nothing.
    match_id
        The match, so that equal secrets would still not give equal matches.
    counter
        How many outcomes this match has drawn before.
    weights
        One integer from 0 up for each outcome; an outcome's probability is exactly its weight
        divided by their sum.

    Returns
    -------
    int
        The index of the outcome in ``weights``.

    Raises
    ------
    ValueError
        If a weight is negative or their sum is zero.
    """
    sums = list(accumulate(map(int, weights)))
    if min(weights, default=0) < 0:
        raise ValueError("weights are integers from 0 up")
    if not sums or sums[-1] == 0:
        raise ValueError("at least one weight must be above 0")
    rest = _uniform(secret, contributions, match_id, counter, sums[-1])
    return bisect_right(sums, rest)


class SeededChance:
    """The chance of one match, drawn in order.

    Its owner keeps one and asks it at every chance event. When a match is loaded again, the counter
    is the number of chance events in the log.
    """

    def __init__(
        self, secret: bytes, contributions: Sequence[bytes], match_id: str, counter: int = 0
    ) -> None:
        """Start at `counter`: how many outcomes the match has drawn so far."""
        self._secret = secret
        self._contributions = tuple(contributions)
        self._match_id = match_id
        self._counter = counter

    @property
    def counter(self) -> int:
        """How many outcomes have been drawn, which is also the next one's counter."""
        return self._counter

    def draw(self, weights: Sequence[int]) -> int:
        """Draw the next outcome as :func:`draw` does, and count it."""
        index = draw(self._secret, self._contributions, self._match_id, self._counter, weights)
        self._counter += 1
        return index


class RecordedDraw(msgspec.Struct, frozen=True):
    """One chance event of a finished match, to be verified."""

    weights: tuple[int, ...]
    """The weight of each outcome that was possible."""
    outcomes: tuple[int, ...]
    """The chance action of each outcome, in the order of the weights."""
    chosen: int
    """The chance action that the record has."""


class CommitmentMismatch(msgspec.Struct, frozen=True):
    """The revealed secret is not the one of the commitment."""

    published: str
    """The commitment of the record."""
    computed: str
    """The commitment of the revealed secret."""


class HashMismatch(msgspec.Struct, frozen=True):
    """A contribution does not match the hash that its browser sent."""

    seat: int
    recorded: str
    """The hash of the record, empty if it has none."""
    computed: str
    """The hash of the contribution."""


class DrawMismatch(msgspec.Struct, frozen=True):
    """A chance event is not what the secret and the contributions give."""

    counter: int
    """Which chance event of the match, from 0."""
    recorded: int
    """The chance action of the record."""
    computed: int
    """The chance action that should be there."""


def verify(
    secret: str,
    published: str,
    contributions: Sequence[str],
    match_id: str,
    draws: Iterable[RecordedDraw],
) -> CommitmentMismatch | DrawMismatch | None:
    """Recompute the chance of a finished match.

    Parameters
    ----------
    secret
        The revealed secret in hex.
    published
        The commitment in hex, as it was published at the start.
    contributions
        What each seat contributed in hex, in seat order; empty text for nothing.
    match_id
        The match.
    draws
        All chance events of the match from the first on, in order.

    Returns
    -------
    CommitmentMismatch, DrawMismatch or None
        The first thing that does not fit, or None if everything does.

    Raises
    ------
    ValueError
        If the secret or a contribution is malformed, or an event's weights are impossible.
    """
    return verify_secret(secret, published) or verify_draws(secret, contributions, match_id, draws)


def verify_secret(secret: str, published: str) -> CommitmentMismatch | None:
    """Return the mismatch if a secret is not the one of the commitment (both in hex).

    Raises
    ------
    ValueError
        If the secret is malformed.
    """
    computed = commitment(_key(secret))
    if not hmac.compare_digest(computed.encode(), published.lower().encode()):
        return CommitmentMismatch(published=published, computed=computed)
    return None


def verify_draws(
    secret: str, contributions: Sequence[str], match_id: str, draws: Iterable[RecordedDraw]
) -> DrawMismatch | None:
    """Return the first outcome that does not follow from a secret; as :func:`verify`."""
    key = _key(secret)
    chance = SeededChance(key, [parse_contribution(text) for text in contributions], match_id)
    for event in draws:
        if len(event.outcomes) != len(event.weights):
            raise ValueError(
                f"chance event {chance.counter} has {len(event.outcomes)} outcomes "
                f"and {len(event.weights)} weights"
            )
        counter = chance.counter
        outcome = event.outcomes[chance.draw(event.weights)]
        if outcome != event.chosen:
            return DrawMismatch(counter=counter, recorded=event.chosen, computed=outcome)
    return None


def verify_hashes(
    hashes: Sequence[str], contributions: Sequence[str], match_id: str, published: str
) -> HashMismatch | None:
    """Return the first contribution that does not fit its hash; texts in hex, in seat order.

    A hash without a contribution stands for one that was left out: its browser did not reveal it.

    Raises
    ------
    ValueError
        If a hash, a contribution or the commitment is malformed.
    """
    try:
        bytes.fromhex(published)
    except ValueError:
        raise ValueError("a commitment is written in hex digits, two for each byte") from None
    for seat, (text, written) in enumerate(zip(hashes, contributions, strict=True)):
        given = parse_hash(text) if text else b""
        contribution = parse_contribution(written)
        if not contribution:
            continue
        computed = contribution_hash(contribution, match_id, published)
        if not hmac.compare_digest(computed, given):
            return HashMismatch(seat, given.hex(), computed.hex())
    return None


def _key(secret: str) -> bytes:
    try:
        return bytes.fromhex(secret)
    except ValueError:
        raise ValueError("a secret is written in hex digits, two for each byte") from None


def _field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def _uniform(
    secret: bytes, contributions: Sequence[bytes], match_id: str, counter: int, total: int
) -> int:
    """Return an integer below `total`, each with the same probability (rejection sampling)."""
    blocks = max(1, -(-(total - 1).bit_length() // _DIGEST_BITS))
    span = 1 << (_DIGEST_BITS * blocks)
    accepted = span - span % total
    attempt = 0
    while True:
        digests = [
            _digest(secret, message(contributions, match_id, counter, attempt, block))
            for block in range(blocks)
        ]
        value = int.from_bytes(b"".join(digests), "big")
        if value < accepted:
            return value % total
        attempt += 1


def _digest(secret: bytes, content: bytes) -> bytes:
    return hmac.digest(secret, content, "sha256")
