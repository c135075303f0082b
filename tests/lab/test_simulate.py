"""Simulated matches: whole, reproducible, with random players and bots, also where seats wait."""

from collections.abc import Sequence
from typing import Any

import pytest

import tischlein as tt
from tests.tiny import bell, kuhn
from tischlein.bots.players import BotPlayer
from tischlein.core import registry
from tischlein.core.errors import GameError, OptionError
from tischlein.core.options import complete
from tischlein.core.position import Observation, Position
from tischlein.core.records import Record
from tischlein.lab.intervals import wilson
from tischlein.lab.simulate import Totals, players_by_level, simulate

BAUAB = registry.load("bauab")


def matches(count: int, seed: int = 1) -> list[Record]:
    return list(simulate(BAUAB, 2, {"plan": "cross"}, matches=count, seed=seed))


def test_matches_are_whole_and_of_the_setting_asked_for() -> None:
    for record in matches(3):
        assert record.final().over
        assert record.options == {"plan": "cross", "first": "lot"}
        assert record.names == ("Random A", "Random B")


@pytest.mark.parametrize("seed", [float("nan"), 1.0, "1"])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, not"):
        tt.play("bauab", ["random", "random"], seed=seed)


def test_a_match_of_a_seed_is_the_same_however_many_are_asked_for() -> None:
    assert matches(4)[:2] == matches(2)
    assert matches(1)[0].events != matches(2)[1].events
    assert matches(1, seed=2)[0].events != matches(1)[0].events


def test_matches_between_bots_are_reproducible() -> None:
    players = players_by_level(BAUAB, ["weak", "random"])
    assert [name for name, _ in players] == ["Weak A", "Random B"]
    first, second = (
        [r.events for r in simulate(BAUAB, 2, {}, matches=2, seed=5, players=players)]
        for _ in range(2)
    )
    assert first == second
    assert first[0] != first[1]


@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_acts_where_choices_are_simultaneous(seats: int) -> None:
    records = list(simulate(bell.GAME, seats, {}, matches=10, seed=0))
    assert all(record.final().over for record in records)
    acted = {event.seat for record in records for event in record.events}
    assert acted == set(range(seats))


def test_searching_bots_wait_where_they_could_only_interrupt() -> None:
    position = Position.start(bell.GAME, 2)
    position.play(0, position.legal(0)[0])
    player = BotPlayer(bell.GAME, "random", 0)
    assert player.choose(position.observe(0), position.legal(0)) is None
    assert player.choose(position.observe(1), position.legal(1)) is not None


def test_players_that_wait_for_each_other_are_an_error() -> None:
    class Waiter:
        def choose(self, observation: Observation, legal: Sequence[int]) -> int | None:
            del observation, legal
            return None

    def make(seed: int) -> Waiter:
        return Waiter()

    players = [("Waiter", make)] * 2
    with pytest.raises(ValueError, match="everybody who may act waits"):
        list(simulate(bell.GAME, 2, {}, matches=1, seed=0, players=players))


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(OptionError):
        list(simulate(BAUAB, 3, {}, matches=1, seed=0))
    with pytest.raises(GameError, match="no level 'genius'"):
        players_by_level(BAUAB, ["genius", "weak"])
    players = players_by_level(BAUAB, ["weak"])
    with pytest.raises(ValueError, match="there is 1 player for 2 seats"):
        list(simulate(BAUAB, 2, {}, matches=1, seed=0, players=players))


def test_partners_who_win_together_are_no_tie() -> None:
    game = registry.load("dropit")
    options = complete(game, 4, {"teams": "1212"})
    tally, ranks = Totals(4), []
    for record in simulate(game, 4, options, matches=3, seed=1):
        tally.add(record)
        ranks.append(record.final().ranks())
    assert all(one.count(0) >= 2 for one in ranks)
    assert tally.ties == sum(one.count(0) == 4 for one in ranks)
    for seat in range(4):
        parts = [1 / 2 if one.count(0) == 4 else float(one[seat] == 0) for one in ranks]
        assert tally.firsts[seat] == sum(parts)


def test_a_first_place_that_is_shared_counts_in_parts() -> None:
    """In Down Under some of thirty matches by lot end so."""
    tally, shared = Totals(3), 0
    for record in simulate(registry.load("down_under"), 3, {}, matches=30, seed=0):
        tally.add(record)
        shared += record.final().ranks().count(0) > 1
    assert tally.ties == shared > 0
    assert sum(tally.firsts) == pytest.approx(30)


def test_matches_that_go_the_same_prove_no_more_than_one() -> None:
    """But where few are possible, some have to be the same."""
    (record,) = matches(1)
    once, often = Totals(2), Totals(2)
    once.add(record)
    for _ in range(30):
        often.add(record)
    assert often.won(0).count == 30
    assert (often.won(0).low, often.won(0).high) == (once.won(0).low, once.won(0).high)
    tally = Totals(2)
    for record in simulate(kuhn.GAME, 2, {}, matches=50, seed=3):
        tally.add(record)
    won = tally.won(0)
    assert (won.value, won.low, won.high) == (tally.firsts[0] / 50, *wilson(won.value, 50))


def test_a_tally_counts_places_and_scores() -> None:
    tally = Totals(2)
    records = list(simulate(kuhn.GAME, 2, {}, matches=50, seed=3))
    for record in records:
        tally.add(record)
    finals = [record.final().scores() for record in records]
    assert tally.matches == 50
    assert tally.points == [sum(scores[seat] for scores in finals) for seat in range(2)]
    assert tally.firsts == [sum(scores[seat] > 0 for scores in finals) for seat in range(2)]
    assert tally.ties == 0
    assert tally.longest == max(len(record.events) for record in records)
