"""Numba's compiler for GPUs takes the rules of every compiled game; it needs no GPU for that.

It comes with the extra ``gpu``. What it makes is not run here: see ``test_gpu``.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba import types

from tests.interop.game_settings import games
from tischlein.batch import Batch
from tischlein.batch.gpu import _kernels, cuda, has_compiler

HOPPER = (9, 0)
"""The compute capability that is compiled for."""
SOME = ("misd", "raufer")
ALLOCATES = "NRT_"
"""How functions of Numba's that take memory begin, which there are none of on a device."""


def compiles() -> bool:
    """Whether the compiler is there."""
    if not has_compiler():
        return False

    def nothing() -> None:
        pass

    try:
        cuda.compile_ptx(nothing, types.void(), cc=HOPPER)
    except Exception:  # each version of Numba has its own for what is missing
        return False
    return True


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer for the driver, which is asked for nothing but what to compile for."""
    if not compiles():
        pytest.skip("no compiler for GPUs: pip install 'tischlein[gpu]' brings it")
    device = SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(game.key, marks=() if game.key in SOME else pytest.mark.long)
        for game in games()
        if game.compiled
    ],
)
def test_rules_compile_for_a_gpu_and_take_no_memory_there(key: str) -> None:
    batch = Batch(key, 2)
    rows: Any = batch._rows  # whose arrays are those of a device
    written = batch.legal, batch.rewards, batch.ended
    opening, step, secrets = _kernels(batch.game, by_scores=False)
    for kernel, arrays in (
        (opening, rows._matches),
        (step, (batch.sample(), *rows._matches, *written)),
        (secrets, (rows._states, batch.acting)),
    ):
        signature = types.void(*map(numba.typeof, arrays))
        text, _ = cuda.compile_ptx(kernel.py_func, signature, cc=HOPPER)
        assert ".visible .entry" in text
        assert ALLOCATES not in text
