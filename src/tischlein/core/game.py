"""The contract of a game: what it declares and the functions it brings, checked as one.

A game is a folder with modules; ``Game`` ties them together. Rules are compiled functions over a
state's row, everything a person reads is plain Python. Lobby, limits, tests, documentation and
searches derive from the declaration.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from tischlein.core.errors import GameError
from tischlein.core.levels import Level
from tischlein.core.options import Option, Options
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import State

if TYPE_CHECKING:
    from tischlein.core.kernels import Kernels

LANGUAGES = ("en", "de", "fr")

_RULES: dict[str, tuple[str, ...]] = {
    "setup": ("state", "options"),
    "acting": ("state",),
    "legal": ("state", "seat", "out"),
    "apply": ("state", "seat", "action"),
    "scores": ("state", "out"),
    "why_not": ("state", "seat", "action"),
}
_CHANCE_RULES: dict[str, tuple[str, ...]] = {"chance": ("state", "outcomes", "weights")}
_SECRET_RULES: dict[str, tuple[str, ...]] = {
    "observe": ("state", "seat"),
    "redeal": ("state", "seat", "rng"),
    "hide": ("state", "seat", "action", "observer"),
}
_OPTIONAL_RULES: dict[str, tuple[str, ...]] = {
    "suspense": ("state",),
    "occasion": ("state",),
    "happen": ("state", "outcome"),
    "engine": (),
    "settle": ("state", "seat", "action", "outcome"),
    "why_not_outcome": ("state", "seat", "action", "outcome"),
    "pace": ("state", "seat", "action"),
    "tie_order": ("state",),
    "time_limit": ("state",),
    "awaited": ("state",),
    "ranking": ("state", "out"),
    "check_options": ("seats", "options"),
    "evaluate": ("state", "seat"),
    "promise": ("state", "seat", "action"),
}
_NOTATION: dict[str, tuple[str, ...]] = {
    "write": ("state", "seat", "action"),
    "read": ("state", "seat", "words"),
}
_OPTIONAL_NOTATION: dict[str, tuple[str, ...]] = {
    "write_outcome": ("state", "seat", "action", "outcome"),
    "read_outcome": ("state", "seat", "words"),
    "continues": ("state", "outcome"),
}
_PICTURE: dict[str, tuple[str, ...]] = {
    "scene": ("observation",),
    "say": ("event", "before", "after"),
    "intend": ("observation", "path"),
    "draw": ("observation",),
}


@dataclass(frozen=True)
class Law:
    """Something that holds in every position, such as a count of chips that never changes."""

    name: str
    holds: Callable[[Any], bool]
    """Takes a state record."""


@dataclass(frozen=True)
class Game:
    """One game: its declaration, and the modules that hold its functions.

    Parameters
    ----------
    key, prefix
        Name in records and addresses (``bauab``), and of rule identifiers (``BAU``).
    version
        Rules version; changed when the meaning of a record changes.
    rules
        Module with ``setup(state, options)`` (plain Python), the kernels ``acting(state)`` (bit
        set of seats, ``CHANCE_BIT`` for chance, 0 at the end), ``legal(state, seat, out)``
        (writes the actions, returns how many), ``apply(state, seat, action)`` (chance's outcomes
        come as seat ``CHANCE``), ``scores(state, out)``; with ``chance=True`` also
        ``chance(state, outcomes, weights)`` (writes both, returns how many); with
        ``secrets=True`` also ``observe(state, seat)`` (masks what the seat may not know),
        ``redeal(state, seat, rng)`` (fills the masks with a consistent sample) and the plain
        function ``hide(state, seat, action, observer)`` (the action as the observer sees it
        happen, ``HIDDEN`` if not at all); and the plain ``why_not(state, seat, action)``
        (a Refusal, None for a legal action). Optional kernels: ``awaited(state)`` (the acting
        seats that the match waits for, while the others may only interrupt; by default all that
        act), ``ranking(state, out)`` (place of every seat, 0 is first, ties share; by default
        from scores), ``evaluate(state, seat)``
        (a guess at the outcome for a seat: higher is better, between -10**6 and 10**6) and
        ``promise(state, seat, action)`` (which actions to look at first). Optional plain:
        ``check_options(seats, options)`` (raises OptionError for a bad combination);
        ``suspense(state)`` (milliseconds that pass at a table before chance acts here, None for
        none at all: a countdown); ``occasion(state)`` (a number that changes when what has been
        chosen before means something else, such as a guess after the next deal: a table then
        refuses what is still on its way).

        Events may have an outcome that no rule computes again. For these there are the plain
        ``happen(state, outcome)`` (makes a Happening for an outcome of chance, None for those
        that need none; slow ones, such as physics, run outside the server's loop; equal states
        give equal happenings), ``engine()`` (what makes them, with version and parameters: the
        field ``engine`` of records made here), ``settle(state, seat, action, outcome)`` (called
        instead of ``apply`` for an event with an outcome) and ``why_not_outcome(state, seat,
        action, outcome)`` (a Refusal for an outcome that cannot be, also for a missing one). A
        game without ``settle`` keeps outcomes with the events and looks at none, such as the
        reaction times of a race.

        Races have the plain ``pace(state, seat, action)`` (a Pace) and ``tie_order(state)`` (the
        seats in the order that decides between equal times). The event's outcome is then the
        reaction time in milliseconds. Optional is ``time_limit(state)``: a TimeLimit, after which
        a table lets everybody who is left do the same, None for as long as it takes.
    notation
        Module with ``write(state, seat, action)`` and ``read(state, seat, words)`` (lower-case
        words; NotationError for what is no action at all, RefusedError for one that cannot be
        meant here), ``QUERIES`` (name to ``function(state, words)``), and ``SERIES``: for each
        word of chance that may take several values in one line, the number of words before them
        (``continues(state, outcome)``, optional, ends a line early by returning False). Games
        whose events have outcomes also bring ``write_outcome(state, seat, action, outcome)``
        (what stands behind the action's words) and ``read_outcome(state, seat, words)`` (the
        outcome among all the words of an event, which ``read`` leaves alone; empty if none).
    picture
        Module with ``scene(observation)``, ``say(event, before, after)`` (phrases of the log, from
        what one observer sees), ``intend(observation, path)`` (the action that a path of targets
        means, legal or not; None while it means none) and ``draw(observation)`` (the position in
        characters, for terminals).
    actions, outcomes
        How many numbers the seats' actions and chance's outcomes have.
    most_legal
        Upper bound of actions, and of outcomes, that are possible at once.
    longest
        Upper bound of events in a match.
    score_bounds
        Least and greatest final score of a seat.
    utility
        What searches maximise: the place in the ranking, or the score itself.
    absent
        Level that plays for somebody who has left.
    drafts
        Whether a turn has several actions that a person may try out and take back before any is
        sent. Only for games without secrets.
    """

    key: str
    prefix: str
    version: int
    seats: tuple[int, ...]
    state: type[State]
    rules: ModuleType
    notation: ModuleType
    picture: ModuleType
    actions: int
    most_legal: int
    longest: int
    score_bounds: tuple[int, int]
    minutes: int
    credits: str
    options: tuple[Option, ...] = ()
    levels: tuple[Level, ...] = ()
    laws: tuple[Law, ...] = ()
    outcomes: int = 0
    secrets: bool = False
    simultaneous: bool = False
    quick: bool = False
    teams: bool = False
    utility: Literal["ranking", "scores"] = "ranking"
    absent: str = "medium"
    compiled: bool = True
    drafts: bool = False

    def __post_init__(self) -> None:
        """Check the declaration as a whole.

        Raises
        ------
        GameError
            Naming everything that is missing or out of range.
        """
        faults = [*self._missing_functions(), *self._bad_declarations()]
        if faults:
            raise GameError(f"the game {self.key!r} is not complete: " + "; ".join(faults))

    @property
    def chance(self) -> bool:
        """Whether the game has deals or rolls."""
        return self.outcomes > 0

    @cached_property
    def folder(self) -> Path:
        """Return where the game's texts, rules pages and drawings lie."""
        return Path(str(self.rules.__file__)).parent

    @cached_property
    def kernels(self) -> Kernels:
        """Return the compiled functions over rows (compiling or loading them on first use)."""
        from tischlein.core.kernels import Kernels  # Numba only when needed

        return Kernels(self)

    def check_options(self, seats: int, options: Options) -> None:
        """Refuse combinations of options that the game does not have (OptionError)."""
        check = getattr(self.rules, "check_options", None)
        if check is not None:
            check(seats, options)

    def level(self, key: str) -> Level:
        """Return the level of that name.

        Raises
        ------
        GameError
            If the game has no such level.
        """
        for level in self.levels:
            if level.key == key:
                return level
        names = ", ".join(level.key for level in self.levels) or "none"
        raise GameError(f"{self.key} has no level {key!r}; its levels are: {names}")

    @cached_property
    def rule_identifiers(self) -> tuple[str, ...]:
        """Return the identifiers on the English rules page, in its order."""
        page = self.folder / "rules.en.md"
        if not page.is_file():
            return ()
        pattern = rf"^\s*[-*] \*\*({self.prefix}-\d+)\*\*"
        return tuple(re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE))

    def _missing_functions(self) -> list[str]:
        needed = dict(_RULES)
        if self.chance:
            needed |= _CHANCE_RULES
        if self.secrets:
            needed |= _SECRET_RULES
        return [
            *_faults(self.rules, "rules", needed | _present(self.rules, _OPTIONAL_RULES)),
            *_faults(
                self.notation,
                "notation",
                _NOTATION | _present(self.notation, _OPTIONAL_NOTATION),
            ),
            *_faults(self.picture, "picture", _PICTURE),
            *(
                f"notation.{name} is missing"
                for name in ("QUERIES", "SERIES")
                if not isinstance(getattr(self.notation, name, None), Mapping)
            ),
        ]

    def _bad_declarations(self) -> list[str]:
        levels = {level.key for level in self.levels}
        names = [option.name for option in self.options]
        conditions: Sequence[tuple[bool, str]] = (
            (bool(re.fullmatch(r"[a-z][a-z_]*", self.key)), "key is lower-case letters and _"),
            (bool(re.fullmatch(r"[A-Z]{3}", self.prefix)), "prefix is three capital letters"),
            (self.version >= 1, "version counts from 1"),
            (
                bool(self.seats) and all(1 <= n <= MAX_SEATS for n in self.seats),
                f"seats are seat counts from 1 to {MAX_SEATS}",
            ),
            (issubclass(self.state, State), "state is a subclass of State"),
            (self.actions >= 1, "actions is positive"),
            (self.outcomes >= 0, "outcomes is not negative"),
            (self.most_legal >= 1, "most_legal is positive"),
            (self.longest >= 1, "longest is positive"),
            (self.score_bounds[0] <= self.score_bounds[1], "score_bounds is (least, greatest)"),
            (self.minutes >= 1, "minutes is positive"),
            (len(names) == len(set(names)), "options have different names"),
            (not levels or self.absent in levels, f"absent names a level, not {self.absent!r}"),
            (not (self.drafts and self.secrets), "drafts are for games without secrets"),
            (
                not (self.secrets and hasattr(self.rules, "happen")),
                "happen is for games without secrets, since everybody sees the film",
            ),
        )
        return [f"declaration: {text}" for good, text in conditions if not good]


def _present(
    module: ModuleType, optional: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    return {name: wanted for name, wanted in optional.items() if hasattr(module, name)}


def _faults(module: ModuleType, role: str, needed: Mapping[str, tuple[str, ...]]) -> list[str]:
    faults = []
    for name, wanted in needed.items():
        function = getattr(module, name, None)
        if function is None:
            faults.append(f"{role}.{name}({', '.join(wanted)}) is missing")
            continue
        has = tuple(inspect.signature(getattr(function, "py_func", function)).parameters)
        if has != wanted:
            faults.append(f"{role}.{name} takes ({', '.join(wanted)}), not ({', '.join(has)})")
    return faults
