"""Intervals, ratings and sequential tests, beside values that others have published."""

import math
import random

import numpy as np
import pytest

from tischlein.lab.intervals import (
    ALIKE,
    APART,
    WITHIN,
    Estimate,
    difference,
    difference_of_shares,
    holm,
    mean,
    p_words,
    rounded_p,
    share,
    student_quantile,
    student_tails,
    wilson,
)
from tischlein.lab.ratings import POINTS, RankedMatch, expected, ratings, strengths, wins_of
from tischlein.lab.sequential import Test


@pytest.mark.parametrize(
    ("rate", "matches", "interval"),
    [
        (0.5, 100, (0.404, 0.596)),
        (0.9, 10, (0.596, 0.982)),
        (0.0, 10, (0.0, 0.278)),
        (1.0, 10, (0.722, 1.0)),
    ],
)
def test_intervals_of_shares_are_wilsons(
    rate: float, matches: int, interval: tuple[float, float]
) -> None:
    """Known values of the formula, to three places."""
    assert wilson(rate, matches) == pytest.approx(interval, abs=0.001)


@pytest.mark.parametrize(
    ("probability", "freedom", "quantile"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.3027),
        (0.975, 3, 3.1824),
        (0.975, 5, 2.5706),
        (0.975, 10, 2.2281),
        (0.975, 30, 2.0423),
        (0.975, 120, 1.9799),
        (0.95, 4, 2.1318),
        (0.995, 7, 3.4995),
    ],
)
def test_quantiles_are_those_of_students_table(
    probability: float, freedom: int, quantile: float
) -> None:
    assert student_quantile(probability, freedom) == pytest.approx(quantile, abs=0.0005)
    assert student_tails(quantile, freedom) == pytest.approx(2 * (1 - probability), abs=0.0001)
    assert student_tails(-quantile, freedom) == student_tails(quantile, freedom)


def test_a_seed_played_in_ways_that_always_agree_tells_as_much_as_one_match() -> None:
    alone = share([1, 0] * 50)
    repeated = share(np.repeat([1.0, 0.0] * 50, 4), np.repeat(np.arange(100), 4))
    assert repeated.count == 400
    assert (repeated.low, repeated.high) == pytest.approx((alone.low, alone.high), abs=0.002)


def test_what_is_supposed_is_judged() -> None:
    """60 of 100 against a half: z is 2, which happens by chance in 4.6 % of cases."""
    assert share([1] * 60 + [0] * 40, fair=0.5).p == pytest.approx(0.0455, abs=0.0005)


def test_an_interval_of_a_mean_covers_the_truth_as_often_as_it_says() -> None:
    lots = random.Random(1)
    covered = 0
    for _ in range(400):
        drawn = [lots.gauss(3, 2) for _ in range(12)]
        found = mean(drawn)
        covered += found.low <= 3 <= found.high
    assert 0.92 <= covered / 400 <= 0.98


@pytest.mark.parametrize("count", [2, 3, 4, 8, 30])
def test_a_mean_is_clearly_another_just_when_its_interval_leaves_out_what_was_supposed(
    count: int,
) -> None:
    """Where nothing is different, that is so in one of twenty cases, however few values."""
    lots = random.Random(5)
    clear = 0
    for _ in range(1000):
        found = mean([lots.gauss(0, 1) for _ in range(count)], supposed=0.0)
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
        clear += found.p < 0.05
    assert 30 <= clear <= 70


def test_a_few_values_that_agree_prove_nothing() -> None:
    few = mean([1.0] * (ALIKE - 1), supposed=0.0)
    assert (few.low, few.value, few.high) == (1, 1, 1)
    assert math.isnan(few.p)
    assert math.isnan(mean([0.0, 0.0], supposed=0.0).p)
    assert mean([1.0] * ALIKE, supposed=0.0).p == pytest.approx(1 / 32)
    assert mean([0.1 + 0.2, 0.3] * 10, supposed=0.0).p == pytest.approx(0.5**19)
    assert mean([0.3] * 20, supposed=0.3).p == 1


