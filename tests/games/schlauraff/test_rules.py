"""Rules of Schlauraff on columns written as letters, and against slow counterparts."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff import notation, rules
from tischlein.games.schlauraff.actions import CARRY, ROLL_AGAIN, row_put
from tischlein.games.schlauraff.dice import can_complete
from tischlein.games.schlauraff.state import (
    CHIPS_OF_A_COLOUR,
    LETTERS,
    MOST_EVENTS_OF_A_TURN,
    NOT_BEGUN,
    VALUES,
    Phase,
)

GAME = registry.load("schlauraff")


def rolled(column: str, dice: str, *, players: int = 2, **options: str | int) -> Position:
    """A position in which seat A has just rolled these dice for its first column."""
    position = Position.start(GAME, players, options)
    play(position, CHANCE, "start a")
    bag = dict.fromkeys(LETTERS, CHIPS_OF_A_COLOUR)
    letters = list(column)
    while letters:
        bag[letters.pop(0)] -= 1
    count = position.state.columns
    others = [letter for letter in LETTERS for _ in range(bag[letter])]
    chips = [*column, *others]
    for index in range(count):
        name = "abcdefgh"[count - 1 - index]
        for chip in chips[5 * index : 5 * index + 5]:
            play(position, CHANCE, f"lay {name} {chip}")
    for die in dice:
        play(position, CHANCE, f"roll {die}")
    return position


def play(position: Position, seat: int, *actions: str) -> None:
    for text in actions:
        position.play(seat, notation.read(position.state, seat, text.split()))


def ask(position: Position, query: str) -> str:
    name, *words = query.split()
    return GAME.notation.queries[name](position.state, words)


@pytest.mark.parametrize(
    ("seats", "columns"), [(2, 5), (2, 7), (2, 9), (3, 4), (3, 8), (4, 4), (4, 6)], ids=str
)
def test_other_numbers_of_columns_are_refused(seats: int, columns: int) -> None:
    """SLR-4: two seats choose 4, 6 or 8; three have 6, four have 8."""
    with pytest.raises(OptionError) as refused:
        Position.start(GAME, seats, {"columns": columns})
    assert refused.value.rule == "SLR-4"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_as_likely_to_start(seats: int) -> None:
    """SLR-1, SLR-6: two to four seats, one lot each."""
    assert Position.start(GAME, seats).outcomes() == [(seat, 1) for seat in range(seats)]


def test_a_colour_is_drawn_as_often_as_it_is_in_the_bag() -> None:
    """SLR-2, SLR-5: weights are the chips left, ten of each at the start."""
    position = Position.start(GAME, 2)
    play(position, CHANCE, "start a")
    assert [weight for _, weight in position.outcomes()] == [10, 10, 10, 10]
    play(position, CHANCE, "lay d y", "lay d y", "lay d r")
    assert [weight for _, weight in position.outcomes()] == [8, 10, 10, 9]


@pytest.mark.parametrize(("letter", "sums"), [("y", {1, 11}), ("g", {3}), ("b", {5}), ("r", {10})])
def test_a_chip_is_taken_with_its_value(letter: str, sums: set[int]) -> None:
    """SLR-3, SLR-12, SLR-13: any number of dice whose sum is the value, and for yellow a lone 1."""
    for size in range(1, 7):
        for dice in combinations_with_replacement("123456", size):
            position = rolled(letter + "rrrr", "".join(dice).ljust(6, dice[-1]))
            before = position.state.points[0]
            for die in dice:
                if position.state.phase != Phase.TURN or position.state.points[0]:
                    break
                action = notation.read(position.state, 0, f"put {die} d1".split())
                if position.why_not(0, action) is None:
                    position.play(0, action)
            taken = position.state.points[0] > before
            prefixes = {sum(map(int, dice[:count])) for count in range(1, size + 1)}
            if letter == "y":
                assert taken == (dice[0] == "1" or 11 in sums & fitting_sums(dice, 11))
            else:
                assert taken == bool(sums & fitting_sums(dice, max(sums)))
            assert taken or not prefixes & sums


def fitting_sums(dice: tuple[str, ...], value: int) -> set[int]:
    """Sums that dice laid in order reach if those that would be too much are passed over."""
    total, sums = 0, set()
    for die in dice:
        if total + int(die) <= value:
            total += int(die)
            sums.add(total)
        if total == value:
            break
    return sums


def test_the_worked_example_of_the_rulebook() -> None:
    """SLR-16 to SLR-18: 4 and 1 take blue, the 4 slides down, a 6 joins it, 4 or 6 may go on."""
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d1", "put 1 d1", "carry 4", "put 6 d2")
    assert ask(position, "carry") == "4 6"
    assert ask(position, "spent") == "3"
    assert ask(position, "chips A") == "2"


def test_a_roll_gives_the_carry_up_and_keeps_the_dice_on_the_chip() -> None:
    """SLR-16, SLR-19."""
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d1", "put 1 d1", "put 6 d2", "roll")
    assert ask(position, "carry") == "none"
    assert ask(position, "on") == "6"
    assert position.state.to_roll == 3


def test_nobody_can_end_a_turn_by_choice() -> None:
    """SLR-22: puts, carries and the roll are all that there is."""
    position = rolled("bryyg", "123466")
    play(position, 0, "put 4 d1")
    assert all(action <= ROLL_AGAIN for action in position.legal(0))
    assert GAME.actions == ROLL_AGAIN + 1


def test_chips_of_the_last_column_that_are_left_belong_to_nobody() -> None:
    """SLR-7, SLR-25, SLR-26: with the last column the round is over, and the next seat starts."""
    position = rolled("b" * 10 + "g" * 10, "666666")
    play(position, CHANCE, *["roll 6"] * 17)
    assert ask(position, "column a") == "ggbb ggbb ggbb ggbb ggbb"
    play(position, CHANCE, "roll 6")
    assert position.scores() == (0, 0)
    assert ask(position, "round") == "2"
    assert ask(position, "start") == "B"
    assert ask(position, "bag") == "y10 g10 b10 r10"


@pytest.mark.parametrize(
    ("points", "reds", "ranking"),
    [((9, 15), (9, 0), (1, 0)), ((9, 9), (2, 3), (1, 0)), ((9, 9), (3, 3), (0, 0))],
    ids=["points first", "then red chips", "shared"],
)
def test_help_points_decide_between_equals(
    points: tuple[int, int], reds: tuple[int, int], ranking: tuple[int, int]
) -> None:
    """SLR-27, SLR-28."""
    position = Position.start(GAME, 2)
    position.record.points[:2] = points
    position.record.reds[:2] = reds
    assert position.ranks() == ranking
    assert position.scores() == points


def test_nothing_can_be_done_after_the_end() -> None:
    """SLR-29."""
    position = rolled("bryyg", "123466")
    position.record.phase = Phase.OVER
    for seat in (0, 1):
        for action in (0, CARRY, ROLL_AGAIN):
            refusal = position.why_not(seat, action)
            assert refusal is not None
            assert refusal.rule == "SLR-29"


def test_left_over_chips_lengthen_the_next_column_in_their_order() -> None:
    """SLR-24."""
    position = rolled("rgyyb", "366664", leftovers="below")
    play(position, 0, "put 3 d2", "roll")
    play(position, CHANCE, *["roll 6"] * 5)
    play(position, 0, "put 6 d3", "roll")
    play(position, CHANCE, *["roll 6"] * 4)
    assert ask(position, "column c").split()[5:] == ["r", "y", "y", "b"]


Faces = tuple[int, ...]


@cache
def hopeful(colour: int, on: Faces, free: Faces, offered: Faces, assigned: bool) -> bool:
    """Whether luck and skill can take a chip, by trying every put, carry and roll (SLR-21)."""
    fewer = {die: free[: free.index(die)] + free[free.index(die) + 1 :] for die in free}
    for die, left in [*fewer.items(), *((die, free) for die in offered)]:
        total = sum(on) + die
        if total > VALUES[colour]:
            continue
        if total == VALUES[colour] or (LETTERS[colour] == "y" and not on and die == 1):
            return True
        if hopeful(colour, tuple(sorted((*on, die))), left, (), assigned=True):
            return True
    if not assigned or not free:
        return False
    rolls = combinations_with_replacement(range(1, 7), len(free))
    return any(hopeful(colour, on, roll, (), assigned=False) for roll in rolls)


@pytest.mark.parametrize("letter", LETTERS)
def test_hope_ends_exactly_where_no_luck_helps(letter: str) -> None:
    """SLR-20, SLR-21: compared with a search over all puts, carries and rolls, up to four dice."""
    colour = LETTERS.index(letter)
    state = rolled("bryyg", "").record
    held = [
        dice
        for size in range(4)
        for dice in combinations_with_replacement(range(1, 7), size)
        if sum(dice) < VALUES[colour] and not (letter == "y" and dice == (1,))
    ]
    for on in held:
        for size in range(5 - len(on)):
            for free in combinations_with_replacement(range(1, 7), size):
                for assigned in (False, True):
                    state.on[:] = [on.count(face) for face in range(1, 7)]
                    state.free[:] = [free.count(face) for face in range(1, 7)]
                    state.assigned = assigned
                    offers = [(), (1, 4), (3, 3), (5, 6)] if assigned and not on else [()]
                    for offered in offers:
                        state.offered[:] = [offered.count(face) for face in range(1, 7)]
                        wanted = hopeful(colour, on, free, offered, assigned)
                        assert bool(can_complete(state, colour, sum(on))) == wanted


def test_legal_actions_come_by_face_then_row_then_carries_then_the_roll() -> None:
    """SLR-8, SLR-9, SLR-11, SLR-14, SLR-15: what fits, on any chip first, then on one alone."""
    position = rolled("bgryy", "146666")
    texts = [notation.write(position.state, 0, action) for action in position.legal(0)]
    assert texts == [
        *("put 1 d1", "put 1 d2", "put 1 d3", "put 1 d4", "put 1 d5"),
        *("put 4 d1", "put 4 d3", "put 4 d4", "put 4 d5"),
        *("put 6 d3", "put 6 d4", "put 6 d5"),
    ]
    play(position, 0, "put 4 d1", "put 1 d1")
    texts = [notation.write(position.state, 0, action) for action in position.legal(0)]
    assert texts == ["carry 1", "roll"]


def test_a_die_that_makes_up_the_value_is_offered_and_none_beyond_it() -> None:
    """SLR-12: alone, or with those that lie there."""
    position = rolled("bgryy", "123456")
    texts = {notation.write(position.state, 0, action) for action in position.legal(0)}
    assert {"put 5 d1", "put 3 d2"} <= texts
    assert not {"put 6 d1", "put 4 d2"} & texts
    play(position, 0, "put 4 d1")
    texts = {notation.write(position.state, 0, action) for action in position.legal(0)}
    assert texts == {"put 1 d1", "roll"}


def test_no_turn_has_more_events_than_declared() -> None:
    """SLR-20: with one die put before every roll, a turn has 21 dice rolled and 5 rolls again."""
    position = rolled("ggggg", "")
    events = 0
    while position.state.worked == 0:
        if position.acting == (CHANCE,):
            play(position, CHANCE, "roll 1")
        else:
            legal = position.legal(0)
            position.play(0, legal[-1] if legal[-1] == ROLL_AGAIN else legal[0])
        events += 1
    assert 21 + 5 < events <= MOST_EVENTS_OF_A_TURN


def test_what_was_not_taken_lies_under_the_same_row() -> None:
    """SLR-10, SLR-23: only the top chip counts for the dice, the whole pile for the points."""
    position = rolled("rgyyb", "366664")
    play(position, 0, "put 3 d2", "roll")
    play(position, CHANCE, *["roll 6"] * 5)
    play(position, 0, "put 6 d3", "roll")
    play(position, CHANCE, *["roll 6"] * 4)
    assert [pile[1:] for pile in ask(position, "column c").split()] == ["r", "", "y", "y", "b"]
    assert position.state.current == NOT_BEGUN
    assert rules.mover(position.state) == 1
    assert all(row_put(action) < 5 for action in position.legal(1))
