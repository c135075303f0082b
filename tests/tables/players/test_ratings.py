"""Ratings: which matches count, in what places they end, and what that does to the figures."""

import pytest

from tests.tables.storing import match_of
from tischlein.tables.players import holders, ratings
from tischlein.tables.players.ratings import NEWCOMER
from tischlein.tables.storage.card_store import Figure, Participant, RatedMatch, Share
from tischlein.tables.stored import (
    Ending,
    MatchStatus,
    Ruling,
    RulingKind,
    SeatKind,
    StoredMatch,
    StoredSeat,
)

DONE = {"status": MatchStatus.FINISHED}


def person(card: str, **more: object) -> StoredSeat:
    sessions = (holders.of_card(card),) if card else ("session",)
    return StoredSeat(kind=SeatKind.PERSON, name=card or "x", sessions=sessions, **more)  # type: ignore[arg-type]


def ended(*seats: StoredSeat, rulings: tuple[Ruling, ...] = ()) -> StoredMatch:
    status = MatchStatus.FINISHED
    if rulings and rulings[-1].what is RulingKind.END:
        status = MatchStatus.ENDED
    return match_of(*seats).changed(status=status, rulings=rulings)


def ruled(what: RulingKind, seat: int | None = None, detail: str = "") -> Ruling:
    return Ruling(what, 0, 0, seat, detail)


# --- the figures ---


def test_the_model_is_openskills_as_its_manual_computes_it() -> None:
    # https://openskill.me: two teams of two, the first has won.
    a1, a2 = NEWCOMER, Figure(32.444, 5.123)
    b1, b2 = Figure(43.381, 2.421), Figure(25.188, 6.211)
    one, two, three, four = ratings.rate([(a1, 0, 0), (a2, 0, 0), (b1, 1, 1), (b2, 1, 1)])
    assert one.mu == pytest.approx(28.67, abs=0.01)
    assert one.sigma == pytest.approx(8.07, abs=0.01)
    assert two.mu == pytest.approx(33.83, abs=0.01)
    assert three.mu == pytest.approx(43.07, abs=0.01)
    assert four.mu == pytest.approx(23.15, abs=0.01)


def test_seats_may_sit_in_any_order_and_a_team_need_not_sit_together() -> None:
    a, b, c, d = NEWCOMER, Figure(30, 4), Figure(20, 5), Figure(27, 6)
    by_team = ratings.rate([(a, 0, 1), (b, 0, 1), (c, 1, 0), (d, 1, 0)])
    by_turns = ratings.rate([(c, 1, 0), (a, 0, 1), (d, 1, 0), (b, 0, 1)])
    assert [by_turns[seat] for seat in (1, 3, 0, 2)] == by_team


def test_a_tie_brings_the_strengths_together_and_makes_both_surer() -> None:
    strong, weak = ratings.rate([(Figure(30, 5), 0, 0), (Figure(20, 5), 1, 0)])
    assert strong.mu < 30
    assert weak.mu > 20
    assert strong.sigma < 5
    assert weak.sigma < 5
    equal = ratings.rate([(NEWCOMER, 0, 0), (NEWCOMER, 1, 0)])
    assert [one.mu for one in equal] == [pytest.approx(25.0)] * 2


def test_of_three_the_first_gains_the_last_loses_and_at_least_is_three_deviations_below() -> None:
    first, second, last = ratings.rate([(NEWCOMER, seat, seat) for seat in range(3)])
    assert first.mu > second.mu > last.mu
    assert ratings.conservative_rating(NEWCOMER) == pytest.approx(0.0)
    assert ratings.conservative_rating(first) == first.mu - 3 * first.sigma


# --- which matches count ---


def test_a_match_is_for_ratings_if_everybody_has_a_card_of_their_own() -> None:
    bot = StoredSeat(kind=SeatKind.BOT, name="Momo", level="weak")
    shared = StoredSeat(kind=SeatKind.PERSON, name="a", sessions=("session", holders.of_card("a")))
    assert ratings.cards_of_players(match_of(person("a"), person("b"))) == ["a", "b"]
    # A device beside the card changes nothing: a link may be open elsewhere.
    assert ratings.cards_of_players(match_of(shared, person("b"), person("c"))) == ["a", "b", "c"]
    for others in (
        (person("a"),),
        (person("b"), person("")),
        (person("b"), bot),
        (person("b"), StoredSeat()),
        (person("b"), person("c", level="weak")),
        (),
    ):
        assert ratings.cards_of_players(match_of(person("a"), *others)) == []


