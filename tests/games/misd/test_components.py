"""The cards of Misd: what the table of colours promises."""

from itertools import product

import pytest

from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.options import complete
from tischlein.core.position import Position
from tischlein.games.misd.actions import CLAIM_CARD, claimed_symbol
from tischlein.games.misd.cards import CARDS, COLOUR_OF, FACES, KINDS, LACKS, symbols
from tischlein.games.misd.rules import lacking

MISD = registry.load("misd")


def test_every_colour_comes_once_in_each_row_and_column() -> None:
    """MIS-2: a Latin square."""
    everything = list(range(KINDS))
    for index in range(CARDS):
        assert sorted(COLOUR_OF[index]) == everything
        assert sorted(COLOUR_OF[:, index]) == everything


@pytest.mark.parametrize("face", range(FACES))
def test_a_face_lacks_one_shape_and_one_colour(face: int) -> None:
    """MIS-2: both of them are what a right claim names (MIS-13)."""
    colours, shapes = zip(*symbols(face), strict=True)
    (colour,) = set(range(KINDS)) - set(colours)
    (shape,) = set(range(KINDS)) - set(shapes)
    assert len(colours) == 9
    assert claimed_symbol(lacking(face)) == (colour, shape)


@pytest.mark.parametrize("side", [0, 1])
def test_on_each_side_every_shape_and_colour_is_missing_once(side: int) -> None:
    answers = [claimed_symbol(lacking(face)) for face in range(side, FACES, 2)]
    assert sorted(colour for colour, _ in answers) == list(range(KINDS))
    assert sorted(shape for _, shape in answers) == list(range(KINDS))
    assert sorted(LACKS[side::2]) == list(range(KINDS))


def test_a_combination_is_on_one_card_at_most() -> None:
    """Nine symbols a card are different ones: 90 of the 100 combinations with ten cards."""
    for sides in product((0, 1), repeat=CARDS):
        if sum(sides) not in (0, 1, 5, 9, 10):
            continue
        shown = [one for card, side in enumerate(sides) for one in symbols(2 * card + side)]
        assert len(set(shown)) == len(shown) == 9 * CARDS


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_seats_play(seats: int) -> None:
    """MIS-1."""
    with pytest.raises(OptionError, match="2, 3, 4, 5, 6, 7, 8 seats"):
        Position.start(MISD, seats)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("variant", "c"), ("wrong", "never"), ("cards", "4"), ("cards", "11"), ("chips", "0")),
        *(("chips", "41"), ("relay", "-1"), ("relay", "101"), ("limit", "1001"), ("limit", "-1")),
        *(("limit", "many"), ("limit", "²"), ("think", "601"), ("think", "-1")),
    ],
)
def test_other_values_of_options_are_refused(name: str, value: str) -> None:
    """MIS-1."""
    with pytest.raises(OptionError):
        Position.start(MISD, 2, {name: value})


def test_the_lot_is_fair() -> None:
    """MIS-5."""
    assert Position.start(MISD, 5).outcomes() == [(seat, 1) for seat in range(5)]


def test_the_layout_is_made_of_any_faces_alike() -> None:
    """MIS-8."""
    position = Position.start(MISD, 2, {"variant": "b"})
    position.play(8, 0)
    assert [weight for _, weight in position.outcomes()] == [1] * FACES


@pytest.mark.parametrize("cards", [5, 10])
def test_so_many_cards_are_laid_out(cards: int) -> None:
    """MIS-8: and a claim may point to each of them, say missing, or be a pass (MIS-14)."""
    position = Position.start(MISD, 2, {"variant": "b", "cards": cards})
    position.play(8, 0)
    while position.state.laid < cards:
        position.play(8, position.outcomes()[-1][0])
    position.play(0, position.legal(0)[0])
    position.play(8, position.outcomes()[0][0])
    position.play(8, position.outcomes()[0][0])
    laid = sorted(int(face) // 2 for face in position.state.layout[:cards])
    assert position.legal(1)[:cards] == [CLAIM_CARD + card for card in laid]
    assert len(position.legal(1)) == cards + 2


@pytest.mark.parametrize(
    "wrong",
    [{"chips": "41"}, {"variant": "c"}, {"relay": "-1"}, {"limit": "1001"}, {"think": "x"}],
    ids=str,
)
def test_values_outside_the_table_are_refused_by_the_rule(wrong: dict[str, str]) -> None:
    with pytest.raises(OptionError) as refused:
        complete(MISD, 3, wrong)
    assert refused.value.rule == "MIS-1"
