"""The compiler under test: compiled and interpreted rules must agree step by step.

The suite gets a trace of a game (:func:`print_trace`) from another process, which compiles exactly
if this one does not.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

from tischlein.core import registry
from tischlein.core.driver import play_at_random
from tischlein.core.game import Game
from tischlein.core.kernel import INTERPRETED, new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, letter
from tischlein.testing.cases import Case, ConformanceError, cases_of, ends_of, measured
from tischlein.testing.secrets import observer_name

SEEDS = 1
"""Matches that are compared in each setting; interpreted rules are slow."""
STEPS = 200
"""This many first events of a match are compared."""
QUICK_STEPS = 60
"""The same for settings that differ from the default in one option, unless all are compared.

There only one observer's knowledge is compared at each step, in rotation.
"""

Trace = dict[str, list[dict[str, str]]]
"""For every setting and seed: the result of each rule at each step."""


SETTINGS = {"ends": ends_of, "all": cases_of}
"""The settings: each with the fewest and the most seats, or with all numbers of seats."""


def compiled_equals_interpreted(game: Game, seeds: int = SEEDS, settings: str = "ends") -> None:
    """Replay matches compiled and interpreted, and compare the results of every rule at every step.

    Raises
    ------
    ConformanceError
        Naming the first rule that differs.
    """
    if not game.compiled:
        return
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1",
        "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
    }
    # Not as a script: this module is imported there beforehand, which Python would warn about.
    program = f"from {__name__} import print_trace; print_trace()"
    command = [sys.executable, "-c", program, game.module, game.key, str(seeds), settings]
    other = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if other.returncode:
        raise ConformanceError(f"{game.key} fails without the compiler:\n{other.stderr}")
    theirs: Trace = json.loads(other.stdout)
    for name, steps in trace(game, seeds, settings).items():
        for step, (mine, other_one) in enumerate(zip(steps, theirs[name], strict=False)):
            for rule, said in mine.items():
                if other_one.get(rule) != said:
                    raise ConformanceError(
                        f"{name}, step {step}: compiled and interpreted rules differ in {rule}"
                    )
        if len(steps) != len(theirs[name]):
            raise ConformanceError(f"{name}: matches of different length, compiled or not")


def trace(game: Game, seeds: int, settings: str = "ends") -> Trace:
    """Return the results of every rule along the beginnings of random matches, by ``SETTINGS``."""
    return {
        f"{case}, seed {seed}": _steps(
            case, seed, STEPS if case.is_default or settings == "all" else QUICK_STEPS
        )
        for case in SETTINGS[settings](game)
        for seed in range(seeds)
    }


def _steps(case: Case, seed: int, most: int) -> list[dict[str, str]]:
    position = case.start()
    driver = play_at_random(position, random.Random(f"{case} {seed} trace"), measured)
    steps: list[dict[str, str]] = []
    while True:
        said = _by_rules(position)
        if case.game.heuristics:
            said |= _by_heuristics(position, seed=len(steps))
        if case.game.secrets:
            for observer in _in_turn(case, len(steps)) if most == QUICK_STEPS else case.observers:
                said |= _by_secrets(position, observer, seed=len(steps))
        steps.append(said)
        event = driver.next_event()
        if event is None or len(steps) == most:
            return steps
        position.apply(event)


def _in_turn(case: Case, step: int) -> tuple[int, ...]:
    """Return one observer after the other: determinizing is by far the slowest part."""
    return (case.observers[step % len(case.observers)],)


def _by_rules(position: Position) -> dict[str, str]:
    said = {
        "apply": f"{position.key:x}",
        "acting": str(position.acting),
        "to_move": str(position.awaited),
        "chance": str(position.outcomes()),
        "scores": str(position.scores()),
        "ranking": str(position.ranks()),
    }
    for seat in position.acting:
        if seat != CHANCE:
            said[f"legal {letter(seat)}"] = str(position.legal(seat))
    return said


def _by_heuristics(position: Position, seed: int) -> dict[str, str]:
    kernels, row = position.game.kernels, position.row
    guesses = [int(kernels.evaluate(row, seat)) for seat in range(position.seats)]
    said = {"evaluate": str(guesses)}
    for seat in position.acting:
        legal = position.legal(seat)
        if legal:
            priors = [int(kernels.prior(row, seat, action)) for action in legal]
            said[f"prior {letter(seat)}"] = str(priors)
            chosen = kernels.policy(row, seat, np.array(legal), len(legal), new_rng(seed))
            said[f"policy {letter(seat)}"] = str(int(chosen))
    return said


def _by_secrets(position: Position, observer: int, seed: int) -> dict[str, str]:
    seen = position.observe(observer)
    determinized = seen.determinize(new_rng(seed))
    who = observer_name(observer)
    return {f"observe {who}": f"{seen.key:x}", f"determinize {who}": f"{determinized.key:x}"}


def print_trace() -> None:
    """Print the trace of the game given on the command line, for another process to compare."""
    game = registry.from_module(*sys.argv[1:3])
    json.dump(trace(game, int(sys.argv[3]), sys.argv[4]), sys.stdout)
