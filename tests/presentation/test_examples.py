"""Examples: the matches that show what games look like."""

from dataclasses import replace
from pkgutil import iter_modules

import pytest

from tests.test_examples import GAME
from tischlein import games, presentation
from tischlein.core import records
from tischlein.core.errors import GameError, OptionError, RecordError
from tischlein.core.game import Game
from tischlein.core.options import Options, usual_counts
from tischlein.core.registry import load
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import Inline, Presentation
from tischlein.presentation.capability import source_of
from tischlein.presentation.examples import example_of


def showing(text: str) -> Game:
    """Return Bauab with another example."""
    source = Inline(example_match=text)
    return replace(load("bauab"), presentation=Presentation(source=source))


@pytest.mark.parametrize("key", sorted(one.name for one in iter_modules(games.__path__)))
def test_every_game_brings_a_match_that_has_come_far_and_is_not_over(key: str) -> None:
    text = source_of(load(key)).example()
    example = example_of(load(key))
    assert records.write(example.record) == text
    assert example.record.final().over
    assert not example.position.over
    assert example.step > len(example.record.events) / 2


def test_a_game_of_one_file_hands_its_match_over() -> None:
    head = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\n"
    example = example_of(showing(f"{head}A 5 a1\nB 4 b1\nA 1 c1\n"))
    assert example.record.names == ("Anna", "Ben")
    assert example.step == 2


def test_a_game_without_one_is_shown_in_the_same_match_at_random() -> None:
    assert source_of(GAME).example() == ""
    example = example_of(GAME)
    assert example == example_of(GAME)
    assert example.record.names == ("Random A", "Random B")
    assert example.record.final().over


def test_what_cannot_be_read_or_is_of_another_game_is_said() -> None:
    with pytest.raises(RecordError, match="line 5"):
        example_of(showing("game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 5 z9\n"))
    with pytest.raises(RecordError, match="an example of bauab, not raufer"):
        example_of(showing(source_of(load("raufer")).example()))


def test_a_game_that_always_needs_options_has_to_bring_one() -> None:
    def refused(seats: int, options: Options) -> None:
        raise OptionError(f"say what you want with {seats} seats, not {options}")

    needing = replace(GAME, rules=replace(GAME.rules, check_options=refused))
    assert usual_counts(needing) == []
    with pytest.raises(GameError, match="no seat count that goes without options"):
        example_of(needing)


@pytest.mark.parametrize(
    "key", ["bauab", "down_under", "drunter", "ganz_nach_plan", "raufer", "schollenschubser"]
)
def test_what_names_rows_columns_floors_and_places_can_be_read_on_a_small_screen(key: str) -> None:
    scene = presentation.of(load(key)).scene(example_of(load(key)).position.observe(SPECTATOR))
    # What a building is worth stands in a circle that cannot grow.
    held = {5.2} if key == "drunter" else set()
    named = [
        one
        for one in scene.letterings
        if str(one.text).lstrip("-").isalnum() and one.size not in held
    ]
    assert len(named) >= 4
    assert [one for one in named if not one.legible and one.layer == ""] == []
