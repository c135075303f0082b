"""Rules of Drunter & Drüber that need more than one record: other ways to count, and symmetries."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tischlein.core import queries, records, registry
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.games.drunter.actions import TILE, VOTE, line_of, placement, size_of
from tischlein.games.drunter.history import attempts
from tischlein.games.drunter.names import square_name
from tischlein.games.drunter.notation import read
from tischlein.games.drunter.placements import first_square
from tischlein.games.drunter.state import (
    ALL_TILES,
    BLANK,
    BRIDGE,
    FULL_SET,
    KIND_OF_LINE,
    REMOVED,
    ROAD_TILE,
    Stage,
)
from tischlein.games.drunter.town import (
    COLUMNS,
    CORNER,
    EMPTY,
    KINDS,
    LINES,
    OUTHOUSE,
    PRINTED,
    ROWS,
    SQUARES,
    VALUES,
)
from tischlein.presentation import texts

DRUNTER = registry.load("drunter")
FOLDER = Path(__file__).parent
STEPS = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}


def random_match(seats: int, seed: int, **options: str) -> Iterator[tuple[Position, Event]]:
    """Positions of a random match, each with the event that follows."""
    choices = random.Random(seed)
    position = Position.start(DRUNTER, seats, options)
    while position.acting:
        seat = choices.choice(position.acting)
        if seat == CHANCE:
            values, weights = zip(*position.outcomes(), strict=True)
            action = choices.choices(values, weights)[0]
        else:
            action = choices.choice(position.legal(seat))
        yield position, Event(seat, action)
        position.play(seat, action)


def final(seats: int, seed: int, **options: str) -> Position:
    """The end of a random match."""
    *_, (position, _) = random_match(seats, seed, **options)
    return position


def beginning(seats: int, **options: str) -> Position:
    """A random deal, just before the first tile."""
    return next(p for p, _ in random_match(seats, 1, **options) if p.state.stage == Stage.LAY)


def do(position: Position, *lines: str) -> None:
    """Let seats act, in the notation of records."""
    for line in lines:
        seat, *words = line.lower().split()
        number = "abcd".index(seat)
        position.play(number, read(position.state, number, words))


# --- where tiles go, counted in another way ---


def placements_by_the_book(position: Position) -> set[tuple[int, int, int]]:
    """Every line, size and direction that the rules allow the seat to move, square by square."""
    state = position.state
    covered = {
        (square % COLUMNS, square // COLUMNS): lies
        for square, lies in enumerate(state.cells)
        if lies
    }
    corners = {(0, 0), (14, 9), (14, 0), (0, 9)}

    def free(spot: tuple[int, int]) -> bool:
        inside = 0 <= spot[0] < COLUMNS and 0 <= spot[1] < ROWS
        return inside and spot not in covered and spot not in corners

    found = set()
    for line in range(LINES):
        gang = state.gangs[line]
        if gang == REMOVED:
            continue
        for direction, (right, down) in STEPS.items():
            spot = gang % COLUMNS + right, gang // COLUMNS + down
            if covered.get(spot, 0) & BRIDGE:
                spot = spot[0] + right, spot[1] + down
            for size in (1, 2, 3):
                if not free(spot):
                    break
                if state.stock[state.turn][KIND_OF_LINE[line]][size - 1]:
                    found.add((line, size, direction))
                spot = spot[0] + right, spot[1] + down
    return found


@pytest.mark.parametrize("seed", range(12))
def test_legal_placements_are_those_of_the_book(seed: int) -> None:
    """DUD-12, DUD-15, DUD-16, DUD-18, DUD-19, DUD-20, DUD-21, DUD-25, DUD-27."""
    passed = 0
    for position, event in random_match(2 + seed % 3, seed, board=("classic", "new")[seed % 2]):
        if position.state.stage != Stage.LAY:
            continue
        expected = {placement(*one) for one in placements_by_the_book(position)}
        assert set(position.legal(event.seat)) == expected
        passed += 1
    assert passed > 30


@pytest.mark.parametrize("seed", range(6))
def test_somebody_who_can_lay_is_not_skipped_and_the_end_comes_when_nobody_can(seed: int) -> None:
    """DUD-13, DUD-14, DUD-48."""
    for before, event in random_match(3, seed):
        if event.seat == CHANCE or before.state.stage != Stage.LAY:
            continue
        after = before.clone()
        after.play(event.seat, event.action)
        if after.state.stage == Stage.LAY:
            seat = (event.seat + 1) % 3
            while seat != after.state.turn:
                assert not can_place(after, seat)
                seat = (seat + 1) % 3
    end = final(3, seed)
    assert end.over
    assert not any(can_place(end, seat) for seat in range(3))


def can_place(position: Position, seat: int) -> bool:
    """Whether a seat could lay a tile if it were its turn."""
    other = position.clone()
    other.record.turn = seat
    return bool(placements_by_the_book(other))


def test_tiles_are_all_dealt_and_in_the_numbers_of_the_box() -> None:
    """DUD-7, DUD-8, DUD-9."""
    for seats, each in ((2, (6, 12, 12)), (3, (4, 8, 8)), (4, (3, 6, 6))):
        stock = beginning(seats).record.stock
        assert int(stock.sum()) == ALL_TILES
        assert stock.sum(axis=0).tolist() == [[12, 12, 6], [6, 6, 3], [6, 6, 3]]
        for seat in range(seats):
            assert tuple(stock[seat].sum(axis=0).tolist()[::-1]) == each


def test_a_tile_is_drawn_in_proportion_to_what_is_left() -> None:
    """DUD-8."""
    position = next(p for p, _ in random_match(2, 1) if p.state.stage == Stage.TILES)
    assert [weight for _, weight in position.outcomes()] == [6, 3, 3]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "3 squares"), ("de", "3 Felder"), ("fr", "3 cases")]
)
def test_a_tile_that_is_not_left_is_told_by_its_squares(language: str, told: str) -> None:
    """DUD-8."""
    match = """game: drunter
