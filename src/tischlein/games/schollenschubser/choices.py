"""What can be picked, what it would do, and what picks mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.schollenschubser.actions import (
    MEANINGS,
    NOBODY,
    NUMBERS,
    Action,
    Board,
    Done,
    Drift,
    Land,
    Melt,
    New,
    Save,
    Skip,
    Step,
)
from tischlein.games.schollenschubser.squares import last_pushed
from tischlein.games.schollenschubser.state import (
    COLUMNS,
    SEATS,
    SQUARES,
    Phase,
    SchollenschubserState,
)
from tischlein.games.schollenschubser.targets import (
    BANK,
    DONE_BUTTON,
    DRIFT_BUTTON,
    MELT_BUTTON,
    SHIP,
    SKIP_BUTTON,
    afloat_target,
    fall_button,
    floe_target,
    square_target,
    stock_target,
)
from tischlein.presentation.scenes import Button, Choice, Mark

Path = tuple[str, ...]
"""Targets in the order of picking."""

BUTTONS = (
    Button(DRIFT_BUTTON, Phrase("button-drift")),
    Button(MELT_BUTTON, Phrase("button-melt")),
    Button(SKIP_BUTTON, Phrase("button-skip")),
    Button(DONE_BUTTON, Phrase("button-done"), "main"),
    *(
        Button(fall_button(seat), Phrase("button-fall", {"seat": seat_name(seat)}))
        for seat in range(SEATS)
    ),
)


def choices(observation: Observation) -> list[Choice]:
    """Return the viewer's actions, each with what it would do to others and to itself."""
    state: SchollenschubserState = observation.state
    possible = []
    for path, number in _paths(observation).items():
        action = MEANINGS[number]
        possible.append(_choice(number, path, _marks(state, action), _hurts(state, action)))
    return possible


@lru_cache(maxsize=8192)
def _choice(number: int, path: Path, marks: tuple[Mark, ...], confirm: bool) -> Choice:
    return Choice(
        number, path, marks=marks, confirm=confirm, button_label=_button_label(MEANINGS[number])
    )


def prompts(possible: Sequence[Choice]) -> dict[str, Phrase]:
    """Return what is asked once a floe, water, the bank or a button is picked."""
    steps = (pair for choice in possible for pair in pairwise(choice.path))
    return {picked: _question(following) for picked, following in steps}


@cache
def _question(following: str) -> Phrase:
    """Return what is asked for where a target of this kind follows."""
    if following in (DRIFT_BUTTON, MELT_BUTTON):
        return Phrase("prompt-drift-or-melt")
    match following.partition(":")[0]:
        case "stock":
            return Phrase("prompt-size")
        case "fall":
            return Phrase("prompt-faller")
    return Phrase("prompt-whither")


def _button_label(action: Action) -> Phrase:
    """Return what the button for an action says that waits to be confirmed."""
    match action:
        case Drift():
            return Phrase("button-drift")
        case Melt():
            return Phrase("button-melt")
        case New():
            return Phrase("button-new")
        case Board():
            return Phrase("button-board")
        case Step():
            return Phrase("button-step")
        case Land():
            return Phrase("button-land")
        case Save():
            return Phrase("button-save")
        case Skip():
            return Phrase("button-skip")
        case Done():
            return Phrase("button-done")


def buttons(possible: Sequence[Choice]) -> list[Button]:
    """Return the buttons that choices ask for."""
    asked = {target for choice in possible for target in choice.path}
    return [button for button in BUTTONS if button.id in asked]


def _paths(observation: Observation) -> dict[Path, int]:
    """Return the viewer's actions by the targets that select them.

    A click on a floe makes it drift or melt; if it could do both, a button decides. The player is
    asked who falls only if several seats share a floe.
    """
    state: SchollenschubserState = observation.state
    numbers = observation.legal(observation.seat)
    if not numbers:
        return {}
    actions = [MEANINGS[number] for number in numbers]
    drifting = {action.square for action in actions if isinstance(action, Drift)}
    melting = {action.square for action in actions if isinstance(action, Melt)}
    paths = {}
    for number, action in zip(numbers, actions, strict=True):
        path = _PATHS[number]
        if isinstance(action, Drift | Melt) and not (
            action.square in drifting and action.square in melting
        ):
            path = path[:1]
        if isinstance(action, Melt):
            path += _asked_to_fall(state, action)
        paths[path] = number
    return paths


