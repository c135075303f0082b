"""Two implementations of one chance: what browsers compute is held to what is drawn here.

The vectors lie beside the client's tests, which compute each of them again. To write them anew:
``python -m tests.tables.chance.test_chance_vectors``.
"""

import random
from pathlib import Path

import msgspec

from tischlein.tables.chance import fairness, lots
from tischlein.web.proofs import in_short

VECTORS = Path(__file__).parents[3] / "client" / "tests" / "chance-vectors.json"

WEIGHTS: tuple[list[int], ...] = (
    [1],
    [1] * 2,
    [1] * 52,
    [3, 1, 0, 2],
    [0, 0, 7],
    [1, 1, 4, 4, 4, 1],
    [2**31, 2**31 + 1, 1],
    [2**53 + 1, 2**53 + 3],
    # Nearly every second attempt is rejected.
    [2**255 + 1],
    # More than one digest's worth.
    [2**256, 1],
    [2**300, 2**299, 5],
)
CONTRIBUTIONS: tuple[list[bytes], ...] = (
    [],
    [b""],
    [b"\x11" * 16, b"", bytes(range(64))],
    [bytes([seat]) * 32 for seat in range(8)],
)


COUNTERS = (0, 1, 2, 2**32, 2**52 + 1)


def vectors() -> list[dict[str, object]]:
    """Return what both compute: hashes of contributions, lots, and draws one after another."""
    chooser = random.Random(1)
    matches: list[dict[str, object]] = []
    for number, contributions in enumerate(CONTRIBUTIONS):
        secret, match = chooser.randbytes(32), ("match", "brömmel", "", "x" * 14)[number]
        published = fairness.commitment(secret)
        matches.append(
            {
                "secret": secret.hex(),
                "commitment": published,
                "match": match,
                "contributions": [contribution.hex() for contribution in contributions],
                "hashes": [
                    fairness.contribution_hash(contribution, match, published).hex()
                    for contribution in contributions
                ],
                "lot": lots.shuffled_order(secret, contributions, match),
                "counters": COUNTERS,
                "draws": [
                    {
                        "weights": in_short(weights),
                        "indices": [
                            fairness.draw(secret, contributions, match, counter, weights)
                            for counter in COUNTERS
                        ],
                    }
                    for weights in WEIGHTS
                ],
            }
        )
    return matches


def written() -> str:
    return msgspec.json.format(msgspec.json.encode(vectors()), indent=1).decode() + "\n"


def test_the_vectors_of_the_client_are_what_is_drawn_here() -> None:
    assert VECTORS.read_text() == written()


if __name__ == "__main__":
    VECTORS.write_text(written())