@pytest.mark.parametrize("groups", [2, 4, 8, 40])
def test_an_interval_of_a_share_covers_the_truth_with_few_clusters_too(groups: int) -> None:
    rng = np.random.default_rng(groups)
    clusters = np.repeat(np.arange(groups), 60)
    covered = 0
    for _ in range(500):
        own = rng.beta(5, 5, groups)
        found = share((rng.random(len(clusters)) < own[clusters]).astype(float), clusters)
        covered += found.low <= 0.5 <= found.high
    assert covered >= 0.92 * 500


@pytest.mark.parametrize("truth", [0.05, 0.2, 0.5])
def test_an_interval_of_a_share_covers_the_truth_where_seeds_are_played_unequally_often(
    truth: float,
) -> None:
    """Between one and six matches of a seed, which go alike to some extent; some are shared."""
    rng = np.random.default_rng(11)
    covered = clear = 0
    for _ in range(500):
        clusters = np.repeat(np.arange(30), rng.integers(1, 7, 30))
        own = rng.beta(2 * truth, 2 * (1 - truth), 30)[clusters]
        wins = (rng.random((2, len(clusters))) < own).mean(axis=0)
        found = share(wins, clusters, truth)
        covered += found.low <= truth <= found.high
        clear += found.p < 0.05
    assert 0.92 * 500 <= covered <= 0.99 * 500
    assert clear <= 0.08 * 500


@pytest.mark.parametrize("shared", [0, 8, 16])
def test_an_interval_of_a_difference_of_means_covers_the_truth_whatever_they_share(
    shared: int,
) -> None:
    """Of skewed values, two a seed; the samples have none, some or all of the seeds in common."""
    rng = np.random.default_rng(shared)
    one = np.repeat(np.arange(16), 2)
    other = one + 16 - shared
    covered = 0
    for _ in range(500):
        seeds = rng.normal(0, 0.4, 32)
        values = [np.exp(seeds[which] + rng.normal(0, 0.3, 32)) for which in (one, other)]
        found = difference((values[0], one), (values[1], other))
        covered += found.low <= 0 <= found.high
    assert 0.92 * 500 <= covered <= 0.985 * 500


def test_few_clusters_that_happen_to_agree_prove_little() -> None:
    values = [1.0, 0.0] * 60
    two = share(values, [0] * 60 + [1] * 60)
    assert two.low < 0.15
    assert two.high > 0.85
    assert math.isnan(share([1.0, 1.0], fair=0.2).p)


def test_an_interval_of_a_share_stays_between_nothing_and_all() -> None:
    wide, bounded = mean([0.1, 0.9]), mean([0.1, 0.9], bounds=WITHIN)
    assert wide.low < 0
    assert wide.high > 1
    assert (bounded.low, bounded.value, bounded.high) == (0, wide.value, 1)


def test_an_interval_of_a_difference_of_shares_stays_between_what_it_can_be() -> None:
    one, other = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    seeds = np.arange(2)
    assert difference((one, seeds), (other, seeds)).low < -1
    bounded = difference((one, seeds), (other, seeds), bounds=APART)
    assert (bounded.low, bounded.value, bounded.high) == (-1, 0, 1)
    unknown = difference_of_shares((one, seeds * 0), (other, seeds * 0))
    assert (unknown.low, unknown.high) == (-1, 1)


def test_nothing_that_is_sampled_is_told_to_be_impossible() -> None:
    won = share([1.0] * 100_000, fair=0.1).p
    far = mean(np.arange(1e4) + 1e9, supposed=0.0).p
    agreed = mean([1.0] * 2000, supposed=0.0).p
    for p in (won, far, agreed, student_tails(1e300, 3), *holm([won, agreed])):
        assert 0 < p < 1e-10
        assert p_words(p) == "< 0.001"
        assert rounded_p(p) == pytest.approx(p, rel=1e-3)
    assert rounded_p(math.nan) is None


