"""Groups of hooks: collected from modules, checked as a whole, derived where they are left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import pytest

from tischlein.core.hooks import Capability, hook, parameters_of, plain, table
from tischlein.core.kernel import kernel


def _in_silence(name: str) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Manners(Capability):
    """A group with a hook that must be there, one that is derived, and a table."""

    group: ClassVar[str] = "manners"

    greet: Callable[[str, int], str] = hook(
        "name, hour -> words", "Says hello.", called="at the door", compiled=True
    )
    leave: Callable[[str], str] = hook(
        "name -> words",
        "Says goodbye.",
        called="at the end",
        default=_in_silence,
        derived="nothing",
    )
    titles: Mapping[str, str] = table("By name.", called="always", default={}, derived="none")


def greet(name: str, hour: int) -> str:
    return f"Good {'morning' if hour < 12 else 'evening'}, {name}"


def shout(name: str, hour: int) -> str:
    return f"{name}!"


def wave(name: str) -> str:
    return "Bye"


def nod(anybody: str) -> str:
    return ""


def module(**names: object) -> ModuleType:
    made = ModuleType("somewhere")
    vars(made).update(names)
    return made


def test_hooks_are_found_in_modules_under_their_names_and_tables_in_capitals() -> None:
    titles = {"anna": "Dr."}
    manners = Manners.of(module(greet=greet), module(TITLES=titles, unrelated=3))
    assert manners.greet is greet
    assert manners.titles is titles
    assert manners.faults() == []


def test_a_game_in_one_file_gives_its_globals() -> None:
    assert Manners.of(globals()).greet is greet


def test_the_first_module_counts_and_what_is_given_by_name_counts_more() -> None:
    modules = module(greet=greet), module(greet=shout)
    assert Manners.of(*modules).greet is greet
    assert Manners.of(*modules, greet=shout).greet is shout


def test_what_is_left_out_is_derived_where_it_can_be() -> None:
    manners = Manners.of(globals())
    assert manners.leave("Anna") == ""
    assert manners.titles == {}
    assert [manners.brings(name) for name in ("greet", "leave", "titles")] == [True, False, False]
    own = Manners.of(globals(), leave=wave, titles={"anna": "Dr."})
    assert [own.brings(name) for name in ("leave", "titles")] == [True, True]


def test_tables_of_two_games_are_not_the_same() -> None:
    assert Manners.of(globals()).titles is not Manners.of(globals()).titles


def test_what_is_missing_is_told_when_it_is_checked() -> None:
    assert Manners.of(module()).faults() == ["manners.greet(name, hour) is missing"]


def test_all_faults_are_told_at_once() -> None:
    assert Manners.of(module(greet=wave), leave=nod, titles=["Dr."]).faults() == [
        "manners.greet takes (name, hour), not (name)",
        "manners.leave takes (name), not (anybody)",
        "manners.titles is a mapping, not ['Dr.']",
    ]


def test_declarations_can_be_listed() -> None:
    first, second, third = Manners.hooks()
    assert [str(one) for one in (first, second, third)] == [
        "manners.greet(name, hour)",
        "manners.leave(name)",
        "manners.titles",
    ]
    assert (first.returns, first.does, first.called) == ("words", "Says hello.", "at the door")
    assert (first.compiled, second.compiled) == (True, False)
    assert (first.derived, second.derived, third.derived) == ("", "nothing", "none")


def test_parameters_of_compiled_functions_are_those_of_their_source() -> None:
    def double(state: Any, seat: int) -> int:
        return 2 * seat

    assert parameters_of(kernel(double)) == parameters_of(double) == ("state", "seat")
    assert plain(kernel(double)) is double
    assert plain(greet) is greet


@pytest.mark.parametrize("name", ["greet", "leave"])
def test_a_group_is_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Manners.of(globals()), name, greet)