def _asked_to_fall(state: SchollenschubserState, melt: Melt) -> Path:
    """Return the button for the researchers who fall: they themselves are small under a finger."""
    shared = sum(map(bool, state.pawns[melt.square])) > 1
    return (fall_button(melt.faller),) if shared and melt.faller != NOBODY else ()


def _full_path(action: Action) -> Path:
    """Return the targets that select an action, except for the researcher that a melt drops."""
    match action:
        case Drift(square):
            return square_target(square), DRIFT_BUTTON
        case New(square, size):
            return square_target(square), stock_target(size)
        case Melt(square, _):
            return square_target(square), MELT_BUTTON
        case Skip():
            return (SKIP_BUTTON,)
        case Board(square):
            return BANK, square_target(square)
        case Step(source, target):
            return square_target(source), square_target(target)
        case Land(square):
            return square_target(square), BANK
        case Save(square):
            return square_target(square), SHIP
        case Done():
            return (DONE_BUTTON,)


_PATHS = [_full_path(action) for action in MEANINGS]
_BY_PATH = {_full_path(action): NUMBERS[action] for action in reversed(MEANINGS)}
"""The meaning of a path that selects nothing; of several melts the one that names nobody."""
_SQUARES = {square_target(square): square for square in range(SQUARES)}
_DRIFT_BY_PATH = {(square_target(square),): NUMBERS[Drift(square)] for square in range(SQUARES)}


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, legal or not, None while more are needed."""
    picked = tuple(path)
    state: SchollenschubserState = observation.state
    paths = _paths(observation)
    if picked in paths:
        return paths[picked]
    if any(picked == path[: len(picked)] for path in paths):
        return None
    if state.phase == Phase.DRIFT and picked in _DRIFT_BY_PATH:
        return _DRIFT_BY_PATH[picked]
    if len(picked) == 1 and picked not in _BY_PATH:
        walk = _walk_meant(state, picked[0])
        return None if walk is None else NUMBERS[walk]
    return _BY_PATH.get(picked)


def _walk_meant(state: SchollenschubserState, target: str) -> Action | None:
    """Return one of the walks that begin at a target, or end on the ship, none of them legal.

    The ship means the researcher who is nearest to it.
    """
    if target == BANK:
        return Board(0)
    if target == SHIP:
        mine = [square for square in range(SQUARES) if state.pawns[square][state.mover]]
        return Save(max(mine, key=lambda square: square % COLUMNS, default=COLUMNS - 1))
    if target not in _SQUARES:
        return None
    source = _SQUARES[target]
    return Step(source, source + 1 if source % COLUMNS < COLUMNS - 1 else source - 1)


def _marks(state: SchollenschubserState, action: Action) -> tuple[Mark, ...]:
    """Mark how far the ice drifts or which floe is lost, and the researchers who fall in."""
    match action:
        case Drift(square):
            last = last_pushed(state, square)
            if last + COLUMNS < SQUARES:
                return (Mark(square_target(last + COLUMNS), "info"),)
            wet = (Mark(name, "loss") for name in _crew_names(state, last))
            return Mark(floe_target(state, last), "warn"), *wet
        case Melt(square, faller) if faller != NOBODY:
            return (Mark(afloat_target(state, square, faller, 0), "loss"),)
    return ()


def _crew_names(state: SchollenschubserState, square: int) -> list[str]:
    return [
        afloat_target(state, square, owner, number)
        for owner, count in enumerate(state.pawns[square])
        for number in range(count)
    ]


def _hurts(state: SchollenschubserState, action: Action) -> bool:
    """Whether to ask again: before own researchers get wet, or stay behind in column 4."""
    match action:
        case Drift(square):
            last = last_pushed(state, square)
            return last + COLUMNS >= SQUARES and state.pawns[last][state.mover] > 0
        case Melt(_, faller):
            return faller == state.mover
        case Done():
            return any(state.unmoved[COLUMNS - 1 :: COLUMNS])
    return False
