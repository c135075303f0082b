"""The benchmark of rivals: who plays, how much thinking they get, and what is told of it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import Scope, rivals
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.rivals import Pace, Row, Spent
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.kuhn.state import UNKNOWN
from tischlein.bots.players import BotPlayer
from tischlein.core import registry
from tischlein.core.driver import RandomPlayer
from tischlein.core.errors import GameError
from tischlein.core.levels import Level, Search
from tischlein.core.options import complete
from tischlein.core.position import Observation
from tischlein.lab.intervals import wilson
from tischlein.lab.simulate import seeded

STRONG = Level("strong", Search("uct", simulations=30))


def test_rivals_know_nothing_of_the_game_and_are_named() -> None:
    assert rivals.called(CONNECT_FOUR, "own") == "uct"
    assert rivals.called(KUHN, "own") == "ismcts"
    assert rivals.called(CONNECT_FOUR, "openspiel") == "OpenSpiel mcts"
    as_many = rivals.called(CONNECT_FOUR, "openspiel-as-many")
    assert as_many == "OpenSpiel mcts, as many simulations"
    player = rivals.rival(KUHN, "own", 30)(1)
    assert isinstance(player, BotPlayer)
    with pytest.raises(GameError, match="own, openspiel"):
        rivals.rival(KUHN, "ours", 30)


def test_a_rivals_pace_is_measured_where_somebody_had_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two hundred simulations at two positions in two seconds: five milliseconds each."""
    now = iter((100.0, 102.0))
    position = CONNECT_FOUR.start().observe(0)
    pace = Pace(seen=[(position, tuple(range(7)))] * 2)
    monkeypatch.setattr(rivals, "rival", lambda *_: RandomPlayer)
    monkeypatch.setattr("benchmarks.rivals.time.process_time", lambda: next(now))
    assert rivals.seconds_of_one(CONNECT_FOUR, "own", pace) == 0.005


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a search of few simulations be `strong`."""
    game = replace(CONNECT_FOUR, levels=(STRONG,), absent="strong")
    monkeypatch.setattr(registry, "load", {"connect_four": game}.__getitem__)


def _scope(against: str, seconds: float, folder: Path | None = None) -> Scope:
    return Scope(("connect_four",), seconds, (against,), (2,), folder)


@pytest.mark.usefixtures("short")
def test_rivals_get_as_much_time_or_as_many_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `strong` decides, they make ten simulations in its time; where they meet it, twenty."""
    met: list[tuple[int, int]] = []

    def meets(row: Row, *asked: Any) -> Row:
        _, _, _, count, seats, seed = asked
        met.append((count, seed))
        time = Spent(1.0, 1), Spent(count / 20, 1)
        return Row(row.matches + seats, 1.0, row.seeds + 1, *time)

    with monkeypatch.context() as patch:
        patch.setattr(rivals, "seconds_of_one", lambda *asked: asked[2].mean / 10)
        patch.setattr(rivals, "rival", lambda _game, _kind, count: count)
        patch.setattr(rivals, "_with_a_seed", meets)
        figure = next(rivals.measure(_scope("own", 0)))
    assert figure.about["simulations"] == 20
    first, second, row, *_ = met
    assert (first[0], second[0], row[0]) == (10, 20, 20)
    assert min(first[1], second[1]) >= rivals.TRIAL_SEED > row[1]
    monkeypatch.setattr(rivals, "seconds_of_one", lambda *asked: asked[2].mean / 10)
    monkeypatch.setattr(rivals, "rival", lambda *_: RandomPlayer)
    (figure, *_) = rivals.measure(_scope("openspiel-as-many", 1000))
    assert figure.about["simulations"] == 30
    assert list(rivals.measure(_scope("openspiel-as-many", 0))) == []  # would not end


