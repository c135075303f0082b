"""What finished matches come to for whoever played them."""

from tests.tables.review.test_analyses import after, match_of
from tischlein.core.phrases import Phrase
from tischlein.presentation.scenes import ResultRow
from tischlein.tables.players.player_statistics import MatchResult, Played, result_of, statistics


def ended(*ranks: int, scores: tuple[int, ...] | None, road: int = 0) -> MatchResult:
    rows = (ResultRow(Phrase("road"), (road, 1)),) if road else ()
    return MatchResult("g", 20, ranks, scores, rows)


def test_places_points_and_what_the_game_names_are_counted_for_ones_own_seat() -> None:
    (told,) = statistics(
        [
            Played(ended(0, 1, scores=(7, 3), road=5), (0,)),
            Played(ended(1, 0, scores=(4, 9), road=9), (0,)),
            Played(ended(0, 0, scores=(5, 5)), (1,)),
        ]
    )
    assert (told.matches, told.placed, told.wins, told.places) == (3, 3, 2, [2, 1])
    assert (told.best, told.mean, told.events) == (7, 5.3, 20)
    (road,) = told.facts
    assert (road.best, road.mean) == (9, 7)


def test_several_own_seats_at_one_device_have_no_place_but_points() -> None:
    (told,) = statistics([Played(ended(0, 1, scores=(7, 3)), (0, 1))])
    assert (told.placed, told.wins, told.places) == (0, 0, [])
    assert (told.best, told.mean) == (7, 5)


def test_where_points_do_not_count_there_are_none() -> None:
    (told,) = statistics([Played(ended(0, 1, scores=None), (0,))])
    assert (told.best, told.mean, told.wins) == (None, None, 1)


def test_a_game_names_facts_by_its_result() -> None:
    start, events = match_of("down_under")
    end = result_of(after(start, events), len(events))
    assert "result-length" in {row.label.key for row in end.facts}
    assert all(isinstance(figure, int) for row in end.facts for figure in row.figures)
