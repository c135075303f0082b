"""The exact solution of a turn: against known values, and played out."""

import numpy as np
import pytest

from tests.games.schlauraff.test_rules import rolled
from tischlein.core.kernel import below, new_rng
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff import turn_solver
from tischlein.games.schlauraff.action_values import worth_of_actions
from tischlein.games.schlauraff.actions import ROLL, put_of
from tischlein.games.schlauraff.state import FACES, LETTERS

KNOWN = {
    "yyyyy": 3.9795,
    "ggggg": 3.3371,
    "bbbbb": 3.8850,
    "rrrrr": 3.2079,
    "ygbry": 3.8977,
    "rbgyr": 3.9567,
    "bryyg": 4.0555,
    "ggrrb": 3.7509,
    "rrggy": 3.8546,
    "grbyg": 4.1715,
    "rrgrr": 3.0935,
    "yybbg": 4.5823,
    "ygbryygbry": 4.2098,
}
"""Mean chips of a turn under best play, computed by another program."""
FROM_THE_TOP = {"yyyyy": 3.9795, "ygbry": 3.7323, "ggrrb": 3.3814, "grbyg": 3.9438}
"""The same when the turn has to begin with the uppermost chip."""


def colours(column: str) -> np.ndarray:
    return np.array([LETTERS.index(letter) for letter in column])


@pytest.mark.parametrize("column", KNOWN)
def test_best_play_takes_as_many_chips_as_known(column: str) -> None:
    mean = turn_solver.mean_gain(colours(column), np.ones(len(column)))
    assert mean == pytest.approx(KNOWN[column], abs=0.0001)


@pytest.mark.parametrize("column", FROM_THE_TOP)
def test_best_play_from_the_top_takes_as_many_chips_as_known(column: str) -> None:
    solution = turn_solver.solve(colours(column), np.ones(5))
    sets = turn_solver.dice_sets()
    top = np.stack([solution.entries[0], np.full_like(solution.entries[0], turn_solver.NEVER)])
    mean = turn_solver.mean_start(top, np.zeros(2), sets)
    assert mean == pytest.approx(FROM_THE_TOP[column], abs=0.0001)


@pytest.mark.parametrize(
    ("column", "piles", "mean"),
    [("ygbry", (1, 2, 3, 2, 1), 7.6710), ("rrrrr", (1, 1, 1, 1, 5), 6.4899)],
)
def test_piles_weigh_what_they_hold(column: str, piles: tuple[int, ...], mean: float) -> None:
    assert turn_solver.mean_gain(colours(column), np.array(piles, float)) == pytest.approx(
        mean, abs=1e-4
    )


def test_rows_solved_one_by_one_are_worth_what_they_are_in_the_whole_column() -> None:
    position = rolled("grbyg", "123456")
    weights = np.array([2.0, 1.0, 3.0, 0.0, 1.5])
    solution = turn_solver.solve(colours("grbyg"), weights)
    sets, free = turn_solver.dice_sets(), turn_solver.number_of((1,) * 6)
    legal = position.legal(0)
    expected = []
    for action in legal:
        face, _, row = put_of(action)
        rest = sets[free, turn_solver.REMOVE + face]
        expected.append(solution.entries[row, face + 1, rest] - solution.ends[row])
    assert worth_of_actions(position.state, legal, weights) == pytest.approx(expected)


def test_there_are_924_multisets_and_all_rolls_are_counted() -> None:
    sets = turn_solver.dice_sets()
    assert len(sets) == turn_solver.SETS
    for size in range(7):
        assert sets[sets[:, turn_solver.SIZE] == size, turn_solver.WAYS].sum() == 6**size
    assert (
        turn_solver.number_of((0, 1, 0, 0, 2, 0))
        == sets[turn_solver.number_of((0, 1, 0, 0, 1, 0)), turn_solver.ADD + 4]
    )


def test_turns_played_by_the_solution_take_what_it_promises() -> None:
    """150 turns of one column; the margin is about four standard errors."""
    rng = new_rng(3)
    takings = []
    for _ in range(150):
        position = rolled("grbyg", "")
        while position.state.worked == 0:
            if position.acting == (CHANCE,):
                position.play(CHANCE, ROLL + below(rng, 6))
                continue
            legal = position.legal(0)
            worths = worth_of_actions(position.state, legal, np.ones(5))
            position.play(0, legal[int(np.argmax(worths))])
        takings.append(position.state.points[0])
    assert np.mean(takings) == pytest.approx(KNOWN["grbyg"], abs=0.4)


@pytest.mark.parametrize("colour", range(4))
def test_what_dice_can_still_reach_is_worth_what_it_is_in_the_whole_row(colour: int) -> None:
    sets, starts = turn_solver.dice_sets(), turn_solver.starts()
    below = np.linspace(0.0, 3.0, (FACES + 1) * turn_solver.SETS).reshape(
        FACES + 1, turn_solver.SETS
    )
    whole, part = (turn_solver.Workspace() for _ in range(2))
    entry = np.empty_like(below)
    turn_solver.solve_row(colour, 1.0, starts, sets, below, entry, whole.table, whole.rolled)
    for on in (
        0,
        turn_solver.number_of((1, 0, 0, 0, 0, 0)),
        turn_solver.number_of((0, 1, 1, 0, 0, 0)),
    ):
        for dice in range(int(sets[on, turn_solver.SIZE]) + 1, 7):
            part.table.fill(np.nan)
            turn_solver.solve_from(
                colour, on, dice, 1.0, starts, sets, below, part.table, part.rolled
            )
            if np.isnan(part.table[on, 0]):
                continue  # these dice take the chip
            free = dice - int(sets[on, turn_solver.SIZE])
            reached = starts[free + 1]
            assert (part.table[on, :reached] == whole.table[on, :reached]).all()
            assert (part.rolled[on, 1 : free + 1] == whole.rolled[on, 1 : free + 1]).all()