@pytest.mark.usefixtures("short")
def test_a_row_goes_on_where_it_was_with_the_simulations_that_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast a busy machine lets them be: both take as long as each other."""

    def meets(row: Row, *asked: Any) -> Row:
        return Row(row.matches + 2, row.wins + 1.0, row.seeds + 1, Spent(1.0, 1), Spent(1.0, 1))

    monkeypatch.setattr(rivals, "_with_a_seed", meets)
    monkeypatch.setattr(rivals, "seconds_of_one", lambda *asked: asked[2].mean / 10)
    (first, *_) = rivals.measure(_scope("own", 0, tmp_path))
    monkeypatch.setattr(rivals, "seconds_of_one", None)  # not asked for again
    (again, *_) = rivals.measure(_scope("own", 0, tmp_path))
    assert again == first
    (longer, *_) = rivals.measure(_scope("own", 0.2, tmp_path))
    assert int(longer.about["matches"]) > int(first.about["matches"])
    assert longer.about["simulations"] == first.about["simulations"]
    (kept, *_) = rivals.measure(_scope("own", 0, tmp_path))
    assert kept == longer


@pytest.mark.usefixtures("short")
def test_a_row_in_which_one_has_taken_far_longer_is_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they were tried, a simulation took a fortieth of a second; in the row it takes four.

    Played anew it takes forty, and that stays: else such a row would never grow.
    """
    rows: list[int] = []

    def meets(row: Row, *asked: Any) -> Row:
        _, _, _, count, seats, seed = asked
        in_a_row = seed < rivals.TRIAL_SEED
        if in_a_row:
            rows.append(count)
        dearer = {40: 4, 10: 40}[count] if in_a_row else 1
        theirs = Spent(count * dearer / 40, 1)
        return Row(row.matches + seats, row.wins + 2.0, row.seeds + 1, Spent(1.0, 1), theirs)

    monkeypatch.setattr(rivals, "seconds_of_one", lambda *asked: asked[2].mean / 40)
    monkeypatch.setattr(rivals, "rival", lambda _game, _kind, count: count)
    monkeypatch.setattr(rivals, "_with_a_seed", meets)
    (uneven,) = rivals.measure(_scope("own", 0, tmp_path))
    assert uneven.about["simulations"] == 40
    (shown,) = rivals.measure(_scope("own", 0, tmp_path))
    assert shown == uneven  # there is no time to play
    (even,) = rivals.measure(_scope("own", 1e-9, tmp_path))
    assert even.about["simulations"] == 10
    assert even.about["matches"] == 2
    assert rows == [40, 10]
    (longer,) = rivals.measure(_scope("own", 1e-9, tmp_path))
    assert longer == even
    kept = next(tmp_path.glob("*-own.json")).read_bytes()
    assert msgspec.json.decode(kept)["anew"] is True


@pytest.mark.usefixtures("short")
def test_where_the_goal_is_missed_the_room_that_luck_leaves_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `strong` wins among random players, and a rival with more simulations among rivals."""
    monkeypatch.setattr(rivals, "LEAST_SHARE", 101.0)
    monkeypatch.setattr(rivals, "DEEPER", 3)
    found = list(rivals.measure(_scope("own", 0, tmp_path)))
    assert [(figure.about["level"], figure.about["against"]) for figure in found] == [
        ("strong", "uct"),
        ("strong", "random"),
        ("uct, 3 times as many simulations", "uct"),
    ]
    assert [figure.least for figure in found] == [101.0, None, None]
    assert found[2].about["simulations"] == found[0].about["simulations"]
    asked: list[int] = []
    monkeypatch.setattr(rivals, "rival", lambda _game, _kind, count: asked.append(count))
    monkeypatch.setattr(rivals, "play", lambda *_asked, so_far, **_kept: so_far)
    assert list(rivals.measure(_scope("own", 0, tmp_path))) == found  # all of it is kept
    count = int(found[0].about["simulations"])
    assert asked == [count, 3 * count, count]


def test_where_there_are_secrets_a_search_that_sees_them_sits_among_rivals_that_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KUH-1: the other's card."""
    strong = Level("strong", Search("ismcts", simulations=30))
    game = replace(KUHN, levels=(strong,), absent="strong")
    monkeypatch.setattr(registry, "load", {"kuhn": game}.__getitem__)
    monkeypatch.setattr(rivals, "LEAST_SHARE", 101.0)
    found = list(rivals.measure(Scope(("kuhn",), 0, ("own",), (2,), tmp_path)))
    assert found[-1].about["level"] == "uct that sees secrets"
    assert found[-1].about["against"] == "ismcts"
    assert found[-1].about["simulations"] == found[0].about["simulations"]
    assert found[-1].least is None
    assert list(rivals.measure(Scope(("kuhn",), 0, ("own",), (2,), tmp_path))) == found  # is kept


