"""A game in one file: short, complete, and on the shelf as every other."""

import importlib.util
import sys
from pathlib import Path

import pytest

import tischlein as tt
from tischlein.core import registry
from tischlein.presentation import of, rulebook
from tischlein.testing import Check, checks_of

FILE = Path(__file__).parent.parent / "examples" / "tictactoe.py"


def loaded() -> tt.Game:
    """Return the game of the file, as a program that imports it has it."""
    spec = importlib.util.spec_from_file_location("tictactoe", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where compiled code looks for the module it comes from
    spec.loader.exec_module(module)
    game: tt.Game = module.GAME
    return registry.register(game)


GAME = loaded()


def test_the_file_has_at_most_sixty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    "check",
    # Comparing with interpreted rules needs a module that another process can import.
    [check for check in checks_of(GAME) if "compiled" not in str(check)],
    ids=str,
)
def test_conformance(check: Check) -> None:
    check()


def test_it_has_levels_that_play_well() -> None:
    assert [level.key for level in GAME.levels] == ["weak", "medium", "strong"]
    contest = tt.contest(GAME, ["strong", "random"], matches=20, workers=1)
    strong, random = contest.standings
    assert strong.interval[0] > random.interval[1]


def test_its_record_reads_back_and_its_board_shows() -> None:
    record = tt.play(GAME, ["medium", "weak"], seed=1)
    assert tt.read(str(record)) == record
    position = GAME.start().after(0, "b2").after(1, "a1")
    assert of(GAME).draw(position.observe(0)).splitlines()[:2] == ["B . .", ". A ."]
    assert (position._repr_svg_() or "").startswith("<svg")


def test_refusals_cite_its_rules() -> None:
    assert rulebook.identifiers(GAME) == ("TTT-1", "TTT-2", "TTT-3")
    start = GAME.start()
    with pytest.raises(tt.RefusedError) as out_of_turn:
        start.after(1, "a1")
    with pytest.raises(tt.RefusedError) as taken:
        start.after(0, "a1").after(1, "a1")
    assert (out_of_turn.value.refusal.rule, taken.value.refusal.rule) == ("TTT-1", "TTT-1")
