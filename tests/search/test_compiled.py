"""Searches are compiled once on a machine, and mean the same compiled and interpreted."""

import json
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.state import Ints
from tischlein.search import alphabeta, uct
from tischlein.search.alphabeta import AlphaBeta
from tischlein.search.compiled import draw_seat, row_key, stop_flag
from tischlein.search.method import TreeSettings
from tischlein.search.result import SearchResult

ALL_SEARCHES = """
    import json
    from numba.core import event
    compilations = event.RecordingListener()
    event.register("numba:compile", compilations)
    from benchmarks.connect_four import GAME as CONNECT_FOUR
    from tests.tiny.kuhn import GAME as KUHN
    from tischlein.core.kernel import new_rng
    from tischlein.core.position import Position
    from tischlein.search import alphabeta, halving, ismcts, uct
    from tischlein.search.alphabeta import AlphaBeta
    from tischlein.search.method import RolloutSettings, TreeSettings
    from tischlein.search.playouts import playouts
    four = Position.start(CONNECT_FOUR, 2)
    kuhn = Position.start(KUHN, 2)
    kuhn.play(8, 2)
    kuhn.play(8, 0)
    found = [
        uct.search(four, 0, TreeSettings(300, cutoff=30, greed=100), new_rng(1)),
        alphabeta.search(four, 0, AlphaBeta(depth=5, nodes=400), new_rng(1)),
        ismcts.search(kuhn.observe(0), TreeSettings(300), new_rng(1)),
        halving.search(kuhn.observe(0), RolloutSettings(300), new_rng(1)),
        playouts(four, 30, new_rng(1)),
    ]
    report = {
        "found": [str(one) for one in found],
        "compiled": len(compilations.buffer),
    }
    print(json.dumps(report))
"""


def run(cache: Path, **environment: str) -> dict[str, Any]:
    """Run all searches in a fresh process with a cache of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(ALL_SEARCHES)],
        env={
            **os.environ,
            "TISCHLEIN_CACHE": str(cache),
            "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
            **environment,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def first(cache: Path) -> dict[str, Any]:
    return run(cache)


@pytest.mark.long
def test_a_second_process_compiles_nothing(cache: Path, first: dict[str, Any]) -> None:
    second = run(cache)
    assert first["compiled"] > 0
    assert second["compiled"] == 0
    assert second["found"] == first["found"]


@pytest.mark.long
def test_searches_mean_the_same_interpreted(cache: Path, first: dict[str, Any]) -> None:
    interpreted = run(cache, NUMBA_DISABLE_JIT="1")
    assert interpreted["compiled"] == 0
    assert interpreted["found"] == first["found"]


@pytest.mark.parametrize("bits", [0b1, 0b1000, 0b1_0000_0000])
def test_a_single_seat_is_found_without_a_draw(bits: int) -> None:
    rng = new_rng(1)
    assert 1 << draw_seat(bits, rng) == bits
    assert (rng == new_rng(1)).all()


def test_each_of_several_seats_is_drawn_alike() -> None:
    rng = new_rng(1)
    drawn = [draw_seat(0b1_0010_1001, rng) for _ in range(8_000)]
    counts = {seat: drawn.count(seat) for seat in set(drawn)}
    assert counts.keys() == {0, 3, 5, 8}
    assert all(abs(count - 2_000) < 200 for count in counts.values())


def test_rows_that_differ_anywhere_have_different_keys() -> None:
    rows = np.zeros((3 * 64 * 5, 5), np.int64)
    for index, row in enumerate(rows):
        word, rest = divmod(index, 3 * 64)
        value, shift = divmod(rest, 64)
        row[word] = np.int64(np.uint64((2 * value + 1) << shift & (1 << 64) - 1).astype(np.int64))
    keys = {row_key(rows.reshape(-1), 5 * index, 5, 7) for index in range(len(rows))}
    assert len(keys) == len({row.tobytes() for row in rows})


def test_a_flag_set_by_another_thread_ends_long_searches() -> None:
    """Which also shows that they release the interpreter lock; unstopped, they take hours."""
    position = Position.start(CONNECT_FOUR, 2)
    uct.search(position, 0, TreeSettings(10), new_rng(1))
    alphabeta.search(position, 0, AlphaBeta(depth=1, nodes=10), new_rng(1))
    searches: list[Callable[[Ints], SearchResult]] = [
        lambda stop: uct.search(position, 0, TreeSettings(10**9), new_rng(1), stop),
        lambda stop: alphabeta.search(
            position, 0, AlphaBeta(depth=42, nodes=10**12), new_rng(1), stop
        ),
    ]
    for search in searches:
        stop = stop_flag()
        timer = threading.Timer(0.2, stop.__setitem__, (0, 1))
        timer.start()
        found = search(stop)
        timer.join()
        assert found.action in range(7)
        assert found.nodes < 10**9