def test_why_there_is_no_interval_is_told() -> None:
    assert str(mean([3.0])) == "3 (no interval: one example)"
    assert str(mean([3.0, 4.0], [7, 7])) == "3.5 (no interval: all go alike)"
    assert Estimate(0.5, -math.inf, math.inf, 1).percent() == "50.0 % (no interval: one example)"


def test_next_to_nothing_is_told_without_a_sign() -> None:
    found = Estimate(-0.0001, -0.0002, 0.0002, 9)
    assert found.percent() == "0.0 % (0.0 to 0.0)"
    assert found.points() == "+0.0 points (+0.0 to +0.0)"
    assert str(Estimate(16, -0.3, 32.3, 9)) == "16 (0 to 32)"


def test_pairs_of_the_same_seeds_tell_a_small_difference_apart() -> None:
    lots = random.Random(2)
    seeds = np.arange(60)
    easy = np.array([lots.gauss(0, 5) for _ in seeds])
    harder = easy + np.array([lots.gauss(0.5, 0.2) for _ in seeds])
    paired = difference((harder, seeds), (easy, seeds))
    apart = difference((harder, seeds), (easy, seeds + 100))
    assert 0.4 < paired.low < paired.high < 0.6
    assert apart.low < 0 < apart.high


def test_one_seed_more_does_not_part_the_pairs() -> None:
    lots = random.Random(2)
    seeds = np.arange(61)
    easy = np.array([lots.gauss(0, 5) for _ in seeds])
    harder = easy + np.array([lots.gauss(0.5, 0.2) for _ in seeds])
    found = difference((harder[:60], seeds[:60]), (easy, seeds))
    assert found.count == 121
    assert found.high - found.low < 0.5, "what remains is the one seed without a pair"
    apart = difference((harder[:60], seeds[:60]), (easy, seeds + 100))
    assert apart.high - apart.low > 3


def test_rivals_of_the_same_matches_are_not_taken_for_independent() -> None:
    """What one of two wins, the other loses: the difference varies twice as much as a share."""
    lots = np.random.default_rng(7)
    matches = np.arange(80)
    covered = 0
    for _ in range(400):
        won = (lots.random(80) < 0.5).astype(float)
        found = difference((won, matches), (1 - won[:79], matches[:79]))
        covered += found.low <= 0 <= found.high
    assert 0.92 <= covered / 400 <= 0.98


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(("before", "after"), [(0.0, 0.05), (0.02, 0.1), (0.5, 0.6), (0.99, 0.95)])
@pytest.mark.parametrize("seeds", [8, 20])
def test_a_difference_of_rare_shares_is_not_taken_for_sure_after_a_few_seeds(
    seeds: int, before: float, after: float, together: bool
) -> None:
    """Student's interval leaves out the truth in up to two of three cases."""
    lots = np.random.default_rng(seeds)
    matches = np.arange(seeds)
    covered = 0
    for _ in range(200):
        luck = lots.random(seeds)
        other = luck if together else lots.random(seeds)
        one = (luck < after).astype(float), matches
        found = difference_of_shares(one, ((other < before).astype(float), matches))
        covered += found.low <= after - before <= found.high
        assert found.p < 0.05 or found.low <= 0 <= found.high
    assert covered >= 0.91 * 200


def test_samples_without_a_common_seed_differ_as_surely_as_both_are_known() -> None:
    lots = np.random.default_rng(8)
    covered = 0
    for _ in range(400):
        one, other = lots.normal(0, 1, 9), lots.normal(0, 3, 12)
        found = difference((one, np.arange(9)), (other, np.arange(9, 21)))
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)
        covered += found.low <= 0 <= found.high
    assert covered / 400 >= 0.93


def test_many_comparisons_are_corrected_as_holm_does() -> None:
    """The example of Holm's step-down: 0.01, 0.04, 0.03, 0.005 among four."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert math.isnan(holm([0.5, math.nan])[1])


def test_both_sides_of_a_duel_are_one_comparison() -> None:
    assert holm([0.03, 0.03], ["duel", "duel"]) == [0.03, 0.03]
    assert holm([0.03, 0.03, 0.02], ["duel", "duel", "other"]) == pytest.approx([0.04, 0.04, 0.04])


BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
"""Wins in the American League's eastern division in 1987 (Agresti 2002, table 10.10)."""
STRENGTHS = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
"""Beside Baltimore's, as Turner and Firth (2012) fit them."""


