"""The rules of Drop It where no record of a match can reach: options, lots, turns, the end."""

import random

import pytest

from tischlein.core import records, registry
from tischlein.core.errors import NotationError, OptionError, RecordError, RefusedError
from tischlein.core.position import Position
from tischlein.core.queries import answer
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.games.dropit.actions import (
    ACTIONS,
    DROPS,
    REST,
    Start,
    drop_action,
    drop_of,
    outcome_number,
    outcome_of,
)
from tischlein.games.dropit.state import PIECES, SCALE, Phase
from tischlein.presentation import texts
from tischlein.testing.cases import Case, cases_of

GAME = registry.load("dropit")


def start(seats: int = 2, **options: str) -> Position:
    return Position.start(GAME, seats, {"first": "A", **options})


def drop(position: Position) -> None:
    """Let the mover drop its first piece, which comes to rest far above all others."""
    (seat,) = position.acting
    position.play(seat, position.legal(seat)[0])
    if position.state.phase == Phase.SLIP:
        position.play(CHANCE, position.outcomes()[0][0])
    number = position.state.count
    y = 1000 + 100 * number
    position.play(CHANCE, REST, (number + 1, 100 * SCALE, y * SCALE, 0))
    if position.state.phase == Phase.QUESTION:
        position.play(*decline(position))


def decline(position: Position) -> tuple[int, int]:
    (seat,) = position.acting
    return seat, position.legal(seat)[1]


@pytest.mark.parametrize("seats", [1, 5, 6, 7, 8, 9])
def test_other_numbers_than_two_to_four_need_teams(seats: int) -> None:
    """DRO-1."""
    with pytest.raises(OptionError):
        Position.start(GAME, seats, {"teams": "none"})


@pytest.mark.parametrize(
    ("seats", "teams"), [(2, "none"), (4, "none"), (5, "12121"), (8, "12121212")]
)
def test_from_five_on_the_teams_sit_by_turns_unless_something_else_is_agreed(
    seats: int, teams: str
) -> None:
    """DRO-1, DRO-44."""
    assert Position.start(GAME, seats).options["teams"] == teams


FIVE = "game: dropit\nseats: Anna, Ben, Cleo, Dora, Emil\n"


def test_a_record_for_five_names_the_teams() -> None:
    """DRO-1: how a table forms teams when it is not told is no default of a record."""
    record = Record(GAME, tuple("ABCDE"), Position.start(GAME, 5).options)
    assert "options: teams=12121\n" in str(record)
    assert records.read(str(record)) == record
    with pytest.raises(RecordError, match=r"line 2: without teams two to four play.*\(DRO-1\)"):
        records.read(FIVE)
    with pytest.raises(RecordError, match=r"line 3: without teams two to four play.*\(DRO-1\)"):
        records.read(f"{FIVE}options: edges=none\n")


@pytest.mark.parametrize(
    ("seats", "teams"), [(2, "11"), (3, "12"), (3, "1213"), (4, "1112x"), (4, "2222"), (2, "21 ")]
)
def test_teams_need_a_digit_for_each_seat_and_both_of_them(seats: int, teams: str) -> None:
    """DRO-44."""
    with pytest.raises(OptionError, match="DRO-44"):
        Position.start(GAME, seats, {"teams": teams})


def test_a_seat_that_is_not_there_cannot_begin() -> None:
    """DRO-14."""
    with pytest.raises(OptionError, match="DRO-14"):
        Position.start(GAME, 3, {"first": "D"})


def test_two_seats_in_two_teams_are_as_two_seats() -> None:
    """DRO-49."""
    alone, teams = start(), start(teams="12")
    for query in ("stock A", "stock B", "legal", "acting"):
        assert answer(alone, query) == answer(teams, query)


@pytest.mark.parametrize("case", [*cases_of(GAME)], ids=str)
def test_the_box_holds_the_same_pieces_in_every_setting(case: Case) -> None:
    """DRO-3, DRO-8, DRO-9, DRO-11, DRO-12."""
    position = case.start()
    if position.state.phase == Phase.SPLIT:
        position.play(CHANCE, position.outcomes()[0][0])
    stocks = zip(*position.state.stocks, strict=True)
    assert [*map(sum, stocks)] == [3, 2, 2, 2] * 4


