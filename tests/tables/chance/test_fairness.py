"""Fair chance: exact, reproducible by anyone, and bound to what each side gave beforehand."""

import hashlib
import hmac
import struct
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tischlein.tables.chance import fairness
from tischlein.tables.chance.fairness import (
    CommitmentMismatch,
    DrawMismatch,
    RecordedDraw,
    SeededChance,
    commitment,
    draw,
    message,
    new_secret,
    parse_contribution,
    verify,
)

SECRET = bytes(range(32))
CONTRIBUTIONS = [b"\x11" * 16, b"", b"\x33" * 64]
MATCH = "k7Qm2x"

secrets = st.binary(min_size=32, max_size=32)
contribution_lists = st.lists(st.just(b"") | st.binary(min_size=16, max_size=64), max_size=5)
weight_lists = st.lists(st.integers(0, 50), min_size=1, max_size=40).filter(any)


def by_the_description(
    secret: bytes, contributions: list[bytes], match_id: str, counter: int, weights: list[int]
) -> int:
    """Draw as the module's description says, written for this test from the description alone."""
    head = struct.pack(">I", 18) + b"tischlein/chance/1" + struct.pack(">I", len(contributions))
    for part in [*contributions, match_id.encode("utf-8")]:
        head += struct.pack(">I", len(part)) + part
    deck = [index for index, weight in enumerate(weights) for _ in range(weight)]
    for attempt in range(1000):
        text = head + struct.pack(">QII", counter, attempt, 0)
        x = int(hmac.new(secret, text, hashlib.sha256).hexdigest(), 16)
        if x < 2**256 - 2**256 % len(deck):
            return deck[x % len(deck)]
    raise AssertionError("a thousand rejections in a row")


def chi_square(counts: Counter[int], weights: list[int]) -> float:
    """Return how far counts are from their expectation, in the statistic's usual scale."""
    drawn = counts.total()
    return sum(
        float((counts[index] - Fraction(drawn * weight, sum(weights))) ** 2)
        / float(Fraction(drawn * weight, sum(weights)))
        for index, weight in enumerate(weights)
        if weight
    )


def digests_in_turn(monkeypatch: pytest.MonkeyPatch, *values: int) -> list[bytes]:
    """Let each block come out as the next of these values; return the messages signed so far."""
    signed: list[bytes] = []
    coming = iter(values)

    def digest(secret: bytes, content: bytes) -> bytes:
        signed.append(content)
        return next(coming).to_bytes(32, "big")

    monkeypatch.setattr(fairness, "_digest", digest)
    return signed


def test_the_message_has_the_described_bytes() -> None:
    assert message([b"ab", b""], "ü", 258, 3, 4).hex(" ", -4) == (
        "00000012 74697363 686c6569 6e2f6368 616e6365 2f310000 00020000 00026162 00000000 "
        "00000002 c3bc0000 00000000 01020000 00030000 0004"
    )


def test_known_answers() -> None:
    """Fixed for good: a change here would make every finished record unverifiable."""
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    chance = SeededChance(SECRET, CONTRIBUTIONS, MATCH)
    rolled = "".join(str(1 + chance.draw([1] * 6)) for _ in range(20))
    assert rolled == "64643112612656163455"


@given(secrets, contribution_lists, st.text(max_size=20), st.integers(0, 2**40), weight_lists)
def test_an_independent_implementation_agrees(
    secret: bytes, contributions: list[bytes], match_id: str, counter: int, weights: list[int]
) -> None:
    expected = by_the_description(secret, contributions, match_id, counter, weights)
    assert draw(secret, contributions, match_id, counter, weights) == expected


@given(
    st.lists(st.binary(max_size=6), max_size=4),
    st.lists(st.binary(max_size=6), max_size=4),
    st.text(max_size=4),
    st.text(max_size=4),
)
def test_different_inputs_never_share_a_message(
    one: list[bytes], other: list[bytes], match: str, rematch: str
) -> None:
    same = (one, match) == (other, rematch)
    assert (message(one, match, 0, 0, 0) == message(other, rematch, 0, 0, 0)) is same


