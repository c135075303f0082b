"""A game: what it declares, and the groups of functions it provides, checked as a whole.

Lobby, limits, tests, documentation and searches derive from the declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, Self, get_args

from tischlein.core import registry
from tischlein.core.capabilities import (
    Drafts,
    Heuristics,
    Interrupts,
    Measured,
    Notation,
    Race,
    Rules,
    Secrets,
    Shelf,
)
from tischlein.core.errors import GameError, OptionError
from tischlein.core.hooks import Capability, plain
from tischlein.core.kernels import Kernels
from tischlein.core.levels import Level, Search
from tischlein.core.options import Choices, Needs, Number, Option, Options, Teams
from tischlein.core.position import Position
from tischlein.core.ranges import Range
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import State

Utility = Literal["ranking", "scores"]
"""What searches maximise: the place in the ranking, or the score itself."""

DERIVED: tuple[Level, ...] = (Level("", Search("")),)
"""Stands for the levels of a game that declares none."""
_BUDGETS = (("weak", 20), ("medium", 500), ("strong", 10_000))
"""Simulations of the derived levels."""


_GROUPS: dict[str, type[Any]] = {
    "rules": Rules,
    "notation": Notation,
    "secrets": Secrets,
    "measured": Measured,
    "race": Race,
    "interrupts": Interrupts,
    "drafts": Drafts,
    "heuristics": Heuristics,
    "presentation": Capability,
    "shelf": Shelf,
}
"""The type that each field must have, unless it is None."""
_ALWAYS = ("rules", "notation", "shelf")
"""The fields that must not be None."""
_Condition = tuple[bool, str]
"""Whether a declaration is right in one respect, and what it should be."""


@dataclass(frozen=True)
class Invariant:
    """Something that holds in every position, such as a count of chips that never changes."""

    name: str
    holds: Callable[[Any], bool]
    """Takes a view of the state."""


class Presents(Protocol):
    """What the model requires of a presentation."""

    @property
    def scene(self) -> Callable[[Any], Any]:
        """Return the function that draws an observation as a scene."""

    def svg(self, observation: Any) -> str:
        """Return a picture of an observation."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game: its declaration, its rules and notation, and the capabilities that it has.

    Parameters
    ----------
    key, prefix
        Name in records and addresses (``bauab``), and prefix of rule identifiers (``BAU``).
    version
        Rules version; changed when the meaning of a record changes.
    seats
        The seat counts with which it can be played.
    state
        The class whose rows are its positions.
    rules, notation
        What every game has; see :mod:`tischlein.core.capabilities` for every function.
    options
        Its variants and house rules.
    levels
        Its bots. The default is three strengths of the suitable tree search, for compiled games
        without races and measurements.
    invariants
        What holds in every position; the conformance suite checks it.
    ranges
        Ranges of the numbers in state fields; fields not listed may hold any 64-bit word.
    secrets, measured, race, interrupts, drafts, heuristics
        Optional groups, None where a game does not have them.
    presentation
        What people see (:class:`tischlein.presentation.Presentation`); without it a game is for
        programs and terminals.
    shelf
        Facts for people choosing a game.
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
    turn_rule, over_rule
        The rules that a refusal cites out of turn, and after the end. Without them ``why_not``
        answers for every seat.
    absent
        Level that plays for a player who has left.
    simultaneous
        Whether several seats may have to choose at the same time.
    compiled
        False for a game in plain Python, such as one whose rules live in a library.
    """

    key: str
    prefix: str
    version: int = 1
    seats: tuple[int, ...]
    state: type[State]
    rules: Rules
    notation: Notation
    actions: int
    most_legal: int
    longest: int
    score_bounds: tuple[int, int]
    outcomes: int = 0
    options: tuple[Option, ...] = ()
    levels: tuple[Level, ...] = DERIVED
    invariants: tuple[Invariant, ...] = ()
    ranges: Mapping[str, Range] = field(default_factory=dict)
    secrets: Secrets | None = None
    measured: Measured | None = None
    race: Race | None = None
    interrupts: Interrupts | None = None
    drafts: Drafts | None = None
    heuristics: Heuristics | None = None
    presentation: Presents | None = None
    shelf: Shelf = field(default_factory=Shelf)
    simultaneous: bool = False
    utility: Utility = "ranking"
    turn_rule: str = ""
    over_rule: str = ""
    absent: str = "medium"
    compiled: bool = True

    def __post_init__(self) -> None:
        """Check the declaration as a whole.

        Raises
        ------
        GameError
            Naming everything that is missing or out of range.
        """
        if misfits := list(self._misfits()):  # with these, further checks would fail
            raise GameError(f"the game {self.key!r} is not complete: " + "; ".join(misfits))
        if self.levels is DERIVED:
            object.__setattr__(self, "levels", self._derived_levels())
        faults = [fault for group in self.groups for fault in group.faults()]
        faults += self._contradictions()
        if faults:
            raise GameError(f"the game {self.key!r} is not complete: " + "; ".join(faults))

    def _derived_levels(self) -> tuple[Level, ...]:
        if not self.compiled or self.race is not None or self.measured is not None:
            return ()
        search = "uct" if self.secrets is None else "ismcts"
        return tuple(Level(key, Search(search, simulations=count)) for key, count in _BUDGETS)

    @property
    def groups(self) -> tuple[Capability, ...]:
        """Return the groups of hooks that the game has."""
        values = (vars(self)[one.name] for one in fields(self))
        return tuple(value for value in values if isinstance(value, Capability))

    @property
    def chance(self) -> bool:
        """Whether the game has deals or rolls."""
        return self.outcomes > 0

    @cached_property
    def module(self) -> str:
        """Return the module to import to get the game, in another process too."""
        return str(self.rules.apply.__module__)

    @cached_property
    def folder(self) -> Path:
        """Return the folder with the game's files."""
        return Path(plain(self.rules.apply).__code__.co_filename).parent

    @cached_property
    def kernels(self) -> Kernels:
        """Return the compiled functions over rows (compiling or loading them on first use)."""
        return Kernels(self.key, self.state, self.groups, compiled=self.compiled)

    def start(
        self,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        *,
        seed: int | None = None,
    ) -> Position:
        """Return the position in which a match starts.

        Parameters
        ----------
        seats
            By default the fewest.
        options
            Those that differ from their defaults.
        seed
            If given, chance is resolved from it: this position, and every one that
            ``Position.after`` derives from it, is one in which a seat has to act, or the end.
            Without a seed nothing has been dealt yet, and chance's outcomes are played like
            actions.

        Raises
        ------
        OptionError
            For a seat count or an option that the game does not have.
        """
        count = min(self.seats) if seats is None else seats
        return Position.start(self, count, options, seed=seed)

    def check_options(self, seats: int, options: Options) -> None:
        """Refuse combinations of options that the game does not have (OptionError)."""
        self.rules.check_options(seats, options)

    def level(self, key: str) -> Level:
        """Return the level with this key.

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

    @property
    def teams(self) -> bool:
        """Whether seats can play together, that is, whether there is an option for it."""
        return any(isinstance(option, Teams) for option in self.options)

    def __repr__(self) -> str:
        """Return a summary in one line."""
        seats = f"{min(self.seats)}-{max(self.seats)}" if len(self.seats) > 1 else self.seats[0]
        return f"<Game {self.key}, {seats} seats, rules version {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by key and module, so that another process loads the game itself.

        Raises
        ------
        GameError
            If it would load a different game there, for example instead of a variant made with
            ``replace``.
        """
        found = registry.from_module(self.module, self.key)
        if found is not self:
            raise GameError(
                f"there is another {self.key!r} in {self.module}: a game that only this program "
                "has cannot travel to another process"
            )
        return registry.from_module, (self.module, self.key)

    def __copy__(self) -> Self:
        """Return the game itself, which never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the game itself, which never changes."""
        return self

    def _misfits(self) -> Iterator[str]:
        """Name values of the wrong type: a module for a group, one option for a tuple of them."""
        for name, kind in _GROUPS.items():
            value = vars(self)[name]
            if not isinstance(value, kind) and (value is not None or name in _ALWAYS):
                kind_name = "Presentation" if kind is Capability else kind.__name__
                made = f"{kind_name}.of" if issubclass(kind, Capability) else kind_name
                yield f"declaration: {name} is made with {made}(...), not {value!r}"
        for name in ("seats", "options", "levels", "invariants"):
            value = vars(self)[name]
            if not isinstance(value, tuple):  # (2) is a number
                yield f"declaration: {name} is a tuple, such as (2,) or (2, 3), not {value!r}"

    def _contradictions(self) -> list[str]:
        """Name values that are impossible, or contradict each other."""
        conditions = (
            *self._of_names(),
            *self._of_numbers(),
            *self._of_chance(),
            *self._of_options(),
            *self._of_levels(),
            *self._of_groups(),
        )
        return [f"declaration: {text}" for good, text in conditions if not good]

    def _of_names(self) -> Iterator[_Condition]:
        key = re.fullmatch(r"[a-z][a-z_]*", self.key)
        yield key is not None, "key is lower-case letters, a to z, and _"
        prefix = re.fullmatch(r"[A-Z]{3}", self.prefix)
        yield prefix is not None, "prefix is three capital letters"
        yield self.utility in get_args(Utility), f"utility is one of {get_args(Utility)}"
        yield issubclass(self.state, State), "state is a subclass of State"
        fields_there = set(self.state.dtype.names or ()) if self.ranges else set()
        yield set(self.ranges) <= fields_there, "ranges are of fields of the state"

    def _of_numbers(self) -> Iterator[_Condition]:
        yield self.version >= 1, "version counts from 1"
        possible = bool(self.seats) and all(1 <= count <= MAX_SEATS for count in self.seats)
        yield possible, f"seats are seat counts from 1 to {MAX_SEATS}"
        yield len(self.seats) == len(set(self.seats)), "seats are different seat counts"
        yield self.actions >= 1, "actions is positive"
        yield self.most_legal >= 1, "most_legal is positive"
        yield self.longest >= 1, "longest is positive"
        yield self.score_bounds[0] <= self.score_bounds[1], "score_bounds is (least, greatest)"
        yield self.shelf.minutes >= 1, "minutes is positive"

    def _of_chance(self) -> Iterator[_Condition]:
        brought = self.rules.brings("chance")
        yield self.outcomes >= 0, "outcomes is not negative"
        yield (
            brought or not self.outcomes,
            "there are outcomes, but rules.chance(state, outcomes, weights) is missing",
        )
        yield (
            not brought or self.outcomes != 0,
            "rules.chance is there, but outcomes, the count of its numbers, is 0",
        )

    def _of_options(self) -> Iterator[_Condition]:
        names = [option.name for option in self.options]
        choices = self._values_of_choices()
        yield len(names) == len(set(names)), "options have different names"
        yield (
            all(re.fullmatch(r"[a-z][a-z0-9_-]*", name) for name in names),
            "names of options are lower-case letters, digits, - and _",
        )
        yield (
            all(re.fullmatch(r"[A-Za-z0-9_-]+", value) for _, value in choices),
            "values of choices are letters, digits, - and _",
        )
        needs = [one.needs for one in self.options if isinstance(one, Choices | Number)]
        yield (
            all(need is None or need in choices for need in needs),
            "what an option needs is a choice and one of its values",
        )
        for option in self.options:
            yield (
                all(_has_default(option, seats) for seats in self.seats),
                f"the default of {option.name} is one of its values at every seat count",
            )

    def _of_levels(self) -> Iterator[_Condition]:
        keys = [level.key for level in self.levels]
        yield not keys or self.absent in keys, f"absent names a level, not {self.absent!r}"
        yield len(keys) == len(set(keys)), "levels have different names"
        yield (
            all(0 <= level.blunder <= 100 and level.seconds > 0 for level in self.levels),
            "a level blunders in 0 to 100 percent, and has some time",
        )

    def _of_groups(self) -> Iterator[_Condition]:
        yield (
            self.rules.brings("why_not") or bool(self.turn_rule),
            "there is neither rules.why_not nor a turn_rule to cite",
        )
        helped = self.heuristics
        yield (
            helped is None or any(helped.brings(hook.name) for hook in helped.hooks()),
            "heuristics brings none of its functions",
        )
        yield not (self.drafts and self.secrets), "drafts are for games without secrets"
        yield (
            not (self.secrets and self.measured),
            "measured is for games without secrets, since everybody sees the film",
        )

    def _values_of_choices(self) -> set[Needs]:
        choices = (option for option in self.options if isinstance(option, Choices))
        return {(option.name, value) for option in choices for value in option.values}


def _has_default(option: Option, seats: int) -> bool:
    try:
        default = option.default_for(seats)
        return option.read(str(default), seats) == default
    except (OptionError, KeyError):
        return False
