"""The page of the contract is made from the declarations, and is up to date."""

from pathlib import Path

from tischlein.core.capabilities import GROUPS
from tischlein.core.hooks import Capability
from tischlein.presentation import Presentation
from tischlein.presentation.contract import page

PAGE = Path(__file__).parents[2] / "docs" / "contract.md"


def test_the_page_is_that_of_the_declarations() -> None:
    hint = "run: python -m tischlein.presentation.contract > docs/contract.md"
    assert PAGE.read_text(encoding="utf-8") == page(), hint


def test_every_hook_says_what_it_does_and_who_calls_it() -> None:
    groups: tuple[type[Capability], ...] = (*GROUPS, Presentation)
    for group in groups:
        for hook in group.hooks():
            assert hook.does.endswith((".", ")")), hook
            assert hook.called, hook