seats: Anna, Ben

* card A museum
* card B inn
* triple A road road road
"""
    refused = records.read(match).final().why_not(CHANCE, TILE + ROAD_TILE)
    assert refused is not None
    assert refused.rule == "DUD-8"
    assert told in texts.translate(language, refused.phrase, DRUNTER)


def test_the_lot_is_fair_and_may_be_replaced_by_a_name() -> None:
    """DUD-10."""
    for seats in (2, 3, 4):
        position = next(p for p, _ in random_match(seats, 1) if p.state.stage == Stage.START)
        assert [weight for _, weight in position.outcomes()] == [1] * seats
    assert beginning(3, first="C").acting == (2,)
    with pytest.raises(OptionError, match="DUD-10"):
        Position.start(DRUNTER, 3, {"first": "D"})


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    """DUD-1."""
    with pytest.raises(OptionError, match="2, 3, 4 seats"):
        Position.start(DRUNTER, seats)


def test_everybody_begins_with_a_full_set_and_gangs_stand_on_the_corners() -> None:
    """DUD-4, DUD-6."""
    position = Position.start(DRUNTER, 4)
    assert [square_name(square) for square in position.state.gangs] == ["a1", "o10", "o1", "a10"]
    assert position.state.cards == (FULL_SET,) * 4


def test_a_tile_runs_straight_away_from_the_gang() -> None:
    """DUD-17, DUD-23, DUD-24."""
    position = vote_position()
    road, *_ = attempts(position.state)
    assert [square_name(square) for square in road.squares] == ["a2", "a3", "a4"]
    bridges = [s for s, lies in enumerate(position.state.cells) if lies & BRIDGE]
    assert [square_name(square) for square in bridges] == ["a3"]


def test_a_bridge_is_passed_one_at_a_time_from_beside_it_and_covers_nothing() -> None:
    """DUD-26, DUD-28, DUD-29."""
    position = vote_position()
    state = position.record
    state.stage = Stage.LAY
    road, east = 0, 1
    state.gangs[road] = COLUMNS * 4 + 7  # h5
    state.cells[COLUMNS * 4 + 8] = 3 | BRIDGE
    assert square_name(first_square(state, road, east)) == "j5"
    refused = position.why_not(2, placement(road, 1, east))
    assert refused is None
    state.cells[COLUMNS * 4 + 9] = 3 | BRIDGE
    refused = position.why_not(2, placement(road, 1, east))
    assert refused is not None
    assert refused.rule == "DUD-25"
    state.gangs[road] = COLUMNS * 4 + 6  # no longer beside it
    assert square_name(first_square(state, road, east)) == "h5"


# --- the boards ---


def test_boards_have_what_the_rules_say_and_are_even_under_a_half_turn() -> None:
    """DUD-2, DUD-3: the kinds go over into each other in pairs, values stay."""
    pairs = ({0: 4, 1: 2, 3: 5}, {0: 4, 1: 5, 2: 3})
    for board, half in enumerate(pairs):
        partner = half | {other: kind for kind, other in half.items()}
        printed = PRINTED[board].tolist()
        assert sorted(one for one in printed if one >= 0) == list(range(KINDS * VALUES))
        assert printed.count(OUTHOUSE) == 18
        assert [square_name(s) for s in range(SQUARES) if printed[s] == CORNER] == [
            *("a1", "o1", "a10", "o10")
        ]
        for square, one in enumerate(printed):
            turned = printed[SQUARES - 1 - square]
            if one < 0:
                assert turned == one
            else:
                kind, value = divmod(one, VALUES)
                assert turned == VALUES * partner[kind] + value
    assert printed.count(EMPTY) == SQUARES - 4 - 18 - 30


def test_a_half_turn_gives_as_many_placements() -> None:
    """DUD-2: road and river, and the two walls, lie opposite each other."""
    position = Position.start(DRUNTER, 2)
    turned = {0: 1, 1: 0, 2: 3, 3: 2}
    reach = position.state.reach
    for line in range(LINES):
        for direction in range(4):
            assert reach[line][direction] == reach[turned[line]][(direction + 2) % 4]


# --- votes ---


def vote_position(**options: str) -> Position:
    """Anna has laid a road across an outhouse, and everybody is to vote."""
    position = records.read(
        "game: drunter\nseats: A, B, C\noptions: first=A "
        + " ".join(f"{name}={value}" for name, value in options.items())
        + """

