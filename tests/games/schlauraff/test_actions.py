"""Schlauraff's numbers of actions and outcomes: each has one meaning, and all are used."""

from tischlein.games.schlauraff import actions
from tischlein.games.schlauraff.state import COLOURS, COLUMNS, FACES, ROWS


def test_every_put_has_a_number_of_its_own_and_says_what_it_does() -> None:
    puts = [
        (face, column, row)
        for face in range(FACES)
        for column in range(COLUMNS)
        for row in range(ROWS)
    ]
    numbers = [actions.putting(*put) for put in puts]
    assert numbers == list(range(actions.CARRY))
    for number, (face, column, row) in zip(numbers, puts, strict=True):
        assert actions.put_of(number) == (face, column, row)
        assert (actions.face_laid(number), actions.row_put(number)) == (face, row)
        assert not actions.carries(number)


def test_carries_come_by_face_between_the_puts_and_the_roll() -> None:
    carries = range(actions.CARRY, actions.ROLL_AGAIN)
    assert [actions.face_laid(action) for action in carries] == list(range(FACES))
    assert all(map(actions.carries, carries))
    assert not actions.carries(actions.ROLL_AGAIN)


def test_every_chip_that_may_be_laid_has_an_outcome_of_its_own() -> None:
    chips = [(column, colour) for column in range(COLUMNS) for colour in range(COLOURS)]
    outcomes = [actions.laying(column, colour) for column, colour in chips]
    assert outcomes == list(range(actions.LAY, actions.ROLL))
    assert chips == [
        (actions.column_laid(outcome), actions.colour_laid(outcome)) for outcome in outcomes
    ]