@pytest.mark.parametrize(
    ("rulings", "counts"),
    [
        ((), True),
        ((ruled(RulingKind.PAUSE, 0), ruled(RulingKind.RESUME, 1)), True),
        ((ruled(RulingKind.STAND_IN, 0, "weak"), ruled(RulingKind.RETURN, 0)), True),
        ((ruled(RulingKind.BACK, 0, "2"),), False),
        ((ruled(RulingKind.RULES, None, "2"),), False),
        ((ruled(RulingKind.TAKE_OVER, 0, "weak"),), False),
        ((ruled(RulingKind.RESIGN, 0), ruled(RulingKind.END, None, Ending.RESIGNED)), True),
        ((ruled(RulingKind.OVERDUE, 0), ruled(RulingKind.END, None, Ending.OVERDUE)), True),
        ((ruled(RulingKind.OVERDUE, 0, "weak"), ruled(RulingKind.RETURN, 0)), True),
        ((ruled(RulingKind.TIME, 0, "60"),), True),
        ((ruled(RulingKind.END, None, Ending.AGREED),), False),
        ((ruled(RulingKind.END, None, Ending.RULES),), False),
    ],
)
def test_a_match_counts_unless_something_was_taken_back_or_all_ended_it(
    rulings: tuple[Ruling, ...], counts: bool
) -> None:
    assert ratings.counts(ended(person("a"), person("b"), rulings=rulings)) is counts


def test_a_bot_may_play_on_for_somebody_as_long_as_anybody_plays() -> None:
    resigned = (ruled(RulingKind.RESIGN, 0),)
    gone = person("a", resigned=True, level="weak")
    assert ratings.counts(ended(gone, person("b"), person("c"), rulings=resigned))
    away = [person(name, level="weak") for name in "abc"]
    assert ratings.counts(ended(*away[:2], person("c")))
    assert not ratings.counts(ended(*away))
    assert not ratings.counts(ended(gone, *away[1:], rulings=resigned))


def test_who_gives_up_has_lost_although_a_bot_plays_for_the_other_one() -> None:
    """Else whoever is losing would let a bot play for a winner who is away, and then give up."""
    rulings = (
        ruled(RulingKind.STAND_IN, 1, "weak"),
        ruled(RulingKind.RESIGN, 0),
        ruled(RulingKind.END, None, Ending.RESIGNED),
    )
    match = ended(person("a", resigned=True), person("b", level="weak"), rulings=rulings)
    assert ratings.counts(match)
    assert places(match, (0, 0), (0, 1)) == [1, 0]


@pytest.mark.parametrize(
    ("seats", "rulings", "stake"),
    [
        ((person("a"), person("b", level="weak")), (), True),
        ((person("a"), person("b")), (ruled(RulingKind.BACK, 0, "2"),), False),
        ((person("a"), person("a")), (), False),
        ((person("a"),), (), False),
    ],
)
def test_what_would_not_count_is_not_at_stake(
    seats: tuple[StoredSeat, ...], rulings: tuple[Ruling, ...], stake: bool
) -> None:
    assert ratings.at_stake(ended(*seats, rulings=rulings)) is stake


def test_whoever_leaves_has_the_place_of_the_seat_and_the_others_theirs() -> None:
    away = person("a", level="weak")
    match = ended(away, person("b"), person("c"), rulings=(ruled(RulingKind.STAND_IN, 0, "weak"),))
    assert places(match, (2, 0, 1), (0, 1, 2)) == [2, 0, 1]
    assert places(match, (0, 2, 1), (0, 1, 2)) == [0, 2, 1]


def test_a_table_says_that_it_will_be_rated_while_all_who_sit_there_have_cards() -> None:
    bot = StoredSeat(kind=SeatKind.BOT, name="Momo", level="weak")
    kept = StoredSeat(name="Bea", sessions=("session",))
    invited = StoredSeat(name="Robo", sessions=("program:robo",))
    assert ratings.will_count(match_of(person("a"), StoredSeat()))
    assert ratings.will_count(match_of(person("a"), kept, person("c")))
    assert ratings.will_count(match_of(person("a"), person("b")))
    for seats in (
        (StoredSeat(), StoredSeat()),
        (person("a"),),
        (person("a"), person("")),
        (person("a"), person("a")),
        (person("a"), bot),
        (person("a"), invited),
    ):
        assert not ratings.will_count(match_of(*seats))


