"""Games to begin from, in one file and in a folder with secrets: short and complete."""

import importlib
import sys
from pathlib import Path

import pytest

import tischlein as tt
from tischlein.core import registry
from tischlein.presentation import of, rulebook
from tischlein.testing import Check, checks_of

EXAMPLES = Path(__file__).parent.parent / "examples"
FILE = EXAMPLES / "tictactoe.py"


def loaded(name: str) -> tt.Game:
    """Return the game of a file or folder, as a program that imports it has it."""
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    game: tt.Game = importlib.import_module(name).GAME
    return registry.register(game)


GAME = loaded("tictactoe")
LIARS_DICE = loaded("liars_dice")


def test_the_file_has_at_most_sixty_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    "check", [check for game in (GAME, LIARS_DICE) for check in checks_of(game)], ids=str
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
    assert of(GAME).characters(position.observe(0)).splitlines()[:2] == ["B . .", ". A ."]
    assert (position._repr_svg_() or "").startswith("<svg")


def test_refusals_cite_its_rules() -> None:
    assert rulebook.identifiers(GAME) == ("TTT-1", "TTT-2", "TTT-3")
    start = GAME.start()
    with pytest.raises(tt.RefusedError) as out_of_turn:
        start.after(1, "a1")
    with pytest.raises(tt.RefusedError) as taken:
        start.after(0, "a1").after(1, "a1")
    assert (out_of_turn.value.refusal.rule, taken.value.refusal.rule) == ("TTT-1", "TTT-1")


def test_a_die_is_seen_by_its_owner_alone_until_a_bid_is_doubted() -> None:
    position = LIARS_DICE.start(seed=2)
    assert position.state.dice == (3, 2)
    assert [position.observe(seat).state.dice for seat in range(2)] == [(3, 4), (4, 2)]
    shown = position.after(0, "1x2").after(1, "liar")
    assert {shown.observe(seat).state.dice for seat in range(2)} == {(3, 2)}
    assert shown.scores() == (1, 0)


@pytest.mark.parametrize(
    ("bids", "action", "rule"),
    [((), "liar", "LIA-3"), (("1x2",), "1x2", "LIA-2"), (("2x3",), "1x1", "LIA-2")],
)
def test_a_bid_rises_and_a_doubt_needs_one(bids: tuple[str, ...], action: str, rule: str) -> None:
    position = LIARS_DICE.start(seed=2)
    for seat, bid in enumerate(bids):
        position = position.after(seat, bid)
    with pytest.raises(tt.RefusedError) as refused:
        position.after(len(bids) % 2, action)
    assert refused.value.refusal.rule == rule
