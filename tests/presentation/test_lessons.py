"""Lessons: records with steps, read and verified."""

from dataclasses import replace

import pytest

from tischlein.core.errors import RecordError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase
from tischlein.core.registry import load
from tischlein.presentation import Inline, Presentation
from tischlein.presentation.lessons import lesson_of, steps_in

HEAD = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\n"
LESSON = f"""\
# Two chapters.
{HEAD}> lay BAU-9 BAU-11          # the first thing
A 5 a1
B 4 b1
> secure BAU-21
! A 4 b2 ; BAU-12
A 2 a2
---
{HEAD}A 1 a1
B 2 b2
> again BAU-9, BAU-12 any
A 3 c3
"""


def teaching(text: str) -> Game:
    """Return Bauab with another lesson."""
    source = Inline(first_match=text)
    return replace(load("bauab"), presentation=Presentation(source=source))


def test_a_step_has_a_position_what_is_done_in_it_and_its_sentences() -> None:
    lay, secure, again = lesson_of(teaching(LESSON))
    assert [lay.name, lay.rules, lay.free, lay.seat] == ["lay", ("BAU-9", "BAU-11"), False, 0]
    assert [(step.first, step.last) for step in (lay, secure, again)] == [(0, 2), (2, 3), (2, 3)]
    assert lay.chapter is secure.chapter
    assert secure.chapter is not again.chapter
    assert again.free
    assert again.rules == ("BAU-9", "BAU-12")
    assert lay.sentence == Phrase("lesson-lay")
    assert lay.closing == Phrase("lesson-lay-done")


def test_steps_are_counted_without_being_read() -> None:
    assert steps_in(teaching(LESSON)) == 3
    assert steps_in(teaching("> nothing that could be read")) == 1


def test_a_game_without_a_lesson_has_no_steps() -> None:
    assert lesson_of(teaching("")) == ()
    assert steps_in(teaching("")) == 0


@pytest.mark.parametrize(
    ("line", "written", "problem"),
    [
        (7, "B 4 a1", "refused"),
        (9, "> Secure! BAU-21", "a step is written"),
        (9, "> secure", "a step is written"),
        (9, "> secure RAU-1", "a step is written"),
        (9, "> secure BAU-21 any", None),
        (10, "! A 4 d4 ; BAU-12", "should be refused"),
        (11, "", "a step begins with"),
        (6, "> lay BAU-9 any", "nothing but chance follows"),
        (19, "> lay BAU-9", "two steps"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(line: int, written: str, problem: str | None) -> None:
    lines = LESSON.splitlines()
    lines[line - 1] = written
    if problem is None:
        assert lesson_of(teaching("\n".join(lines)))[1].free
        return
    with pytest.raises(RecordError, match=problem) as told:
        lesson_of(teaching("\n".join(lines)))
    if problem != "two steps":
        assert told.value.line in (line, line - 2)


def test_a_chapter_is_of_its_game_and_has_steps() -> None:
    with pytest.raises(RecordError, match=r"line 1: .*at least one step"):
        lesson_of(teaching(f"{HEAD}A 5 a1\n"))
    with pytest.raises(RecordError, match="lesson of bauab, not raufer"):
        lesson_of(teaching("game: raufer\nseats: A, B, C\n\n* deal A 3\n> x BAU-1\n"))
