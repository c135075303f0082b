"""Compiled rules: the cache on disk, and chance that is the same compiled or interpreted."""

import ast
import inspect
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tischlein.core import kernel
from tischlein.core.kernel import below, new_rng, next_word, shuffle, uniform, weighted

DRAWS = """
import numpy as np
from tischlein.core.kernel import *
rng = new_rng(42)
cards = np.arange(10)
shuffle(rng, cards, 10)
weights = np.array([1, 5, 2])
print([int(next_word(rng)) for _ in range(3)], [int(below(rng, 10**9)) for _ in range(3)],
      [float(uniform(rng)).hex() for _ in range(3)], cards.tolist(),
      [int(weighted(rng, weights, 3)) for _ in range(9)],
      [int(weighted(rng, weights * 2**59, 3)) for _ in range(9)])
"""
ONE_DRAW = """
from tischlein.core.kernel import new_rng, next_word
print(next_word(new_rng(1)))
"""
COPIES = """
import gc
import numpy as np
from tischlein.core.kernel import kernel

@kernel
def copy(target, source):
    target[:] = source

target = np.zeros(3, np.int64)
copy(target, np.arange(3))
print(target.tolist(), gc.isenabled())
try:
    copy(target, np.arange(4))
except ValueError as error:
    print(error)
gc.disable()
copy(target, np.arange(3.0))
print(gc.isenabled())
"""


def run(script: str, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


def test_the_generator_is_splitmix64() -> None:
    """The first numbers from the state 1234567, as published with the algorithm."""
    rng = np.array([1234567], np.uint64)
    assert [int(next_word(rng)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_compiled_and_interpreted_chance_are_the_same() -> None:
    assert run(DRAWS, NUMBA_DISABLE_JIT="1") == run(DRAWS, NUMBA_DISABLE_JIT="0")


def test_equal_seeds_give_equal_streams_and_others_do_not() -> None:
    streams = [[int(next_word(rng)) for _ in range(4)] for rng in map(new_rng, (5, 5, 6))]
    assert streams[0] == streams[1] != streams[2]


@pytest.mark.parametrize("seed", [math.nan, 1.0, "1", True, None])
def test_a_seed_is_a_whole_number_since_equal_ones_have_to_give_equal_streams(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, not"):
        new_rng(seed)


def test_a_seed_may_be_of_any_type_of_whole_numbers_and_of_any_size() -> None:
    assert new_rng(np.int64(7)) == new_rng(7)  # type: ignore[arg-type]  # as NumPy's users have it
    assert new_rng(-1) != new_rng(2**64 - 1)


def test_draws_are_within_bounds_and_even() -> None:
    rng = new_rng(0)
    counts = Counter(int(below(rng, 6)) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert all(0 <= uniform(rng) < 1 for _ in range(100))
    assert below(rng, 1) == 0


def words(state: int) -> Iterator[int]:
    """Yield what SplitMix64 yields from a state on, in Python's own numbers."""
    most = 2**64 - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & most
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & most
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & most
        yield word ^ (word >> 31)


@pytest.mark.parametrize("count", [3, 6 * 10**8, 2**30, 2**30 + 1, 3 * 2**29, 2**31 - 1])
def test_draws_are_lemires_and_those_that_would_be_biased_are_drawn_again(count: int) -> None:
    """Of 3 * 2**29 every fourth is; the algorithm as it is published, for words of 31 bits."""
    rng, drawn, again = np.array([2019], np.uint64), words(2019), 0
    for _ in range(400):
        while (product := (next(drawn) >> 33) * count) % 2**31 < 2**31 % count:
            again += 1
        assert int(below(rng, count)) == product >> 31
    assert (again > 0) == (count in {6 * 10**8, 2**30 + 1, 3 * 2**29}), again


def test_large_draws_that_would_be_biased_are_drawn_again() -> None:
    rng, drawn = np.array([7], np.uint64), words(7)
    weights = np.array([1, 1, 1]) * 2**61
    for _ in range(400):
        while (word := next(drawn) >> 1) >= 3 * 2**61:
            continue
        assert int(weighted(rng, weights, 3)) == word >> 61


def test_weights_are_odds() -> None:
    rng = new_rng(0)
    weights = np.array([1, 0, 3])
    counts = Counter(int(weighted(rng, weights, 3)) for _ in range(4000))
    assert counts[1] == 0
    assert 850 < counts[0] < 1150


@pytest.mark.parametrize("scale", [2**31, 2**61])
def test_large_weights_are_odds_as_well(scale: int) -> None:
    rng = new_rng(0)
    weights = np.array([1, 0, 2]) * scale
    counts = Counter(int(weighted(rng, weights, 3)) for _ in range(3000))
    assert counts[1] == 0
    assert 850 < counts[0] < 1150


def test_a_shuffle_moves_only_the_first_values_and_loses_none() -> None:
    rng = new_rng(3)
    values = np.arange(8)
    shuffle(rng, values, 6)
    assert sorted(values[:6].tolist()) == list(range(6))
    assert values[6:].tolist() == [6, 7]


def test_compiled_code_is_cached_in_the_chosen_folder_and_used_again(tmp_path: Path) -> None:
    first = run(ONE_DRAW, TISCHLEIN_CACHE=str(tmp_path))
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    assert files
    assert run(ONE_DRAW, TISCHLEIN_CACHE=str(tmp_path)) == first
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")} == files


def test_arrays_of_unequal_sizes_are_refused_without_strings_of_numbers_in_compiled_code(
    tmp_path: Path,
) -> None:
    copied, refused, _ = run(COPIES, TISCHLEIN_CACHE=str(tmp_path)).splitlines()
    assert copied.startswith("[0, 1, 2]")
    assert refused == "cannot assign slice from input of different size"


def test_garbage_is_collected_as_before_once_a_kernel_is_compiled(tmp_path: Path) -> None:
    collected, _, uncollected = run(COPIES, TISCHLEIN_CACHE=str(tmp_path)).splitlines()
    assert collected.endswith("True")
    assert uncollected == "False"


@pytest.mark.skipif(kernel.INTERPRETED, reason="what is interpreted stays where it is written")
def test_a_template_seems_to_stand_where_python_can_be_read(tmp_path: Path) -> None:
    """Numba reads sources there, and Python from 3.13 on cannot begin within a text."""
    file = tmp_path / "rules.py"
    lines = ['"""\n', *["Rules.\n"] * 1_000, '"""\n']
    file.write_text("".join(lines), encoding="utf-8")

    def template() -> int:
        return 1

    made = kernel.bound(template, str(file), "made")
    assert inspect.getsourcefile(made) == str(file)
    assert ast.parse("".join(lines[made.__code__.co_firstlineno - 1 :])).body


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "kernels").write_text("a file where the folder should be")
    assert run(ONE_DRAW, TISCHLEIN_CACHE=str(tmp_path)) == run(ONE_DRAW)


def test_code_that_nobody_has_used_for_a_month_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path))
    for name, age in (("old", 40), ("new", 3)):
        folder = kernel.cache_root() / name
        folder.mkdir(parents=True)
        used = folder.stat().st_mtime - age * 86_400
        os.utime(folder, (used, used))
    kernel.prune_cache()
    assert [folder.name for folder in kernel.cache_root().iterdir()] == ["new"]
