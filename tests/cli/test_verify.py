"""Recomputing chance: a lot that follows from its seed, and records that were tampered with."""

import hashlib
from pathlib import Path

import pytest

from tests.cli.conftest import Tischlein
from tischlein.tables.chance import fairness

SECRET = bytes(range(32))
CONTRIBUTIONS = (b"a" * 16, b"f" * 16)
"""With these, the lot leaves the first chair to seat A."""
HASHES = [
    fairness.contribution_hash(contribution, "m1", fairness.commitment(SECRET)).hex()
    for contribution in CONTRIBUTIONS
]


def finished(end: str = "& end agreed\n", **changes: str) -> str:
    """Return a record of a hosted match whose header may be changed field by field."""
    lot = fairness.draw(SECRET, CONTRIBUTIONS, "m1", 0, [1, 1])
    fields = {
        "game": "bauab",
        "seats": "Anna, Ben",
        "id": "m1",
        "fairness": "2",
        "hash A": HASHES[0],
        "hash B": HASHES[1],
        "commitment": hashlib.sha256(SECRET).hexdigest(),
        "seed": SECRET.hex(),
        "contribution A": CONTRIBUTIONS[0].hex(),
        "contribution B": CONTRIBUTIONS[1].hex(),
        "chairs": "A B",
        "lot": "AB"[lot],
    } | changes
    start = fields.pop("lot")
    header = "".join(f"{key}: {value}\n" for key, value in fields.items() if value)
    return f"{header}\n* start {start}\n{end}"


def test_chance_that_follows_from_the_seed_is_verified(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    file = tmp_path / "m1.record"
    file.write_text(finished())
    answer = tischlein("verify", file)
    assert answer.code == 0
    assert answer.out == f"{file}: all 1 outcomes of chance follow from the seed\n"


def test_of_a_folder_all_records_are_verified(tmp_path: Path, tischlein: Tischlein) -> None:
    assert "there are no records" in tischlein("verify", tmp_path).err
    (tmp_path / "2026").mkdir()
    for name, text in (("a", finished()), ("b", finished(seed=bytes(32).hex()))):
        (tmp_path / "2026" / f"{name}.record").write_text(text)
    answer = tischlein("verify", tmp_path)
    assert answer.code == 1
    good, bad = answer.out.splitlines()
    assert good.endswith("a.record: all 1 outcomes of chance follow from the seed")
    assert "b.record: the seed is not the one that was committed to" in bad


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": bytes(32).hex()}, "the seed is not the one that was committed to"),
        ({"seed": "xyz"}, "hex digits"),
        ({"seed": ""}, "the header lacks seed"),
        ({"id": "", "commitment": ""}, "the header lacks id, commitment"),
        ({"contribution A": "ff"}, "16 to 64 bytes"),
        ({"contribution A": "ff" * 16}, "the contribution of seat A is not the one that"),
        ({"hash B": HASHES[0]}, "the contribution of seat B is not the one that"),
        ({"hash B": ""}, "the contribution of seat B has no hash"),
        ({"hash B": "ff"}, "a hash is written in 64 hex digits"),
        ({"fairness": "3"}, "a protocol that this version does not know"),
        ({"fairness": ""}, "the header has hashes, but lacks the line 'fairness: 2'"),
        ({"fairness": "", "hash A": ""}, "the header has hashes, but lacks the line"),
        ({"chairs": "B A"}, "the seats are dealt out as B A, but should be as A B"),
    ],
)
def test_what_cannot_be_verified_is_explained(
    changes: dict[str, str], reason: str, tmp_path: Path, tischlein: Tischlein
) -> None:
    file = tmp_path / "m1.record"
    file.write_text(finished(**changes))
    answer = tischlein("verify", file)
    assert answer.code == 1
    assert reason in answer.out


def test_a_record_that_stops_before_the_end_is_not_verified(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    file = tmp_path / "m1.record"
    file.write_text(finished(end=""))
    answer = tischlein("verify", file)
    assert answer.code == 1
    assert "stops before the end of the match" in answer.out


@pytest.mark.parametrize(
    ("changes", "remark"),
    [
        (
            {"fairness": "", "hash A": "", "hash B": ""},
            "from the seed; contributions came in openly, by the first protocol",
        ),
        # Which outcomes were possible is computed by the installed rules.
        (
            {"rules": "9"},
            "; the record follows version 9 of the rules, and version 1 is installed",
        ),
    ],
    ids=["of the first protocol", "of other rules"],
)
def test_what_is_special_about_a_record_is_said_when_it_is_verified(
    changes: dict[str, str], remark: str, tmp_path: Path, tischlein: Tischlein
) -> None:
    file = tmp_path / "m1.record"
    file.write_text(finished(**changes))
    answer = tischlein("verify", file)
    assert answer.code == 0
    assert answer.out.endswith(f"{remark}\n")


def test_another_outcome_than_the_seed_gives_is_named(tmp_path: Path, tischlein: Tischlein) -> None:
    right = finished(end="")[-2]
    wrong = "A" if right == "B" else "B"
    file = tmp_path / "m1.record"
    file.write_text(finished(lot=wrong))
    answer = tischlein("verify", file)
    assert answer.code == 1
    assert f"chance event 1 is '* start {wrong}', but should be '* start {right}'" in answer.out
