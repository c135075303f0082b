"""The numbers of Schollenschubser's actions: compiled rules and plain code read them alike."""

from tischlein.games.schollenschubser import actions
from tischlein.games.schollenschubser.actions import (
    MEANINGS,
    NUMBERS,
    OUTCOME_MEANINGS,
    Board,
    Done,
    Drift,
    Land,
    Lay,
    Melt,
    New,
    Roll,
    Save,
    Skip,
    Start,
    Step,
)


def test_every_number_means_something_else() -> None:
    assert len(NUMBERS) == len(MEANINGS) == actions.ACTIONS
    assert len(set(OUTCOME_MEANINGS)) == len(OUTCOME_MEANINGS) == actions.OUTCOMES


def test_rules_pack_and_unpack_actions_as_plain_code_does() -> None:
    for number, action in enumerate(MEANINGS):
        match action:
            case Drift(square):
                assert actions.DRIFT + square == number
            case New(square, size):
                assert actions.putting(square, size) == number
                assert actions.put_parts(number) == (square, size)
            case Melt(square, faller):
                assert actions.melting(square, faller) == number
                assert actions.melt_parts(number) == (square, faller)
            case Skip():
                assert number == actions.SKIP
            case Board(square):
                assert actions.BOARD + square == number
            case Step(source, target):
                assert actions.stepping(source, target) == number
                assert actions.step_parts(number) == (source, target)
            case Land(square):
                assert actions.LAND + square == number
            case Save(square):
                assert actions.SAVE + square == number
            case Done():
                assert number == actions.DONE


def test_rules_pack_and_unpack_outcomes_as_plain_code_does() -> None:
    for number, outcome in enumerate(OUTCOME_MEANINGS):
        match outcome:
            case Lay(square, size):
                assert actions.laying(actions.FLOES_LAID.index(square), size) == number
                assert actions.size_laid(number) == size
            case Start(seat):
                assert actions.START + seat == number
            case Roll(face):
                assert actions.ROLL + face - 1 == number
