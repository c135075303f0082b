"""The contract: every hook is declared in full, and notation can be made of names."""

import inspect

import pytest

from tests.tiny import kuhn, wager
from tischlein.core import kernel
from tischlein.core.capabilities import GROUPS, Heuristics, Measured, Notation, Race, Rules, Secrets
from tischlein.core.errors import NotationError
from tischlein.core.hooks import Capability, Hook
from tischlein.core.kernels import COMPILED
from tischlein.core.seats import CHANCE
from tischlein.presentation import Presentation

ALL: tuple[type[Capability], ...] = (*GROUPS, Presentation)
HOOKS = [hook for group in ALL for hook in group.hooks()]


@pytest.mark.parametrize("hook", HOOKS, ids=str)
def test_every_hook_says_what_it_does_and_who_calls_it(hook: Hook) -> None:
    assert hook.does.endswith(".")
    assert hook.called


@pytest.mark.parametrize("hook", COMPILED.values(), ids=str)
def test_every_compiled_hook_has_a_signature_over_rows(hook: Hook) -> None:
    assert hook.parameters is not None
    assert hook.parameters[0] == "state"
    assert len(kernel.signature(hook.parameters, hook.returns).args) == len(hook.parameters)


def test_hooks_have_different_names_within_their_group() -> None:
    names = [(hook.group, hook.name) for hook in HOOKS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("group", ALL)
def test_what_is_derived_takes_what_the_hook_takes(group: type[Capability]) -> None:
    """Compiled ones are templates, which take the record under the name ``state`` as well."""
    for hook in HOOKS:
        default = inspect.getattr_static(group, hook.name, None)
        if hook.group == group.group and hook.derived and callable(default):
            assert tuple(inspect.signature(default).parameters) == hook.parameters, str(hook)


def test_groups_of_a_module_take_only_their_own_hooks() -> None:
    rules, secrets = Rules.of(kuhn.rules), Secrets.of(kuhn.rules)
    assert rules.apply is kuhn.rules.apply
    assert secrets.observe is kuhn.rules.observe
    assert "observe" not in vars(rules)


@pytest.mark.parametrize(
    ("group", "needed"),
    [
        (Rules, {"acting", "legal", "apply", "scores"}),
        (Secrets, {"observe", "determinize", "observed_action"}),
        (Measured, {"due", "happen", "engine", "apply", "why_not", "write", "read"}),
        (Race, {"pace", "tie_order"}),
        (Heuristics, set()),
        (Notation, {"write", "read"}),
    ],
)
def test_what_a_group_needs_is_missing_in_an_empty_module(
    group: type[Capability], needed: set[str]
) -> None:
    faults = group.of({}).faults()
    assert {fault.partition("(")[0].rpartition(".")[2] for fault in faults} == needed
    assert all(fault.endswith(" is missing") for fault in faults)


# --- notation from names ---


def test_names_are_written_and_read() -> None:
    notation = wager.GAME.notation
    state = wager.GAME.start().state
    assert [notation.write(state, 0, action) for action in range(2)] == ["steady", "wild"]
    assert notation.read(state, 0, ["wild"]) == 1
    assert notation.write(state, CHANCE, 3) == "9"
    assert notation.read(state, CHANCE, ["9"]) == 3


def test_a_name_may_have_several_words() -> None:
    assert kuhn.GAME.start().read(CHANCE, "Deal  QUEEN") == 1


@pytest.mark.parametrize(
    ("seat", "text", "known"),
    [(0, "deal king", "pass, bet"), (0, "bet bet", "pass, bet"), (CHANCE, "bet", "deal jack, ")],
)
def test_what_is_no_name_is_refused_with_those_there_are(seat: int, text: str, known: str) -> None:
    with pytest.raises(NotationError, match=f"{text!r} is no action; the actions are: {known}"):
        kuhn.GAME.start().read(seat, text)


def test_a_game_without_chance_has_no_names_for_it() -> None:
    with pytest.raises(NotationError, match="the actions are: none"):
        Notation.of_names(("go",)).read(None, CHANCE, ["go"])
