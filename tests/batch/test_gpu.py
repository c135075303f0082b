"""The templates of the GPU, in Numba's simulator, come to what the processor comes to."""

import copy
import os
import subprocess
import sys

import pytest
from numba import cuda

from tests.interop.game_settings import games
from tischlein.batch import Batch, gpu
from tischlein.batch.gpu import has_compiler
from tischlein.core.errors import GameError

SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
"""The simulator runs rules as ordinary Python."""
SOME = ("misd", "nussknacker", "raufer")
"""A race, interrupts, and secrets that are dealt."""


def output(device: str, key: str, environment: dict[str, str]) -> str:
    """Return what some steps of a game come to, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.batch.on_gpu", device, "30", key],
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(game.key, marks=() if game.key in SOME else pytest.mark.long)
        for game in games()
        if game.compiled
    ],
)
def test_a_simulated_gpu_comes_to_what_the_processor_comes_to(key: str) -> None:
    simulated = output("cuda", key, SIMULATED)
    assert key in simulated
    assert simulated == output("cpu", key, {})


@pytest.mark.skipif(not (has_compiler() and cuda.is_available()), reason="no GPU")
@pytest.mark.parametrize("key", [game.key for game in games() if game.compiled])
def test_a_gpu_comes_to_what_the_processor_comes_to(key: str) -> None:
    assert output("cuda", key, {}) == output("cpu", key, {})


@pytest.mark.skipif(cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_it_says_what_to_do() -> None:
    with pytest.raises(GameError, match=r"no GPU here .*device='cpu' runs everywhere"):
        Batch("raufer", 2, device="cuda")


def test_a_gpu_without_a_compiler_that_takes_all_rules_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(gpu, "find_spec", lambda _: None)
    with pytest.raises(GameError, match=r"pip install 'tischlein\[gpu\]' brings what"):
        Batch("raufer", 2, device="cuda")


def test_what_is_on_a_gpu_is_not_copied() -> None:
    """A copy would have its positions twice, and play on with one of them only."""
    with pytest.raises(TypeError, match="on a GPU can be neither copied nor pickled"):
        copy.deepcopy(gpu.GpuRows.__new__(gpu.GpuRows))
