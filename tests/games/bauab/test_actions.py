"""The numbers of Bauab's actions and chips: compiled rules and plain code read them alike."""

from tischlein.games.bauab import actions, chips
from tischlein.games.bauab.state import KINDS, Plot


def test_every_number_below_the_pass_is_one_placement() -> None:
    assert len(actions.PLACEMENTS) == actions.PASS == actions.ACTIONS - 1
    for number, (kind, plot) in enumerate(actions.PLACEMENTS):
        assert actions.placing(kind, plot) == number
        assert (actions.kind_placed(number), actions.plot_filled(number)) == (kind, plot)


def test_every_chip_has_a_number_beyond_parks_and_free_plots() -> None:
    assert [chips.is_chip(content) for content in Plot] == [False, False, True]
    assert len(chips.CHIPS) == Plot.CHIP + 2 * KINDS
    for content, chip in enumerate(chips.CHIPS):
        if chip is None:
            assert content in (Plot.FREE, Plot.PARK)
        else:
            assert chips.chip_of(chip.owner, chip.kind) == content
            assert (chips.owner_of(content), chips.kind_of(content)) == chip
