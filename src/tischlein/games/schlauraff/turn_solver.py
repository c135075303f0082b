"""One turn of Schlauraff solved exactly: the value of every action, by dynamic programming.

Dice are counted as multisets, which are numbered once (``dice_sets``). A column is solved from its
last row upwards. For each row the best mean result is found for every multiset of dice on its chip
and every multiset of free dice. The value of a turn depends only on the row that it ends at:
``ends[row]`` is the result when that row is the first below its start that was not taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from threading import local
from typing import NamedTuple

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.schlauraff.dice import takes
from tischlein.games.schlauraff.state import DICE, FACES, VALUES

SETS = 924
"""Multisets of up to six dice, the empty one first, smaller ones before larger ones."""
LARGEST = 462
"""The first multiset of six dice."""
NEVER = -1.0e9
"""Worth of what is not possible."""

SIZE, SUM, MASK, WAYS, ADD, REMOVE = 0, 1, 2, 3, 4, 4 + FACES
"""Columns of ``dice_sets``: dice, their sum, bit set of faces, orders in which they may be rolled,
and the multisets with one more and one less die of each face, -1 if there is none."""


@cache
def dice_sets() -> Ints:
    """Return the multisets of dice, one in a row."""
    sets = [
        dice
        for size in range(DICE + 1)
        for dice in combinations_with_replacement(range(FACES), size)
    ]
    numbers = {dice: number for number, dice in enumerate(sets)}
    table = np.full((SETS, REMOVE + FACES), -1, np.int64)
    for number, dice in enumerate(sets):
        ways = factorial(len(dice))
        for face in range(FACES):
            ways //= factorial(dice.count(face))
            table[number, ADD + face] = numbers.get(tuple(sorted((*dice, face))), -1)
            if face in dice:
                fewer = list(dice)
                fewer.remove(face)
                table[number, REMOVE + face] = numbers[tuple(fewer)]
        table[number, :ADD] = len(dice), sum(dice) + len(dice), sum(1 << f for f in set(dice)), ways
    return table


def number_of(counts: Iterable[int]) -> int:
    """Return the number of the multiset with these numbers of dice of each face."""
    sets = dice_sets()
    number = 0
    for face, count in enumerate(counts):
        for _ in range(count):
            number = int(sets[number, ADD + face])
    return number


@kernel
def worth_after_taking(entry: Reals, offered: int, free: int) -> float:
    """Return the worth of going on to a row, with a bit set of faces that may be carried."""
    best = entry[0, free]
    for face in range(FACES):
        if offered >> face & 1 and entry[face + 1, free] > best:
            best = entry[face + 1, free]
    return float(best)


@kernel
def worth_of_put(
    colour: int, on: int, free: int, face: int, sets: Ints, below: Reals, table: Reals
) -> float:
    """Return the worth of putting a free die on a chip that has dice on it, NEVER if too much."""
    total = sets[on, SUM] + face + 1
    if total > VALUES[colour]:
        return NEVER
    rest = sets[free, REMOVE + face]
    if takes(colour, total, sets[on, SIZE] + 1):
        offered = sets[on, MASK] | 1 << face if sets[on, SIZE] > 0 else 0
        return worth_after_taking(below, offered, rest)
    return float(table[sets[on, ADD + face], rest])


@kernel
def worth_of_first(
    colour: int, face: int, free: int, sets: Ints, below: Reals, table: Reals
) -> float:
    """Return the worth of a first die on a chip of a row solved, NEVER if it is too much."""
    if takes(colour, face + 1, 1):
        return float(below[0, free])
    return NEVER if face + 1 > VALUES[colour] else float(table[1 + face, free])


@kernel
def solve_chip(
    colour: int,
    on: int,
    most: int,
    end: float,
    starts: Ints,
    sets: Ints,
    below: Reals,
    table: Reals,
    rolled: Reals,
) -> None:
    """Solve one row with these dice on its chip, for up to so many free ones (``solve_row``).

    With more dice on the chip it has been solved already. Where these take it, nothing is left to
    be solved.
    """
    if sets[on, SUM] >= VALUES[colour] or takes(colour, sets[on, SUM], sets[on, SIZE]):
        return
    table[on, 0] = end
    throws = 1.0
    for size in range(1, most + 1):
        throws *= FACES
        mean = 0.0
        for free in range(starts[size], starts[size + 1]):
            best = NEVER
            for face in range(FACES):
                if sets[free, REMOVE + face] >= 0:
                    worth = worth_of_put(colour, on, free, face, sets, below, table)
                    best = max(best, worth)
            table[on, free] = best
            mean += sets[free, WAYS] * (best if best > NEVER else end)
        rolled[on, size] = mean / throws
        for free in range(starts[size], starts[size + 1]):
            table[on, free] = max(table[on, free], rolled[on, size])


@kernel
def solve_from(
    colour: int,
    on: int,
    dice: int,
    end: float,
    starts: Ints,
    sets: Ints,
    below: Reals,
    table: Reals,
    rolled: Reals,
) -> None:
    """Solve what is left of one row: these dice on its chip, this many with the free ones."""
    for more in range(SETS - 1, on - 1, -1):
        if sets[more, SIZE] <= dice and holds(more, on, sets):
            solve_chip(
                colour, more, dice - sets[more, SIZE], end, starts, sets, below, table, rolled
            )


@kernel
def holds(dice: int, fewer: int, sets: Ints) -> bool:
    """Whether a multiset has all dice of another one."""
    while fewer > 0:
        for face in range(FACES):
            if sets[fewer, REMOVE + face] >= 0:
                dice, fewer = sets[dice, REMOVE + face], sets[fewer, REMOVE + face]
                break
        if dice < 0:
            return False
    return True


@kernel
def solve_row(
    colour: int,
    end: float,
    starts: Ints,
    sets: Ints,
    below: Reals,
    entry: Reals,
    table: Reals,
    rolled: Reals,
) -> None:
    """Solve one row: the worth of every way to have dice on its chip and free.

    Parameters
    ----------
    end
        Worth of a turn that ends with this chip not taken.
    starts
        The first multiset of each size, and one more.
    below
        ``entry`` of the next row.
    entry
        Filled for every multiset of free dice: ``entry[0]`` with nothing on the chip,
        ``entry[f]`` once a die ``f`` has come onto it as the first.
    table, rolled
        Filled with the worth by dice on the chip and free dice, when a roll is allowed; and with
        the mean worth of a roll of so many dice.
    """
    for on in range(SETS - 1, -1, -1):
        solve_chip(colour, on, DICE - sets[on, SIZE], end, starts, sets, below, table, rolled)
    entry[0] = table[0]
    for face in range(FACES):
        for free in range(SETS):
            entry[face + 1, free] = worth_of_first(colour, face, free, sets, below, table)


@kernel
def solve_rows(
    colours: Ints,
    ends: Reals,
    starts: Ints,
    sets: Ints,
    entries: Reals,
    table: Reals,
    rolled: Reals,
) -> None:
    """Solve a column from its last row upwards; ``table`` and ``rolled`` are room to work in."""
    rows = len(colours)
    entries[rows] = NEVER
    entries[rows, 0] = ends[rows]
    for row in range(rows - 1, -1, -1):
        solve_row(
            colours[row], ends[row], starts, sets, entries[row + 1], entries[row], table, rolled
        )


@kernel
def best_start(entries: Reals, ends: Reals, sets: Ints, free: int) -> float:
    """Return the best gain of a turn from its first roll; 0 if no die fits on any chip."""
    best = 0.0
    for row in range(len(entries) - 1):
        for face in range(FACES):
            rest = sets[free, REMOVE + face]
            if rest >= 0:
                best = max(best, entries[row, face + 1, rest] - ends[row])
    return best


@kernel
def mean_start(entries: Reals, ends: Reals, sets: Ints) -> float:
    """Return the mean gain of a turn before its first roll."""
    mean = 0.0
    for free in range(LARGEST, SETS):
        mean += sets[free, WAYS] * best_start(entries, ends, sets, free)
    return mean / float(FACES**DICE)


class Workspace(local):
    """Room to solve rows in, of each thread its own: fresh memory costs as much as the work."""

    def __init__(self) -> None:
        self.table = np.empty((SETS, SETS))
        self.rolled = np.empty((SETS, DICE + 1))


workspace = Workspace()


class Solution(NamedTuple):
    """A column solved."""

    ends: Reals
    entries: Reals
    """By row, first die on its chip (0 for none) and free dice."""


@cache
def starts() -> Ints:
    """Return the first multiset of each size, and one more."""
    sizes = dice_sets()[:, SIZE]
    return np.searchsorted(sizes, np.arange(DICE + 2)).astype(np.int64)


def solve(colours: Ints, weights: Reals) -> Solution:
    """Solve a turn for the greatest mean sum of weights.

    Parameters
    ----------
    colours
        Of the chips that lie on top, from row 1.
    weights
        What taking each row is worth; not negative.
    """
    rows = len(colours)
    ends = np.zeros(rows + 1)
    np.cumsum(weights, out=ends[1:])
    entries = np.empty((rows + 1, FACES + 1, SETS))
    solve_rows(colours, ends, starts(), dice_sets(), entries, workspace.table, workspace.rolled)
    return Solution(ends, entries)


def mean_gain(colours: Ints, weights: Reals) -> float:
    """Return the greatest mean sum of weights that a turn takes, before its first roll."""
    solution = solve(colours, weights)
    return float(mean_start(solution.entries, solution.ends, dice_sets()))