@pytest.mark.parametrize(
    ("seats", "options", "jokers"),
    [(2, {}, 4), (3, {"split": "fixed"}, 2), (4, {}, 2), (5, {"teams": "12121"}, 4)],
)
def test_jokers_go_by_the_number_of_stocks(
    seats: int, options: dict[str, str], jokers: int
) -> None:
    """DRO-54, DRO-60."""
    position = start(seats, jokers="yes", **options)
    assert {answer(position, f"jokers {seat}") for seat in "ABCDE"[:seats]} == {str(jokers)}


@pytest.mark.parametrize(
    ("teams", "first", "order"),
    [
        ("1212", "A", "ABCDABCD"),
        ("1122", "B", "BCADBCAD"),
        ("12111", "A", "ABCBDBEBAB"),
        ("21222222", "D", "DBEBFBGBHBAB"),
    ],
)
def test_teams_alternate_and_members_take_turns_clockwise(
    teams: str, first: str, order: str
) -> None:
    """DRO-15, DRO-45, DRO-46."""
    position = start(len(teams), teams=teams, first=first)
    dropped = ""
    for _ in order:
        dropped += answer(position, "acting")
        drop(position)
    assert dropped == order


@pytest.mark.parametrize(("seats", "each"), [(2, 18), (3, 12), (4, 9)])
def test_the_match_is_over_when_all_stocks_are_empty(seats: int, each: int) -> None:
    """DRO-16, DRO-41."""
    position = start(seats, split="fixed")
    for _ in range(PIECES):
        assert not position.over
        drop(position)
    assert position.over
    assert {answer(position, f"drops {seat}") for seat in "ABCD"[:seats]} == {str(each)}
    refusal = position.why_not(0, 0)
    assert refusal is not None
    assert refusal.rule == "DRO-15"


def test_out_of_turn_one_is_told_what_everybody_waits_for() -> None:
    """DRO-15."""
    position = Position.start(GAME, 2)
    assert reason(position, 0) == "DRO-15-lot"
    position.play(CHANCE, outcome_number(Start(0)))
    assert reason(position, 0) is None
    assert reason(position, 1) == "refused-turn"
    position.play(0, position.legal(0)[0])
    assert reason(position, 0) == "DRO-15-falling"


def reason(position: Position, seat: int) -> str | None:
    """The message that refuses any drop of a seat."""
    refusal = position.why_not(seat, position.game.most_legal // 2)
    return None if refusal is None else refusal.message


@pytest.mark.parametrize("number", range(REST))
def test_every_outcome_of_chance_has_one_number(number: int) -> None:
    outcome = outcome_of(number)
    assert outcome is not None
    assert outcome_number(outcome) == number


def test_unused_jokers_count_only_at_the_end() -> None:
    """DRO-58, DRO-59: everything hangs above the rim, so nothing else scores."""
    position = start(jokers="yes")
    for _ in range(PIECES):
        assert position.scores() == (0, 0)
        drop(position)
    assert position.scores() == (12, 12)
    assert position.ranks() == (0, 0)  # DRO-42, DRO-43


def test_a_joker_for_a_piece_above_the_rim_counts_level_8() -> None:
    """DRO-32, DRO-57."""
    position = start(jokers="yes")
    position.play(0, position.legal(0)[0])
    position.play(CHANCE, REST, (1, 100 * SCALE, 400 * SCALE, 0))
    assert answer(position, "taboos") == "height"
    position.play(0, position.legal(0)[0])
    assert position.scores() == (8, 0)


def test_drops_are_numbered_so_that_neighbouring_positions_have_neighbouring_numbers() -> None:
    rng = random.Random(1)
    for action in [0, DROPS - 1, *(rng.randrange(DROPS) for _ in range(500))]:
        colour, shape, turn, position = drop_of(action)
        assert drop_action(colour, shape, turn, position) == action
        assert turn < (1, 18, 36, 24)[shape]
    assert ACTIONS == DROPS + 2


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("drop square red 102 90", "drop square red 102.0 0"),
        ("drop circle red 102.50 355", "drop circle red 102.5 0"),
        ("drop triangle yellow 60.000 240", "drop triangle yellow 60.0 0"),
        ("drop diamond yellow 60 185.0", "drop diamond yellow 60.0 5"),
    ],
)
def test_drops_are_read_in_many_ways_and_written_in_one(written: str, canonical: str) -> None:
    """DRO-18."""
    position = start()
    notation = GAME.notation
    action = notation.read(position.state, 0, written.split())
    assert notation.write(position.state, 0, action) == canonical


