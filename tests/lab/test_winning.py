"""Who wins in a study: seats, entrants, ratings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.studies import mirrored, ran
from tischlein.core import options, registry
from tischlein.core.seats import CHANCE
from tischlein.lab import early_stopping, grouping, skill, summaries, winning
from tischlein.lab.intervals import share, wilson
from tischlein.lab.report import reports
from tischlein.lab.results import Results
from tischlein.lab.sequential import Test
from tischlein.lab.study import Setting

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_a_seat_that_always_wins_is_found(tmp_path: Path) -> None:
    """C wins whatever is chosen by lot; so few matches are possible that they do not tell."""
    found = ran(
        tmp_path, games=("crowning",), options=("crown=own",), entrants=("random",), matches=30
    )
    rows = winning.seats(grouping.tables(found))
    assert [(row.seat, row.won.value, row.clear) for row in rows] == [
        ("A", 0.0, True),
        ("B", 0.0, True),
        ("C", 1.0, True),
    ]
    assert rows[2].won.low == pytest.approx(0.886, abs=0.001)
    sentence = next(summaries.summary(grouping.tables(found)))
    assert "seat A wins 0.0 % (0.0 to 11.4) of 30 matches, where 33.3 % would be fair" in sentence
    assert "C (100.0 % (88.6 to 100.0)) is ahead" in sentence


def test_points_are_made_of_what_counts(tmp_path: Path) -> None:
    """What breaks ties, and what a watcher of Drunter would have believed, makes none."""
    play_match = ran(tmp_path, games=("bauab", "drunter"), entrants=("random",), matches=2)
    (grid,) = (
        grid
        for one in reports(play_match)
        for section in one.sections
        if section.heading == "What are points made of?"
        for grid in section.grids
    )
    assert [row[0] for row in grid.rows] == ["Value on the plan", "Value captured"]


def test_two_who_always_play_the_same_two_matches_prove_nothing(stacked: Results) -> None:
    """Whoever begins wins, and nothing is left to chance: more seeds tell nothing more."""
    mixed = grouping.tables(stacked)[-1]
    assert (mixed.alone, mixed.distinct, set(mixed.clusters.tolist())) == (False, 2, {0})
    for row in winning.entrants([mixed]):
        assert (row.won.low, row.won.high) == wilson(0.5, 1)
    for rated in winning.rated([mixed]):
        assert rated.rating.low < -100 < 100 < rated.rating.high
    test = Test(none=0.5, least=0.6)
    found = early_stopping.compare_until_decided(
        stacked.study, stacked.folder.with_name("decided"), test=test, workers=1
    )
    assert (found.verdict, found.independent) == ("undecided", 1)
    assert found.sentence() == (
        f"Whether {found.results.study.entrants[0]} wins 60 % against "
        f"{found.results.study.entrants[1]}, or no more than 50 %, is not decided after 30 matches "
        "with 15 seeds, of which only 1 can be told apart."
    )


def test_places_taken_in_turn_make_two_of_a_kind_equal(stacked: Results) -> None:
    rows = winning.entrants(grouping.tables(stacked))
    assert [row.won.value for row in rows] == [0.5, 0.5]
    found = winning.rated(grouping.tables(stacked))
    assert found[0].rating.points == pytest.approx(0, abs=1e-6)
    (row,) = skill.explained(grouping.tables(stacked))
    assert row.explained.value == pytest.approx(0, abs=1e-9)


def test_a_duel_is_one_comparison() -> None:
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = tuple(
        replace(
            mirrored("777", rest=seed, seed=seed),
            ranks=(0, 1) if seed % 3 else (1, 0),
            entrants=("clever", "random"),
        )
        for seed in range(24)
    )
    clever, random = winning.entrants([grouping.Table(setting, 0, matches)])
    alone = share([one.share([0]) for one in matches], [one.seed for one in matches], 0.5)
    assert clever.won.p == random.won.p == pytest.approx(alone.p)


def test_a_score_that_is_won_or_not_is_as_sure_as_the_first_place(tmp_path: Path) -> None:
    """Few matches, all alike or not: a mean neither leaves 0 to 1 nor is known to the point."""
    found = ran(tmp_path, games=("crowning",), entrants=("random",), tables=("alone",), matches=3)
    for row in winning.seats(grouping.tables(found)):
        assert (row.score.low, row.score.high) == (row.won.low, row.won.high)


def test_the_score_of_several_seats_is_as_sure_as_their_first_places(tmp_path: Path) -> None:
    """One of three wins, so the mean score of two seats is half of what they win together."""
    found = ran(
        tmp_path, games=("raufer",), entrants=("random", "weak"), tables=("mixed",), matches=30
    )
    rows = winning.entrants(grouping.tables(found))
    assert sorted(round(3 * row.fair) for row in rows) == [1, 1, 2, 2]
    for row in rows:
        seats = round(3 * row.fair)
        expected = [number / seats for number in (row.won.value, row.won.low, row.won.high)]
        assert [row.score.value, row.score.low, row.score.high] == pytest.approx(expected)


def test_seats_of_one_entrant_that_win_together_have_more_than_one_point() -> None:
    """Both win, one of them wins, or neither: the interval reaches as far as what was seen."""
    game = registry.load("ganz_nach_plan")
    setting = Setting(game, 3, options.complete(game, 3, {}))
    scores = [(0, 1, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1)]
    matches = tuple(
        replace(
            mirrored("123", rest=seed, seed=seed),
            sides=(0, 1, 2),
            entrants=("one", "two", "two"),
            scores=of_match,
            ranks=tuple(1 - score for score in of_match),
        )
        for seed, of_match in enumerate(scores)
    )
    one, two = winning.entrants([grouping.Table(setting, 0, matches)])
    assert (one.score.value, two.score.value) == (0.25, 0.625)
    assert 0 < two.score.low < 0.625 < two.score.high <= 1
    assert two.score.count == 4


def begun(
    setting: Setting, *, starters: Sequence[int | None], wins: Callable[[int], int]
) -> grouping.Table:
    """Return a table of matches of which each begins as told, and is won by the seat it names."""
    matches = []
    for number, starter in enumerate(starters):
        winner = setting.sides[wins(starter or 0)]
        ranks = tuple(int(side != winner) for side in setting.sides)
        scores = tuple(1 - rank for rank in ranks)
        matches.append(
            grouping.Match(
                number, number, setting.sides, ("a",) * setting.seats, scores, ranks, starter,
                9, 9, 0, 30, 0, 1, 0,
            )
        )  # fmt: skip
    return grouping.Table(setting, 0, tuple(matches))


@pytest.mark.parametrize(
    ("key", "seats", "asked"),
    [("drunter", 3, {}), ("nussknacker", 3, {}), ("drunter", 3, {"votes": "simultaneous"})],
)
def test_where_the_lot_draws_who_begins_seats_are_told_apart_by_when_they_act(
    key: str, seats: int, asked: dict[str, str]
) -> None:
    game = registry.load(key)
    setting = Setting(game, seats, options.complete(game, seats, asked))
    table = begun(setting, starters=[0, 1, 2] * 10, wins=lambda starter: (starter + 1) % 3)
    rows = {row.seat: row.won.value for row in winning.seats([table])}
    assert rows["2nd to act"] == 1
    assert rows["first to act"] == rows["3rd to act"] == 0
    assert rows["A"] == pytest.approx(1 / 3)
    (sentence,) = winning.basis([table])
    assert sentence.startswith("The lot draws who begins: what tells seats apart is when they act")


def test_teams_alike_are_told_apart_by_which_begins_and_others_by_what_they_are() -> None:
    game = registry.load("dropit")
    (pairs, uneven) = (
        Setting(game, len(teams), options.complete(game, len(teams), {"teams": teams}))
        for teams in ("1212", "121")
    )
    table = begun(pairs, starters=[0, 1, 2, 3] * 5, wins=lambda starter: starter)
    rows = {row.seat: row.won.value for row in winning.seats([table])}
    assert rows == {"A C": 0.5, "B D": 0.5, "first to act": 1, "2nd to act": 0}
    assert "the team that begins wins 100.0 %" in next(summaries.summary([table]))
    table = begun(uneven, starters=[0, 1, 2] * 5, wins=lambda starter: starter)
    assert [row.seat for row in winning.seats([table])] == ["A C", "B"]
    (sentence,) = winning.basis([table])
    assert sentence == "Teams of different sizes are told apart by their letters, whoever begins."


@pytest.mark.parametrize("key", ["drunter", "ganz_nach_plan", "nussknacker", "wager"])
def test_who_begins_is_whom_the_match_waits_for_first(key: str, tmp_path: Path) -> None:
    """Others may interrupt before that; and where several act at once, nobody begins."""
    found = ran(tmp_path, games=(key,), entrants=("random",), tables=("alone",), matches=4)
    for number, starter in found.matches.select("match", "starter").iter_rows():
        waited_for = (one.awaited for one in found.record(number).positions())
        awaited = next(one for one in waited_for if one not in ((), (CHANCE,)))
        assert starter == (awaited[0] if len(awaited) == 1 else None)


def test_nobody_begins_in_a_race(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("misd",), entrants=("weak",), options=("limit=3",), matches=8)
    rows = winning.seats(grouping.tables(found))
    assert rows
    assert not any(row.by_turn for row in rows)
    (sentence,) = winning.basis(grouping.tables(found))
    assert sentence == "In a race all act at once: only letters tell seats apart."


def test_teams_that_tie_share_the_first_place_evenly_whatever_their_size() -> None:
    tied = grouping.Match(0, 1, (0, 1, 0), ("a",) * 3, (5, 5, 5), (0, 0, 0), 0, 9, 9, 0, 9, 0, 1, 0)
    won = grouping.Match(1, 1, (0, 1, 0), ("a",) * 3, (5, 4, 5), (0, 2, 0), 0, 9, 9, 0, 9, 0, 1, 0)
    assert (tied.share([0, 2]), tied.share([1])) == (0.5, 0.5)
    assert (won.share([0, 2]), won.share([1])) == (1, 0)
