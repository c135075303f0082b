"""The compiler under test: compiled and interpreted rules must agree step by step.

``python -m tischlein.testing.compiled PACKAGE SEEDS`` prints the trace of the game in a package
as JSON. The suite runs it in a process that compiles exactly if its own does not.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from tischlein.core.game import Game
from tischlein.core.kernel import INTERPRETED, new_rng
from tischlein.core.seats import CHANCE, letter
from tischlein.testing.cases import Case, ConformanceError, cases_of, random_event
from tischlein.testing.secrets import observer_name

SEEDS = 1
"""Matches that are compared in each setting; interpreted rules are slow."""
STEPS = 1_000
"""So many first events of a match are compared."""

Trace = dict[str, list[dict[str, str]]]
"""For every setting and seed: what each rule says at each step."""


def compiled_equals_interpreted(game: Game, seeds: int = SEEDS) -> None:
    """Replay matches compiled and interpreted, and compare what every rule says at every step.

    Raises
    ------
    ConformanceError
        Naming the first rule that differs.
    """
    if not game.compiled:
        return
    package = game.rules.__name__.rpartition(".")[0]
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1",
        "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
    }
    command = [sys.executable, "-m", __name__, package, str(seeds)]
    other = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if other.returncode:
        raise ConformanceError(f"{game.key} fails without the compiler:\n{other.stderr}")
    theirs: Trace = json.loads(other.stdout)
    for name, steps in trace(game, seeds).items():
        for step, (mine, other_one) in enumerate(zip(steps, theirs[name], strict=False)):
            for rule, said in mine.items():
                if other_one.get(rule) != said:
                    raise ConformanceError(
                        f"{name}, step {step}: compiled and interpreted rules differ in {rule}"
                    )
        if len(steps) != len(theirs[name]):
            raise ConformanceError(f"{name}: matches of different length, compiled or not")


def trace(game: Game, seeds: int) -> Trace:
    """Return what every rule says at every step of random matches' beginnings in every setting."""
    return {
        f"{case}, seed {seed}": _steps(case, seed)
        for case in cases_of(game)
        for seed in range(seeds)
    }


def _steps(case: Case, seed: int) -> list[dict[str, str]]:
    choices = random.Random(f"{case} {seed} trace")
    position = case.start()
    rules, kernels = case.game.rules, case.game.kernels
    steps: list[dict[str, str]] = []
    while True:
        said = {
            "apply": f"{position.key:x}",
            "acting": str(position.acting),
            "awaited": str(position.awaited),
            "chance": str(position.outcomes()),
            "scores": str(position.scores()),
            "ranking": str(position.places()),
        }
        for seat in position.acting:
            if seat != CHANCE:
                legal = position.legal(seat)
                said[f"legal {letter(seat)}"] = str(legal)
                if hasattr(rules, "promise"):
                    promises = [int(kernels.promise(position.row, seat, one)) for one in legal]
                    said[f"promise {letter(seat)}"] = str(promises)
        if hasattr(rules, "evaluate"):
            guesses = [int(kernels.evaluate(position.row, seat)) for seat in range(case.seats)]
            said["evaluate"] = str(guesses)
        if case.game.secrets:
            for observer in case.observers:
                seen = position.observe(observer)
                said[f"observe {observer_name(observer)}"] = f"{seen.key:x}"
                dealt = seen.redeal(new_rng(len(steps)))
                said[f"redeal {observer_name(observer)}"] = f"{dealt.key:x}"
        steps.append(said)
        event = random_event(position, choices)
        if event is None or len(steps) == STEPS:
            return steps
        position.apply(event)


if __name__ == "__main__":
    json.dump(trace(importlib.import_module(sys.argv[1]).GAME, int(sys.argv[2])), sys.stdout)