# --- places ---


def places(match: StoredMatch, ranks: tuple[int, ...], sides: tuple[int, ...]) -> list[int]:
    cards = [f"card {seat}" for seat in range(len(ranks))]
    return [one.place for one in ratings.participants(cards, match, ranks, sides)]


def test_places_are_those_of_the_game_and_who_resigns_is_behind_all_others() -> None:
    seats = [person(name) for name in "abcd"]
    each = (0, 1, 2, 3)
    assert places(ended(*seats), (2, 0, 0, 3), each) == [1, 0, 0, 2]
    # The bot that played on for the first has won; it counts for nobody.
    first_gone = [person("a", resigned=True, level="weak"), *seats[1:]]
    resigned = (ruled(RulingKind.RESIGN, 0),)
    assert places(ended(*first_gone, rulings=resigned), (0, 1, 2, 2), each) == [2, 0, 1, 1]
    gone = [person(name, resigned=True) for name in "abc"]
    last_stands = (
        *(ruled(RulingKind.RESIGN, seat) for seat in (1, 0, 2)),
        ruled(RulingKind.END, None, Ending.RESIGNED),
    )
    match = ended(*gone, seats[3], rulings=last_stands)
    assert places(match, (0, 0, 0, 0), each) == [2, 3, 1, 0]


def test_who_has_come_back_from_a_bot_or_gives_up_later_has_held_out_until_then() -> None:
    gone = [person("a", resigned=True), person("b", resigned=True), person("c")]
    late = ruled(RulingKind.OVERDUE, 0, "weak"), ruled(RulingKind.RETURN, 0)
    twice = ruled(RulingKind.OVERDUE, 0), ruled(RulingKind.RETURN, 0)
    for before in (late, twice):
        rulings = (
            *before,
            ruled(RulingKind.RESIGN, 1),
            ruled(RulingKind.RESIGN, 0),
            ruled(RulingKind.END, None, Ending.RESIGNED),
        )
        assert places(ended(*gone, rulings=rulings), (0, 0, 0), (0, 1, 2)) == [1, 2, 0]
    # The bot that played for a while is no reason to have given up later.
    first = (ruled(RulingKind.RESIGN, 0), *late, ruled(RulingKind.RESIGN, 1))
    assert places(ended(*gone, rulings=first), (0, 1, 2), (0, 1, 2)) == [2, 1, 0]


def test_a_team_has_one_place_and_has_not_resigned_before_all_of_it_have() -> None:
    seats = [person(name) for name in "abcd"]
    teams = (0, 1, 0, 1)
    assert places(ended(*seats), (1, 0, 1, 0), teams) == [1, 0, 1, 0]
    one_gone = [person("a", resigned=True, level="weak"), *seats[1:]]
    resigned = (ruled(RulingKind.RESIGN, 0),)
    assert places(ended(*one_gone, rulings=resigned), (0, 1, 0, 1), teams) == [0, 1, 0, 1]
    team_gone = [person("a", resigned=True), seats[1], person("c", resigned=True), seats[3]]
    end = (
        ruled(RulingKind.RESIGN, 0),
        ruled(RulingKind.RESIGN, 2),
        ruled(RulingKind.END, None, Ending.RESIGNED),
    )
    assert places(ended(*team_gone, rulings=end), (0, 0, 0, 0), teams) == [1, 0, 1, 0]


# --- once more from the beginning ---


def played(match: str, time: int, *contenders: Participant) -> RatedMatch:
    shares = tuple(
        Share(card or None, side, place, NEWCOMER, NEWCOMER) for card, side, place in contenders
    )
    return RatedMatch(match, "bell", time, shares)


def test_computed_anew_each_match_begins_where_the_last_one_ended() -> None:
    first = played("one", 1, Participant("a", 0, 0), Participant("b", 1, 1))
    second = played("two", 2, Participant("b", 0, 0), Participant("c", 1, 0))
    again = ratings.recomputed([first, second])
    assert again[0].shares[1].after == again[1].shares[0].before
    assert again[1].shares[1].before == NEWCOMER
    assert ratings.recomputed(again) == again
    # Whose card is deleted stays as strong as then, and nobody knows in which matches it was.
    gone = played("one", 1, Participant("", 0, 0), Participant("b", 1, 1))
    assert ratings.recomputed([gone])[0].shares[1].after == again[0].shares[1].after