* card A museum
* card B inn
* card C school
* triple A wall wall road river
* double A wall wall wall wall road road river river
* single A wall wall wall wall road road river river
* triple B wall wall road river
* double B wall wall wall wall road road river river
* single B wall wall wall wall road road river river
* triple C wall wall road river
* double C wall wall wall wall road road river river
* single C wall wall wall wall road road river river
A road 3 s
B road 1 e
C road 2 e
"""
    ).final()
    assert position.state.stage == Stage.VOTE or options.get("votes") == "none"
    return position


def test_voting_in_turn_and_at_once_come_to_the_same() -> None:
    """DUD-35, DUD-38, DUD-42."""
    ballots = ("C vote yes1 joker", "A vote no2 blank", "B vote no1 joker")
    said = ("C joker yes", "B joker no")
    in_turn, at_once = vote_position(), vote_position(votes="simultaneous")
    do(in_turn, *ballots, *said)
    do(at_once, *reversed(ballots), *said)
    at_once.record.voting = in_turn.state.voting
    assert in_turn.row.tolist() == at_once.row.tolist()
    assert (in_turn.state.tally_yes, in_turn.state.tally_no) == (3, 5)


def test_a_pending_tile_covers_nothing_and_counts_to_the_stock() -> None:
    """DUD-33."""
    position = vote_position()
    before = position.state.stock[2]
    gang = position.state.gangs[0]
    do(position, "C vote blank", "A vote no1", "B vote blank")
    assert position.state.stock[2] == before
    assert position.state.gangs[0] == gang
    assert attempts(position.state)[-1].refused


def test_everybody_votes_even_without_tiles() -> None:
    """DUD-34."""
    position = vote_position()
    position.record.stock[0] = 0
    do(position, "C vote yes1")
    assert position.acting == (0,)


def test_others_see_the_number_of_cards_only_when_voting_in_turn() -> None:
    """DUD-37, DUD-38."""
    for options, number in (({}, 3), ({"votes": "simultaneous"}, 0)):
        position = vote_position(**options)
        do(position, "C vote yes1 no2 blank")
        for observer in (0, 1, SPECTATOR):
            seen = position.observe(observer).state
            assert seen.ballots == (0, 0, 0, 0)
            assert seen.laid[2] == number
            assert seen.voted == 1 << 2
        assert position.observe(2).state.laid[2] == 3


@pytest.mark.parametrize("votes", ["turn", "simultaneous"])
def test_a_vote_is_shown_to_others_with_the_last_one(votes: str) -> None:
    """DUD-37, DUD-38."""
    position = vote_position(votes=votes)
    for text in ("C vote yes1", "A vote no1", "B vote blank"):
        letter, *words = text.split()
        seat = "ABC".index(letter)
        event = Event(seat, read(position.state, seat, words))
        for observer in (*range(3), SPECTATOR):
            opens = letter == "B" or observer == seat
            seen = position.observed_event(event, observer)
            assert seen == (event if opens else Event(seat, HIDDEN))
        do(position, text)


@pytest.mark.parametrize("text", ["joker", "joker yes no", "aim", "aim ones twos", "wall1 3", ""])
def test_an_unfinished_action_is_told_how_actions_are_written(text: str) -> None:
    position = registry.load("drunter").start(seats=2)
    with pytest.raises(NotationError, match="an action is written: wall1 3 w, vote yes2 no1"):
        read(position.state, 0, text.split())


def test_yes_wins_a_tie_and_cards_are_gone_but_the_blank_one() -> None:
    """DUD-40, DUD-43, DUD-46."""
    position = vote_position()
    do(position, "C vote yes2 blank", "A vote no2", "B vote blank")
    assert not attempts(position.state)[-1].refused
    assert position.state.cards[:3] == (FULL_SET & ~16, FULL_SET, FULL_SET & ~2)
    assert all(cards >> BLANK & 1 for cards in position.state.cards[:3])


def test_what_was_refused_may_be_tried_again() -> None:
    """DUD-44, DUD-45."""
    position = vote_position()
    do(position, "C vote blank", "A vote no1", "B vote blank")
    assert position.acting == (0,)
    do(position, "A road 2 e")
    assert position.state.stage == Stage.VOTE


def test_without_votes_an_outhouse_is_a_square_like_any_other() -> None:
    """DUD-39."""
    position = vote_position(votes="none")
    assert position.state.stage == Stage.LAY
    assert any(
        covered and printed == OUTHOUSE
        for covered, printed in zip(position.state.cells, PRINTED[0], strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
def test_refusals_are_few_because_each_costs_a_card(seed: int) -> None:
    """DUD-47."""
    position = final(4, seed)
    log = attempts(position.state)
    assert sum(one.refused for one in log) <= 16
    for one in log:
        if one.refused:
            assert any(ballot & 0b1111000 for ballot in one.ballots)


# --- the end of a line, and of a match ---


@pytest.mark.parametrize("seed", range(8))
def test_gangs_leave_exactly_when_no_single_fits_and_never_return(seed: int) -> None:
    """DUD-30, DUD-31, DUD-32."""
    removed: set[int] = set()
    for position, _ in random_match(2, seed):
        state = position.state
        gone = {line for line in range(LINES) if state.gangs[line] == REMOVED}
        assert removed <= gone
        removed = gone
        for line in range(LINES):
            assert (max(state.reach[line]) == 0) == (line in gone)


@pytest.mark.parametrize("seed", range(8))
def test_scores_are_the_values_left_of_the_own_kind(seed: int) -> None:
    """DUD-22, DUD-24, DUD-49, DUD-52, DUD-60."""
    position = final(3, seed)
    assert position.over
    state = position.state
    for seat in range(3):
        kind = state.hands[seat].bit_length() - 1
        left = [
            one % VALUES + 1
            for square, one in enumerate(PRINTED[state.board].tolist())
            if one >= 0 and one // VALUES == kind and state.cells[square] == 0
        ]
        assert position.scores()[seat] == sum(left)


def test_special_cards_count_what_they_say() -> None:
    """DUD-61, DUD-62, DUD-63, DUD-64, on the untouched board."""
    position = Position.start(DRUNTER, 2, {"goals": "2"})
    found = [queries.answer(position, f"points {goal}") for goal in ("threes", "fours", "ones")]
    assert found == ["18", "24", "30"]
    assert queries.answer(position, "points lowest") == "6"


def test_equal_in_everything_is_shared() -> None:
    """DUD-51."""
    position = beginning(2)
    position.record.cells[:] = 0
    assert position.ranks() == (0, 0)
    position.record.cards[1] = FULL_SET & ~1
    assert position.ranks() == (0, 1)


# --- the variant ---


def aim_position() -> Position:
    """A position in which both seats are to choose a goal."""
    for seed in range(50):
        for position, _ in random_match(2, seed, goals="2"):
            if position.state.stage == Stage.AIM and position.state.chosen == 0:
                return position
    raise AssertionError("no line has ended")


def test_goals_are_chosen_in_secret() -> None:
    """DUD-53, DUD-55, DUD-56, DUD-57."""
    position = aim_position()
    first, second = (position.legal(seat)[0] for seat in (0, 1))
    position.play(1, second)
    assert position.observe(0).state.aims == (-1, -1, -1, -1)
    assert position.observe(0).state.chosen == 2
    with pytest.raises(RefusedError) as caught:
        position.play(1, position.observe(1).game.actions - 1)
    assert caught.value.refusal.rule == "DUD-57"
    position.play(0, first)
    assert position.state.stage in (Stage.LAY, Stage.OVER)


def test_a_redeal_gives_each_seat_two_cards_that_nobody_else_has() -> None:
    """DUD-54."""
    seen = aim_position().observe(0)
    rng = new_rng(1)
    hands = {seen.determinize(rng).state.hands[1] for _ in range(2000)}
    own = seen.state.hands[0]
    assert len(hands) == 28  # two of the eight other cards
    assert all(hand.bit_count() == 2 and not hand & own for hand in hands)


def test_secret_goals_of_others_never_show() -> None:
    """DUD-5: two goals of others exchanged, and nobody else can tell."""
    position = vote_position()
    swapped = position.clone()
    swapped.record.hands[1], swapped.record.hands[2] = position.state.hands[2:0:-1]
    for observer in (0, SPECTATOR):
        assert position.observe(observer) == swapped.observe(observer)


# --- what random play is like ---


def test_random_matches_are_as_long_as_known() -> None:
    """DUD-23, DUD-50: figures of another implementation."""
    ends = [final(3, seed) for seed in range(30)]
    laid = sum(sum(not one.refused for one in attempts(p.state)) for p in ends) / len(ends)
    votes = sum(sum(one.voted for one in attempts(p.state)) for p in ends) / len(ends)
    covered = sum(sum(covered > 0 for covered in p.state.cells) for p in ends) / len(ends)
    assert 45 < laid < 54
    assert 80 < covered < 91
    assert 11 < votes < 17


def test_numbers_of_actions_are_those_of_the_catalogue() -> None:
    assert DRUNTER.actions == 4 * 3 * 4 + 255 + 2 + 10
    assert VOTE + FULL_SET == 302
    assert {int(line_of(a)) for a in range(48)} == {0, 1, 2, 3}
    assert {int(size_of(a)) for a in range(48)} == {1, 2, 3}
