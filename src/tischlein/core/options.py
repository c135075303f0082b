"""Options of games: variants and house rules, with types, defaults and clear refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from numbers import Integral
from typing import Protocol

from tischlein.core.errors import OptionError
from tischlein.core.phrases import Phrase
from tischlein.core.readers import digit_of_another_script, whole_in

Options = Mapping[str, str | int]
"""Values by option name, complete and checked."""

Needs = tuple[str, str]
"""The name of a choice, and the one value with which another option has any effect."""


@dataclass(frozen=True)
class Choices:
    """An option with named values; ``letters`` such as seat letters keep their upper case."""

    name: str
    values: tuple[str, ...]
    default: str
    matters: tuple[int, ...] = ()
    """The seat counts at which it has any effect; empty for all."""
    needs: Needs | None = None
    rule: str = ""
    """The identifier of the rule that refuses other values, if there is one."""

    def read(self, text: str, seats: int) -> str:
        """Return the value that a text names, in its own case; refuse others (OptionError)."""
        del seats
        for value in self.values:
            if value.casefold() == text.casefold():
                return value
        offered = [Phrase(f"option-{self.name}-{value}") for value in self.values]
        raise OptionError(
            f"{self.name} is one of {', '.join(self.values)}, not {text!r}",
            self.rule,
            phrase=Phrase(
                "option-not-offered",
                {"option": Phrase(f"option-{self.name}"), "values": [*offered]},
            ),
        )

    def default_for(self, seats: int) -> str:
        """Return the default, which is the same at every seat count."""
        del seats
        return self.default


@dataclass(frozen=True)
class Number:
    """An option with whole numbers from ``low`` to ``high``; the default may depend on seats."""

    name: str
    low: int
    high: int
    default: int | Mapping[int, int]
    needs: Needs | None = None
    rule: str = ""
    """The identifier of the rule that refuses other numbers, if there is one."""

    def read(self, text: str, seats: int) -> int:
        """Return the number that a text writes; refuse others (OptionError)."""
        del seats
        value = whole_in(text)
        if value is None or not self.low <= value <= self.high:
            raise OptionError(
                f"{self.name} is a number {self.low} to {self.high}, not {text!r}",
                self.rule,
                phrase=Phrase(
                    "option-not-in-range",
                    {"option": Phrase(f"option-{self.name}"), "low": self.low, "high": self.high},
                ),
            )
        return value

    def default_for(self, seats: int) -> int:
        """Return the default at a seat count."""
        return self.default if isinstance(self.default, int) else self.default[seats]


@dataclass(frozen=True)
class Written:
    """An option whose values have a small language of their own.

    ``normalize(text, seats)`` returns the canonical text or raises OptionError. ``samples`` are
    values that an interface offers and the conformance suite tries.
    """

    name: str
    default: str
    normalize: Callable[[str, int], str]
    samples: tuple[str, ...]

    def read(self, text: str, seats: int) -> str:
        """Return the canonical form of a text; refuse others (OptionError)."""
        return self.normalize(text, seats)

    def default_for(self, seats: int) -> str:
        """Return the default, which is the same at every seat count."""
        del seats
        return self.default


@dataclass(frozen=True)
class Teams:
    """Who plays with whom: ``none``, or a digit 1 or 2 for each seat with both teams in use."""

    name: str
    alone: tuple[int, ...]
    """The seat counts at which each may play for itself, which is the default there.

    Elsewhere the teams alternate around the table. Where they are written, they are always named:
    see ``unnamed``.
    """
    samples: tuple[str, ...]
    """Values that the conformance suite tries."""
    rule: str = ""
    """The identifier of the rule about teams."""

    def read(self, text: str, seats: int) -> str:
        """Return the canonical form of a text; refuse others (OptionError)."""
        wanted = text.lower()
        if wanted == NO_TEAMS:
            return wanted
        if len(wanted) != seats or set(wanted) != {"1", "2"}:
            raise OptionError(
                f"{self.name} has one digit 1 or 2 for each of the {seats} seats, and both of "
                f"them, not {text!r}",
                rule=self.rule,
                phrase=Phrase(
                    "option-no-teams", {"option": Phrase(f"option-{self.name}"), "seats": seats}
                ),
            )
        return wanted

    def default_for(self, seats: int) -> str:
        """Return the default at a seat count."""
        return NO_TEAMS if seats in self.alone else "".join("12"[seat % 2] for seat in range(seats))


NO_TEAMS = "none"
"""Everybody plays for themselves."""


@dataclass(frozen=True)
class Order:
    """An order of things, each named by a letter: the text has each letter once."""

    name: str
    default: str
    samples: tuple[str, ...]
    """Values that the conformance suite tries."""

    def read(self, text: str, seats: int) -> str:
        """Return the canonical form of a text; refuse others (OptionError)."""
        del seats
        letters = text.lower()
        if sorted(letters) != sorted(self.default):
            named = [Phrase(f"option-{self.name}-{letter}") for letter in self.default]
            raise OptionError(
                f"{self.name} is an order of the letters {', '.join(self.default)}, not {text!r}",
                phrase=Phrase(
                    "option-no-order",
                    {"option": Phrase(f"option-{self.name}"), "things": [*named]},
                ),
            )
        return letters

    def default_for(self, seats: int) -> str:
        """Return the default, which is the same at every seat count."""
        del seats
        return self.default


Option = Choices | Number | Written | Teams | Order


def values_in_words(option: Option) -> str:
    """Return what can be chosen, as text: ``a|b|c``, ``1..9``, or samples and ``...``."""
    match option:
        case Choices():
            return "|".join(option.values)
        case Number():
            return f"{option.low}..{option.high}"
        case _:
            return "|".join((*option.samples, "..."))


class HasOptions(Protocol):
    """What this module requires of a game."""

    @property
    def key(self) -> str:
        """Its name in messages."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat counts that it has."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Its options."""

    def check_options(self, seats: int, options: Options) -> None:
        """Refuse a combination (OptionError)."""


def complete(game: HasOptions, seats: int, given: Mapping[str, str | int]) -> Options:
    """Return all options of a match, checked, with defaults for those not given.

    Raises
    ------
    OptionError
        For a seat count, a name, a value or a combination that the game does not have.
    """
    if not isinstance(seats, Integral) or seats not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise OptionError(
            f"{game.key} is played with {counts} seats, not {seats!r}",
            phrase=Phrase("option-seats", {"counts": [*game.seats]}),
        )
    known = {option.name: option for option in game.options}
    if not isinstance(given, Mapping):
        raise OptionError(f"options are values by name, such as {_example(game)}, not {given!r}")
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"{game.key} has no option {name!r}; its options are: {names}")
    options: dict[str, str | int] = {
        name: _read(option, str(given[name]), seats) if name in given else option.default_for(seats)
        for name, option in known.items()
    }
    game.check_options(seats, options)
    return options


def _example(game: HasOptions) -> dict[str, str | int]:
    return {option.name: option.default_for(game.seats[0]) for option in game.options[:1]}


def _read(option: Option, text: str, seats: int) -> str | int:
    other = digit_of_another_script(text)
    if other:
        raise OptionError(
            f"{option.name}: numbers are written with the digits 0 to 9, not with {other!r}",
            phrase=Phrase("option-other-digits", {"option": Phrase(f"option-{option.name}")}),
        )
    return option.read(text, seats)


def needed_for(game: HasOptions, name: str) -> dict[str, str]:
    """Return by name the values of other options that one option needs to have any effect.

    What those options need is included, too; of options that need each other, each other one.
    """
    known = {option.name: option for option in game.options}
    needed: dict[str, str] = {}
    following = known.get(name)
    while isinstance(following, Choices | Number) and following.needs is not None:
        other, value = following.needs
        if other == name or other in needed:
            break  # a cycle
        needed[other] = value
        following = known.get(other)
    return needed


def usual_counts(game: HasOptions) -> list[int]:
    """Return the seat counts that allow the default options."""
    counts = []
    for seats in game.seats:
        with suppress(OptionError):
            complete(game, seats, {})
            counts.append(seats)
    return counts


def parse(text: str) -> dict[str, str]:
    """Split ``name=value name=value`` into a dictionary.

    Raises
    ------
    OptionError
        Where a word has no ``=`` or a name comes twice.
    """
    given: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise OptionError(f"an option is written name=value, not {word!r}")
        if name.lower() in given:
            raise OptionError(f"the option {name} is given twice")
        given[name.lower()] = value
    return given


def sides(game: HasOptions, seats: int, options: Options) -> tuple[int, ...]:
    """Return by seat the side it belongs to; seats of a team share one."""
    for option in game.options:
        chosen = str(options[option.name])
        if isinstance(option, Teams) and chosen != NO_TEAMS:
            return tuple(int(digit) - 1 for digit in chosen)
    return tuple(range(seats))


def unnamed(game: HasOptions) -> dict[str, str]:
    """Return by name what options mean that a record leaves out, where it is no default at a table.

    In a record nobody is in a team that is not named there: how a table forms teams when it is not
    told is its own affair.
    """
    return {option.name: NO_TEAMS for option in game.options if isinstance(option, Teams)}


def write(game: HasOptions, seats: int, options: Options) -> str:
    """Write the options that differ from what leaving them out means, in the game's order."""
    means = unnamed(game)
    return " ".join(
        f"{option.name}={options[option.name]}"
        for option in game.options
        if options[option.name] != means.get(option.name, option.default_for(seats))
    )
