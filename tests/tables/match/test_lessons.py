"""A learner at a step: what is wanted, what is refused, and what follows by itself."""

from dataclasses import replace

import pytest

from tischlein.core import registry
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.registry import load
from tischlein.core.seats import CHANCE
from tischlein.presentation import Inline, Presentation, of
from tischlein.presentation.lessons import Step, lesson_of
from tischlein.tables.match.lessons import DONE, NOT_WANTED, Attempt

BAUAB = load("bauab")
LESSON = """\
game: bauab
seats: Anna, Ben
options: first=A

> lay BAU-9
A 5 a1
B 4 b1
> secure BAU-21
A 2 a2
B x d4
A 1 a3
B x d3
---
game: bauab
seats: Anna, Ben

> begin BAU-9 any
A 1 a1
""".replace("Ben\n\n> begin", "Ben\noptions: first=A\n\n> begin")


def steps() -> tuple[Step, ...]:
    """Return three steps of Bauab."""
    shown = replace(of(BAUAB), source=Inline(first_match=LESSON))
    assert isinstance(shown, Presentation)
    return lesson_of(replace(BAUAB, presentation=shown))


def test_the_wanted_action_happens_and_what_follows_by_itself() -> None:
    attempt = Attempt(steps()[0])
    assert attempt.sentence == Phrase("lesson-lay")
    assert attempt.wanted == ("stock:0:4", "plot:0")
    shown = attempt.act("5 a1")
    assert not isinstance(shown, Refusal)
    assert [one.number for one in shown] == [1, 2]
    assert [entry.seat for one in shown for entry in one.entries] == [0, 1]
    assert attempt.done
    assert not attempt.wanted
    assert attempt.sentence == Phrase("lesson-lay-done")


def test_a_step_may_want_several_actions() -> None:
    attempt = Attempt(steps()[1])
    for text in ("2 a2", "1 a3"):
        assert not attempt.done
        assert len(attempt.wanted) == 2
        assert not isinstance(attempt.act(text), Refusal)
    assert attempt.done
    assert attempt.number == 6


def test_what_is_impossible_is_refused_by_its_rule_and_nothing_happens() -> None:
    attempt = Attempt(steps()[1])
    before = attempt.observer.scene
    refusal = attempt.act("4 b2")
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "BAU-12"
    assert attempt.observer.scene is before
    asked = attempt.why_not(["stock:0:3", "plot:5"])
    assert asked is not None
    assert asked.rule == "BAU-12"
    assert attempt.why_not(["stock:0:3"]) is None


@pytest.mark.parametrize("action", [-1, 10**9, "nonsense", ""])
def test_what_is_no_action_is_refused_in_words(action: int | str) -> None:
    refusal = Attempt(steps()[0]).act(action)
    assert isinstance(refusal, Refusal)
    assert refusal.message == "problem-not-an-action"


def test_what_is_possible_but_not_wanted_is_refused_without_a_rule() -> None:
    attempt = Attempt(steps()[0])
    refusal = attempt.act("5 b2")
    assert refusal == Refusal("", message=NOT_WANTED, culprits=attempt.wanted)
    assert attempt.number == 0


def test_whatever_is_possible_will_do_in_a_free_step_and_nothing_after_it() -> None:
    attempt = Attempt(steps()[2])
    assert attempt.wanted == ()
    assert not isinstance(attempt.act("x d4"), Refusal)
    assert attempt.done
    assert attempt.act("1 a1") == Refusal("", message=DONE)
    assert attempt.why_not(["plot:0"]) == Refusal("", message=DONE)


@pytest.mark.parametrize("key", registry.keys())
def test_every_lesson_is_played_to_its_end_by_what_it_wants(key: str) -> None:
    for step in lesson_of(load(key)):
        attempt = Attempt(step)
        while not attempt.done:
            event = step.chapter.events[attempt.number]
            assert attempt.wanted or step.free
            shown = attempt.act(event.action)
            assert not isinstance(shown, Refusal), (step.name, shown)
            assert shown[0].entries[0].seat == step.seat != CHANCE
