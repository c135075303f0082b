"""The conformance suite finds what is wrong with a game's first match."""

from dataclasses import replace
from pkgutil import iter_modules

import pytest

from tischlein import games
from tischlein.core.game import Game
from tischlein.core.registry import load
from tischlein.presentation import Inline, of
from tischlein.presentation.capability import source_of
from tischlein.testing import ConformanceError
from tischlein.testing.lessons import lessons_can_be_played

BAUAB = load("bauab")
LESSON = source_of(BAUAB).lesson()


def teaching(lesson: str, texts: str = "") -> Game:
    """Return Bauab with another lesson, in English alone."""
    own = source_of(BAUAB)
    words = own.texts("en") + texts
    source = Inline({"en": words}, {"en": own.rules("en")}, own.art(), lesson)
    return replace(BAUAB, presentation=replace(of(BAUAB), source=source))


@pytest.mark.parametrize("key", sorted(one.name for one in iter_modules(games.__path__)))
def test_every_game_has_a_lesson_that_can_be_played(key: str) -> None:
    assert source_of(load(key)).lesson()
    lessons_can_be_played(load(key))


def test_a_game_without_a_lesson_has_nothing_wrong_with_it() -> None:
    lessons_can_be_played(teaching(""))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("BAU-9", "BAU-99", "step 'lay' of the lesson is about BAU-99, which the rules lack"),
        ("> lay", "> lie", "there is no text 'lesson-lie' in texts.en.ftl"),
        ("BAU-12\nA 3 d3", "BAU-11\nA 3 d3", "is refused by BAU-12, not by BAU-11"),
        ("\nB 4 b1", "\nB 4 a1", "lesson.record, line"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_found(old: str, new: str, problem: str) -> None:
    assert old in LESSON
    with pytest.raises(ConformanceError, match=problem):
        lessons_can_be_played(teaching(LESSON.replace(old, new, 1)))


def test_a_lesson_of_one_step_is_too_short() -> None:
    first = LESSON.partition("> secure")[0]
    with pytest.raises(ConformanceError, match="1 steps, not 3 to 6"):
        lessons_can_be_played(teaching(first))