@pytest.mark.parametrize(
    ("weights", "critical"),
    [([1] * 6, 20.52), ([1, 2, 3, 4], 16.27), ([5, 0, 1], 10.83), ([1] * 52, 87.97)],
    ids=["die", "ladder", "never", "deck"],
)
def test_outcomes_follow_their_weights(weights: list[int], critical: float) -> None:
    """The critical values are chi-square's at one in a thousand; the seeds are fixed."""
    for seed in (b"first", b"second", b"third"):
        chance = SeededChance(hashlib.sha256(seed).digest(), CONTRIBUTIONS, MATCH)
        counts = Counter(chance.draw(weights) for _ in range(5200))
        assert chi_square(counts, weights) < critical
        assert all(counts[index] == 0 for index, weight in enumerate(weights) if weight == 0)


def test_neighbouring_counters_are_independent() -> None:
    """Pairs of successive rolls fall evenly on the 36 combinations (35 degrees of freedom)."""
    chance = SeededChance(SECRET, CONTRIBUTIONS, MATCH)
    rolls = [chance.draw([1] * 6) for _ in range(7200)]
    pairs = Counter(6 * a + b for a, b in zip(rolls[::2], rolls[1::2], strict=True))
    assert chi_square(pairs, [1] * 36) < 66.62


@pytest.mark.parametrize("total", [3, 6, 52, 1000, 2**255 + 1])
def test_the_last_incomplete_round_of_values_is_rejected(
    monkeypatch: pytest.MonkeyPatch, total: int
) -> None:
    limit = 2**256 - 2**256 % total
    signed = digests_in_turn(monkeypatch, limit, 2**256 - 1, limit - 1)
    assert draw(SECRET, CONTRIBUTIONS, MATCH, 9, [total - 1, 1]) == 1  # limit - 1 gives total - 1
    assert signed == [message(CONTRIBUTIONS, MATCH, 9, attempt, 0) for attempt in (0, 1, 2)]