def test_whoever_is_blindfolded_sees_what_the_game_shows_a_seat_and_nothing_more() -> None:
    seen: list[tuple[int, list[int]]] = []

    class Looking(RandomPlayer):
        def choose(self, observation: Observation, legal: Sequence[int]) -> int:
            seen.append((observation.seat, list(observation.state.cards)))
            return super().choose(observation, legal)

    shown = replace(KUHN, secrets=None)
    blind = partial(rivals.Blindfolded, KUHN, Looking)
    for seed in range(20):
        for _ in seeded(shown, complete(shown, 2, {}), [blind, Looking], seed).play():
            continue
    assert {seat for seat, _ in seen} == {0, 1}
    assert all((UNKNOWN in cards) == (seat == 0) and cards[seat] != UNKNOWN for seat, cards in seen)


def test_rows_of_other_rules_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (1, 2):
        game = replace(CONNECT_FOUR, levels=(STRONG,), absent="strong", version=version)
        monkeypatch.setattr(registry, "load", {"connect_four": game}.__getitem__)
        (figure, *_) = rivals.measure(_scope("own", 0, tmp_path))
        assert figure.about["matches"] == 2


@pytest.mark.parametrize(
    ("seeds", "wins", "decided"),
    [(8, 16.0, False), (8, 5.0, True), (16, 32.0, True), (16, 24.0, False), (24, 48.0, False),
     (7, 2.0, False)],
)  # fmt: skip
def test_a_row_ends_when_it_is_decided_looked_at_ever_more_rarely(
    seeds: int, wins: float, decided: bool
) -> None:
    row = Row(2 * seeds, wins, seeds)
    assert row.decided(2) is decided
    if decided:
        assert rivals.play(CONNECT_FOUR, {}, RandomPlayer, RandomPlayer, 2, 9, so_far=row) is row


def test_one_sits_in_every_seat_among_the_others_and_choices_are_counted() -> None:
    row = rivals.play(CONNECT_FOUR, {}, RandomPlayer, RandomPlayer, 2, seconds=0)
    assert (row.matches, row.seeds) == (2, 1)
    assert row.strong.decisions > 6
    assert row.rival.decisions > 6
    assert 0 <= row.wins <= 2


def test_who_leads_a_match_without_an_end_has_won() -> None:
    game = replace(CONNECT_FOUR, longest=3)
    row = rivals.play(game, {}, RandomPlayer, RandomPlayer, 2, seconds=0)
    assert (row.matches, row.wins) == (2, 1.0)  # nobody leads: both do


def test_the_figure_is_a_share_or_a_multiple_with_its_interval_and_target() -> None:
    strong, rival = Spent(2.0, 100), Spent(4.0, 100)
    figure = Row(40, 30.0, 20, strong, rival).figure(CONNECT_FOUR, 2, "uct", 500)
    low, high = wilson(0.75, 40)
    assert (figure.value, figure.unit, figure.least) == (75.0, "% won", 75.0)
    assert figure.interval == pytest.approx((100 * low, 100 * high))
    assert "500 simulations; 20 ms a decision and 40 ms" in figure.note
    assert figure.about["against"] == "uct"
    several = Row(40, 20.0, 10, strong, rival).figure(CONNECT_FOUR, 4, "uct", 500)
    assert (several.value, several.least) == (2.0, 1.5)


def test_races_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", {"dash": DASH}.__getitem__)
    assert list(rivals.measure(Scope(("dash",), 0.1))) == []