def test_ratings_are_those_of_the_literature() -> None:
    found = strengths(np.array(list(BASEBALL.values()), float))
    assert found - found[-1] == pytest.approx(np.array(STRENGTHS), abs=0.0005)


def test_places_at_larger_tables_find_the_strengths_behind_them() -> None:
    """Rankings drawn as Plackett and Luce have it: one after the other, in proportion."""
    lots, true = random.Random(3), [0.0, 0.4, 0.8, 1.2]
    matches = []
    for seed in range(3000):
        left = list(range(4))
        ranks = [0] * 4
        for place in range(4):
            taken = lots.choices(left, [math.exp(true[one]) for one in left])[0]
            ranks[taken] = place
            left.remove(taken)
        matches.append(RankedMatch(seed, (0, 1, 2, 3), tuple(ranks)))
    found = ratings(matches, 4, resamples=100)
    centred = (np.array(true) - np.mean(true)) * POINTS
    for one, truth in zip(found, centred, strict=True):
        assert one.points == pytest.approx(truth, abs=15)
        assert one.low - 10 < truth < one.high + 10
        assert one.low < one.points < one.high


def test_an_interval_of_a_rating_covers_the_strength_as_often_as_it_says() -> None:
    """Three who play each other from both seats on each of a dozen seeds."""
    rng = np.random.default_rng(7)
    strengths = np.array([-130.0, -30.0, 160.0])
    pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
    covered = 0
    for _ in range(100):
        matches = []
        for seed in range(12):
            for one, other in pairs:
                won = rng.random() < expected(strengths[one], strengths[other])
                matches.append(RankedMatch(seed, (one, other), (0, 1) if won else (1, 0)))
        found = ratings(matches, 3, resamples=300)
        covered += sum(
            one.low <= truth <= one.high for one, truth in zip(found, strengths, strict=True)
        )
    assert 0.92 * 300 <= covered <= 0.985 * 300