def test_nothing_is_rejected_when_the_total_divides_the_range(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signed = digests_in_turn(monkeypatch, 2**256 - 1)
    assert draw(SECRET, CONTRIBUTIONS, MATCH, 0, [1] * 64) == 63
    assert len(signed) == 1


def test_accepted_values_fall_on_each_outcome_equally_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With digests cut to four bits, all sixteen values can be tried: 15 of them for weight 5."""
    monkeypatch.setattr(fairness, "_DIGEST_BITS", 4)
    counts: Counter[int] = Counter()
    for value in range(16):
        signed = digests_in_turn(monkeypatch, value, 0)
        index = draw(SECRET, CONTRIBUTIONS, MATCH, 0, [1, 3, 1])
        if len(signed) == 1:
            counts[index] += 1
    assert counts == {0: 3, 1: 9, 2: 3}


@pytest.mark.parametrize(("total", "blocks"), [(2**256, 1), (2**256 + 1, 2), (2**600, 3)])
def test_totals_beyond_one_digest_take_more_blocks(
    monkeypatch: pytest.MonkeyPatch, total: int, blocks: int
) -> None:
    signed = digests_in_turn(monkeypatch, *[0] * (blocks - 1), 7)
    assert draw(SECRET, CONTRIBUTIONS, MATCH, 1, [7, 1, total - 8]) == 1
    assert signed == [message(CONTRIBUTIONS, MATCH, 1, 0, block) for block in range(blocks)]


def test_blocks_are_read_with_the_first_as_the_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    digests_in_turn(monkeypatch, 1, 5)
    assert draw(SECRET, CONTRIBUTIONS, MATCH, 0, [2**256 + 5, 1, 2**256]) == 1


def rolls(
    secret: bytes = SECRET,
    contributions: list[bytes] = CONTRIBUTIONS,
    match_id: str = MATCH,
    counter: int = 0,
) -> list[int]:
    chance = SeededChance(secret, contributions, match_id, counter)
    return [chance.draw([1] * 6) for _ in range(40)]


@pytest.mark.parametrize(
    "other",
    [
        rolls(secret=bytes(32)),
        rolls(contributions=CONTRIBUTIONS[::-1]),
        rolls(contributions=[b"\x11" * 16, b"", b"\x33" * 63]),
        rolls(contributions=[b"\x11" * 16, b"\x33" * 64]),
        rolls(match_id="k7Qm2y"),
        rolls(counter=1),
    ],
    ids=["secret", "seat order", "contribution", "empty seat", "match", "counter"],
)
def test_everything_that_goes_in_matters(other: list[int]) -> None:
    assert other != rolls()


def test_a_seat_may_contribute_nothing() -> None:
    assert len(set(rolls(contributions=[b"", b"", b""]))) > 1
    assert parse_contribution("") == b""


@given(st.integers(0, 40))
def test_a_match_taken_up_again_continues_where_it_stopped(played: int) -> None:
    chance = SeededChance(SECRET, CONTRIBUTIONS, MATCH)
    for _ in range(played):
        chance.draw([1, 1])
    resumed = SeededChance(SECRET, CONTRIBUTIONS, MATCH, counter=played)
    assert resumed.counter == chance.counter
    assert [resumed.draw([1] * 9) for _ in range(5)] == [chance.draw([1] * 9) for _ in range(5)]


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [2, -1], [-1]])
def test_impossible_weights_are_an_error_and_count_nothing(weights: list[int]) -> None:
    chance = SeededChance(SECRET, CONTRIBUTIONS, MATCH)
    with pytest.raises(ValueError, match="weight"):
        chance.draw(weights)
    assert chance.counter == 0


def test_secrets_are_32_bytes_and_never_the_same() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {32}


@pytest.mark.parametrize("length", [16, 17, 64])
def test_contributions_of_16_to_64_bytes_are_taken(length: int) -> None:
    assert parse_contribution("Ab" * length) == b"\xab" * length


@pytest.mark.parametrize("text", ["ab" * 15, "ab" * 65, "abc", "xy" * 16, "é" * 16])
def test_other_contributions_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="contribution"):
        parse_contribution(text)


def record_of(weights: list[list[int]]) -> list[RecordedDraw]:
    """Play chance events with these weights; outcome i of an event is action 100 + i."""
    chance = SeededChance(SECRET, CONTRIBUTIONS, MATCH)
    return [
        RecordedDraw(
            weights=tuple(each),
            outcomes=tuple(range(100, 100 + len(each))),
            chosen=100 + chance.draw(each),
        )
        for each in weights
    ]


def verified(
    draws: list[RecordedDraw],
    secret: bytes = SECRET,
    published: str | None = None,
    contributions: list[bytes] = CONTRIBUTIONS,
    match_id: str = MATCH,
) -> CommitmentMismatch | DrawMismatch | None:
    published = commitment(secret) if published is None else published
    texts = [contribution.hex() for contribution in contributions]
    return verify(secret.hex(), published, texts, match_id, draws)


@given(st.lists(weight_lists, max_size=20))
def test_an_honest_match_verifies(weights: list[list[int]]) -> None:
    assert verified(record_of(weights)) is None


@given(st.lists(st.just([1] * 6), min_size=1, max_size=20), st.data())
def test_a_changed_outcome_is_found_where_it_is(
    weights: list[list[int]], data: st.DataObject
) -> None:
    draws = record_of(weights)
    place = data.draw(st.integers(0, len(draws) - 1))
    honest = draws[place]
    forged = data.draw(st.sampled_from([o for o in honest.outcomes if o != honest.chosen]))
    draws[place] = RecordedDraw(honest.weights, honest.outcomes, forged)
    assert verified(draws) == DrawMismatch(counter=place, recorded=forged, computed=honest.chosen)


def test_another_secret_than_the_committed_is_found_first() -> None:
    published = commitment(SECRET)
    found = verified(record_of([[1] * 6]), secret=bytes(32), published=published)
    assert found == CommitmentMismatch(published=published, computed=commitment(bytes(32)))


def test_a_commitment_that_is_none_is_found_whatever_stands_there() -> None:
    found = verified([], published="é188…")
    assert isinstance(found, CommitmentMismatch)
    assert found.published == "é188…"


def test_swapped_contributions_or_another_match_do_not_verify() -> None:
    draws = record_of([[1] * 52] * 10)
    assert isinstance(verified(draws, contributions=CONTRIBUTIONS[::-1]), DrawMismatch)
    assert isinstance(verified(draws, match_id="other"), DrawMismatch)


def test_a_commitment_verifies_in_either_letter_case() -> None:
    assert verified([], published=commitment(SECRET).upper()) is None


def test_malformed_records_are_an_error_that_names_the_part() -> None:
    with pytest.raises(ValueError, match="secret"):
        verify("no hex", commitment(SECRET), [], MATCH, [])
    with pytest.raises(ValueError, match="contribution"):
        verify(SECRET.hex(), commitment(SECRET), ["abc"], MATCH, [])
    with pytest.raises(ValueError, match="event 0 has 1 outcomes and 2 weights"):
        verified([RecordedDraw(weights=(1, 1), outcomes=(5,), chosen=5)])
