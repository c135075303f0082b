"""Properties of a game's interactive first match, if it has one."""

from __future__ import annotations

from tischlein.core.errors import RecordError
from tischlein.core.game import Game
from tischlein.presentation import of, rulebook
from tischlein.presentation.lessons import Step, lesson_of
from tischlein.presentation.scenes import Scene
from tischlein.testing.cases import ConformanceError
from tischlein.testing.phrases import fault_in

FEWEST, MOST = 3, 6
"""Range of the number of steps: enough to be of use, and few enough for five minutes."""


def lessons_can_be_played(game: Game) -> None:
    """Each step has existing rules and texts, and asks for something that can be picked."""
    try:
        steps = lesson_of(game)
    except RecordError as error:
        raise ConformanceError(f"{game.key}: lesson.record, {error}") from error
    if steps and not FEWEST <= len(steps) <= MOST:
        problem = f"{len(steps)} steps, not {FEWEST} to {MOST}"
        raise ConformanceError(f"{game.key}: the lesson has {problem}")
    page = rulebook.identifiers(game)
    for step in steps:
        where = f"{game.key}: step {step.name!r} of the lesson"
        if lost := sorted(set(step.rules) - set(page)):
            raise ConformanceError(f"{where} is about {', '.join(lost)}, which the rules lack")
        for phrase in (step.sentence, step.closing):
            if fault := fault_in(game, phrase):
                raise ConformanceError(f"{where}: {fault}")
        _can_be_picked(step, where)


def _can_be_picked(step: Step, where: str) -> None:
    """The scene offers everything that the player does in a step."""
    positions = list(step.chapter.positions())
    for number in range(step.first, step.last):
        event = step.chapter.events[number]
        if event.seat != step.seat:
            continue
        seen = positions[number].observe(step.seat)
        scene = of(seen.game).scene(seen)
        if event.action not in _offered(scene):
            done = positions[number].write(step.seat, event.action)
            raise ConformanceError(f"{where}: nothing that can be picked means {done!r}")


def _offered(scene: Scene) -> set[int]:
    offered = {choice.action for choice in scene.choices}
    for aim in scene.aims:
        for turn in aim.turns:
            offered.update(range(turn.action, turn.action + turn.last - turn.first + 1))
    return offered


PROPERTIES = (lessons_can_be_played,)