def test_who_beats_four_others_is_not_taken_for_weaker_than_that() -> None:
    """Five strengths, one far ahead, and five rankings a seed, as Plackett and Luce draw them."""
    lots, true = np.random.default_rng(6), np.array([0.0, 0.0, 0.0, 0.0, 5.0])
    centred = (true - np.mean(true)) * POINTS
    covered = 0
    for _ in range(20):
        matches = []
        for number in range(40):
            drawn = true + lots.gumbel(size=5)
            ranks = tuple(int((drawn > one).sum()) for one in drawn)
            matches.append(RankedMatch(number // 5, (0, 1, 2, 3, 4), ranks))
        found = ratings(matches, 5, resamples=100)
        covered += sum(
            one.low <= truth <= one.high for one, truth in zip(found, centred, strict=True)
        )
    assert covered >= 0.88 * 20 * 5


def test_partners_do_not_play_each_other_and_ties_are_halves() -> None:
    teams = RankedMatch(1, (0, 1, 0, 1), (0, 1, 0, 1))
    assert wins_of(teams, 2).tolist() == [[0, 1], [0, 0]]
    tied = RankedMatch(1, (0, 1), (0, 0))
    assert wins_of(tied, 2).tolist() == [[0, 0.5], [0.5, 0]]


def test_whoever_never_loses_is_not_infinitely_strong() -> None:
    found = ratings([RankedMatch(seed, (0, 1), (0, 1)) for seed in range(10)], 2, resamples=50)
    assert 0 < found[0].points < 1000
    assert expected(found[0].points, found[1].points) > 0.9


def test_the_rating_of_two_has_the_interval_of_jeffreys() -> None:
    """Of twenty matches all won, and of twenty with 14 won (Brown, Cai and DasGupta 2001)."""
    for won, low, high in ((20, 0.883, 1.0), (14, 0.483, 0.862)):
        ranks = [(0, 1)] * won + [(1, 0)] * (20 - won)
        matches = [RankedMatch(number, (0, 1), one) for number, one in enumerate(ranks)]
        rating, _ = ratings(matches, 2, resamples=20_000)
        ends = (expected(points, -points) for points in (rating.low, rating.high))
        assert tuple(ends) == pytest.approx((low, high), abs=0.006)


def test_ratings_of_matches_that_all_go_together_are_hardly_known() -> None:
    one, _ = ratings([RankedMatch(0, (0, 1), (0, 1)) for _ in range(50)], 2)
    many, _ = ratings([RankedMatch(seed, (0, 1), (0, 1)) for seed in range(50)], 2)
    assert one.low < 0 < many.low


def test_a_sequential_test_of_wins_and_losses_is_walds() -> None:
    lots, test, bound = random.Random(2), Test(none=0.2, least=0.25), math.log(20)
    for rate in (0.15, 0.2, 0.225, 0.25, 0.3) * 4:
        wins = [float(lots.random() < rate) for _ in range(600)]
        ratio, expected_verdict = 0.0, "undecided"
        for won in wins:
            ratio += math.log(0.25 / 0.2) if won else math.log(0.75 / 0.8)
            if abs(ratio) >= bound:
                expected_verdict = "better" if ratio > 0 else "not better"
                break
        assert test.verdict(wins) == expected_verdict


def test_a_sequential_test_may_ask_for_everything() -> None:
    test = Test(none=0.0, least=1.0)
    assert test.verdict([1.0]) == "better"
    assert test.verdict([0.0]) == "not better"
    assert Test(none=0.5, least=1.0).verdict([1.0] * 4 + [0.0]) == "not better"
    assert Test(none=0.5, least=1.0).verdict([1.0] * 5 + [0.0]) == "better"


def means_of_seeds(
    rng: np.random.Generator, rotations: int, balanced: float, together: bool, mean: float
) -> list[float]:
    """Return what a player wins of a thousand seeds, some of which balance exactly.

    Of the others, all rotations are won together, or each by itself.
    """
    fair = 1 / rotations
    rate = (mean - balanced * fair) / (1 - balanced)
    won = rng.binomial(1, rate, 1000) if together else rng.binomial(rotations, rate, 1000)
    values = won / (1 if together else rotations)
    found: list[float] = np.where(rng.random(1000) < balanced, fair, values).tolist()
    return found


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("balanced", [0.5, 0.85])
@pytest.mark.parametrize("rotations", [2, 3, 4])
def test_a_sequential_test_errs_as_rarely_as_it_promises(
    rotations: int, balanced: float, together: bool
) -> None:
    """Of 300 comparisons 5 % are 15; with such a rate 28 come in one of 800 cases."""
    none, least = 1 / rotations, 1 / rotations + 0.05
    rng, test = np.random.default_rng(rotations), Test(none=none, least=least)

    def verdicts(mean: float) -> list[str]:
        return [
            test.verdict(means_of_seeds(rng, rotations, balanced, together, mean))
            for _ in range(300)
        ]

    no_better, better = verdicts(none), verdicts(least)
    assert no_better.count("better") < 28
    assert better.count("not better") < 28
    assert no_better.count("not better") > 250
    assert better.count("better") > 250


def test_values_that_scatter_half_as_much_are_decided_after_half_as_many() -> None:
    test = Test(none=0.5, least=0.6)

    def needed(together: bool) -> float:
        rng = np.random.default_rng(5)
        found = (means_of_seeds(rng, 2, 0.0, together, 0.6) for _ in range(50))
        return sum(first_decided(test, values) for values in found) / 50

    assert needed(together=False) < 0.6 * needed(together=True)


def first_decided(test: Test, values: list[float]) -> int:
    """Return after how many values there is a verdict, which then stands."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if test.verdict(values[:middle]) == "undecided":
            low = middle + 1
        else:
            high = middle
    return low