@pytest.mark.parametrize(
    "text", ["drop", "drop star red 100 0", "drop circle pink 100 0", "drop circle red here 0"]
)
def test_what_names_no_piece_or_place_is_no_drop(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.notation.read(start().state, 0, text.split())


@pytest.mark.parametrize("text", ["xyzzy", "dorp square red 100 0", "jokers", "i drop a square"])
def test_a_word_that_is_no_action_is_told_as_such(text: str) -> None:
    """Not as something that DRO-16 forbids, or DRO-56 where a question is open."""
    position = start(jokers="yes")
    with pytest.raises(NotationError, match="an action is written: drop square red"):
        GAME.notation.read(position.state, 0, text.split())
    position.play(0, position.legal(0)[0])
    position.play(CHANCE, REST, (1, 100 * SCALE, 400 * SCALE, 0))
    assert position.state.phase == Phase.QUESTION
    with pytest.raises(NotationError, match="an action is written: drop square red"):
        GAME.notation.read(position.state, 0, text.split())


@pytest.mark.parametrize(
    ("language", "where"),
    [("en", "from 19.5 to 185.5 mm"), ("de", "von 19,5 bis 185,5"), ("fr", "de 19,5 à 185,5")],
)
def test_half_millimetres_are_told_as_the_language_writes_numbers(
    language: str, where: str
) -> None:
    """DRO-19."""
    position = start()
    action = GAME.notation.read(position.state, 0, ["drop", "diamond", "red", "1.0", "5"])
    refusal = position.why_not(0, action)
    assert refusal is not None
    told = texts.translate(language, refusal.phrase, GAME)
    assert where in told.replace("\u00a0", " ")


def test_nobody_moves_pieces_otherwise() -> None:
    """DRO-20, DRO-24."""
    for text in ("throw circle red 100 0", "push 1 5.0", "turn board", "pass"):
        with pytest.raises(RefusedError) as caught:
            GAME.notation.read(start().state, 0, text.split())
        assert caught.value.refusal.rule == "DRO-16"


def test_everything_is_open_to_everybody() -> None:
    """DRO-13."""
    position = start()
    drop(position)
    for observer in (0, 1, 9):
        assert position.observe(observer).to_bytes() == position.to_bytes()


def test_a_circle_counts_for_every_piece_and_points_know_no_limit() -> None:
    """DRO-38, DRO-40."""
    position = start(jokers="yes")
    for number, y in enumerate((21.0, 59.0)):
        seat = number % 2
        action = GAME.notation.read(
            position.state, seat, f"drop circle {('red', 'green')[seat]} 150 0".split()
        )
        position.play(seat, action)
        moved = () if number == 0 else (1, 50 * SCALE, 19 * SCALE, 0)
        x = 150 * SCALE
        position.play(CHANCE, REST, (*moved, number + 1, x, round((y - 38 * number) * SCALE), 0))
        assert answer(position, "circles") == "1"
        assert answer(position, "points") == "3"
    assert position.scores() == (3, 3)


def test_nothing_happens_but_when_a_piece_is_let_go() -> None:
    position = Position.start(GAME, 2)
    assert position.suspense is None
    assert position.measure(position.outcomes()[0][0]).values == ()
    position.play(CHANCE, position.outcomes()[0][0])
    (seat,) = position.acting
    position.play(seat, position.legal(seat)[0])
    assert position.suspense == 0
