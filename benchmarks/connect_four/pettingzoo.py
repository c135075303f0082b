"""PettingZoo's own Connect Four, and the loop that plays any of its environments at random."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np

from benchmarks import Unavailable


def connect_four() -> Any:
    """Return PettingZoo's module of Connect Four; Unavailable if it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            from pettingzoo.classic import connect_four_v3
    except ImportError:
        raise Unavailable(
            "PettingZoo or pygame is not installed; `uv sync --group bench` brings them"
        ) from None
    return connect_four_v3


def play(env: Any, moves: int) -> None:
    """Make random legal moves, beginning anew after each end."""
    choice = random.Random(1)
    env.reset(seed=1)
    for _ in range(moves):
        seen, _, terminated, _, _ = env.last()
        if terminated:
            env.reset()
        else:
            env.step(choice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
