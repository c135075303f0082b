"""What of a game is used, counted in matches whose every action is known."""

from dataclasses import replace

import pytest

from tests.lab.crowning import GAME as CROWNING
from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.events import Event
from tischlein.core.options import Choices, Options, complete
from tischlein.core.records import Record
from tischlein.lab import usage
from tischlein.lab.grouping import Match, Table
from tischlein.lab.intervals import mean
from tischlein.lab.study import Setting

USUAL = {"crown": "other"}


def record(crowned: int) -> Record:
    return Record(CROWNING, ("one", "two", "three"), USUAL, (Event(2, crowned),), {})


@pytest.fixture
def crownings() -> usage.Usage:
    """Thirty matches, in a third of which B is crowned, and never C."""
    found = [(seed, record(int(seed % 3 == 0))) for seed in range(30)]
    one = Match(0, 1, (0, 1, 2), ("a",) * 3, (1, 0, 0), (0, 1, 1), 2, 1, 1, 0, 2, 0, 1, 0)
    return usage.usage_of_matches(found, range(30), [Table(Setting(CROWNING, 3, USUAL), 0, (one,))])


def test_what_is_chosen_is_told_beside_what_was_offered(crownings: usage.Usage) -> None:
    rows = {row.word: row for row in crownings.offers}
    assert set(rows) == {"a", "b"}  # every action crowns, and c was never offered
    assert rows["a"].chosen.value == pytest.approx(2 / 3)
    assert (rows["a"].offered, rows["a"].by_lot) == (30, 0.5)
    assert rows["a"].liked.value == pytest.approx(1 / 6)
    assert rows["a"].liked.low < 1 / 6 < rows["a"].liked.high
    assert rows["b"].liked.value == pytest.approx(-1 / 6)


def test_p_values_are_corrected_for_the_number_of_words(crownings: usage.Usage) -> None:
    more_than_by_lot = [0.5 if seed % 3 else -0.5 for seed in range(30)]
    alone = mean(more_than_by_lot, range(30), 0.0).p
    assert [row.liked.p for row in crownings.offers] == pytest.approx([2 * alone, 2 * alone])


def test_rules_and_sentences_that_never_occur_are_named(crownings: usage.Usage) -> None:
    (rule,) = crownings.rules
    assert (rule.rule, rule.matches.value) == ("CRO-3", 1)
    (sentence,) = crownings.sentences
    assert (sentence.key, sentence.times.value) == ("say-crown", 1)
    assert crownings.unused == {
        "actions": (),
        "rules": ("CRO-1", "CRO-2"),
        "sentences": ("say-nobody",),
        "options": ("crown=own",),
    }


def test_few_matches_do_not_make_what_cannot_be() -> None:
    """A word is chosen at none or all of its decisions; a sentence is not said less than never."""
    found = [(seed, record(int(seed >= 15))) for seed in range(30)]
    seen = usage.usage_of_matches(found, [seed // 15 for seed in range(30)], [])
    for row in seen.offers:
        assert (row.liked.low, row.liked.value, row.liked.high) == (-1, 0, 1)
    once = [(0, record(0)), (1, Record(CROWNING, ("one", "two", "three"), USUAL, (), {}))]
    (sentence,) = usage.usage_of_matches(once, range(2), []).sentences
    assert (sentence.times.low, sentence.times.value) == (0, 0.5)


def test_values_of_options_are_missed_only_where_they_could_be_played() -> None:
    """In Drop It C cannot begin where there are two seats."""
    game = registry.load("dropit")
    one = Match(0, 1, (0, 1), ("a",) * 2, (1, 0), (0, 1), 0, 1, 1, 0, 2, 0, 1, 0)
    table = Table(Setting(game, 2, complete(game, 2, {})), 0, (one,))
    found = usage.usage_of_matches(
        [(1, Record(game, ("one", "two"), table.setting.options, (), {}))], [0], [table]
    )
    assert [one for one in found.unused["options"] if one.startswith("first=")] == [
        "first=A",
        "first=B",
    ]


def test_a_value_that_needs_another_is_missed_where_it_could_be_played_with_that() -> None:
    def check_options(seats: int, options: Options) -> None:
        if options["hints"] == "yes" and options["variant"] == "brief":
            raise OptionError("only in the longer variant")

    game = replace(
        CROWNING,
        rules=replace(CROWNING.rules, check_options=check_options),
        options=(
            *CROWNING.options,
            Choices("variant", ("brief", "longer"), "brief"),
            Choices("hints", ("no", "yes"), "no", needs=("variant", "longer")),
        ),
    )
    options = complete(game, 3, {})
    one = Match(0, 1, (0, 1, 2), ("a",) * 3, (1, 0, 0), (0, 1, 1), 0, 1, 1, 0, 2, 0, 1, 0)
    table = Table(Setting(game, 3, options), 0, (one,))
    found = usage.usage_of_matches(
        [(1, Record(game, ("1", "2", "3"), options, (), {}))], [0], [table]
    )
    assert {"variant=longer", "hints=yes"} <= {*found.unused["options"]}


def test_an_action_that_is_never_chosen_is_named() -> None:
    found = usage.usage_of_matches([(seed, record(0)) for seed in range(30)], range(30), [])
    assert found.unused["actions"] == ("b",)
