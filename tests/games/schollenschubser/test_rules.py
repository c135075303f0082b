"""Rules of Schollenschubser on positions drawn as boards, and against slow counterparts."""

import random
from collections.abc import Mapping

import pytest

from tischlein.core import registry, seats
from tischlein.core.errors import OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser import notation
from tischlein.games.schollenschubser.squares import kind_of
from tischlein.games.schollenschubser.state import BIG, CARDS, PAWNS, SMALL, Phase

GAME = registry.load("schollenschubser")


def drawn(
    board: str,
    *,
    dice: tuple[int, int] = (0, 0),
    saved: Mapping[str, int] | None = None,
    players: int = 2,
    options: Mapping[str, str | int] | None = None,
) -> Position:
    """A position of seat A's turn: rows as the query ``row`` writes them, the rest water.

    With dice the drift phase is open, without them it is time to roll. Whoever is neither on the
    board nor saved stands on the bank.
    """
    position = Position.start(GAME, players, options)
    state = position.record
    state.floe[:] = 0
    state.floe_number[:] = 0
    state.stock[:] = CARDS
    rows = [line.split() for line in board.strip().splitlines()]
    for square, cell in enumerate(cell for row in rows for cell in row):
        if cell == ".":
            continue
        state.floe[square] = int(cell[0])
        state.floe_number[square] = state.floe_number.max() + 1
        state.stock[kind_of(int(cell[0]))] -= 1
        for letter in cell[1:]:
            state.pawns[square, seats.number(letter)] += 1
    for letter, count in (saved or {}).items():
        state.saved[seats.number(letter)] = count
    state.bank[:players] = PAWNS - (state.pawns.sum(axis=0) + state.saved)[:players]
    state.phase = Phase.DRIFT if dice[0] else Phase.ROLL
    state.dice[:] = dice
    assert min(state.stock) >= 0
    assert min(state.bank) >= 0
    return position


def play(position: Position, *actions: str, seat: int = 0) -> None:
    for text in actions:
        words = text.lower().split()
        for action in [words] if words[0] != "roll" else [["roll", face] for face in words[1:]]:
            position.play(seat, notation.read(position.state, seat, action))


def refused(position: Position, text: str, seat: int = 0) -> str:
    """The rule that forbids an action."""
    with pytest.raises(RefusedError) as caught:
        play(position, text, seat=seat)
    return caught.value.refusal.rule


def row(position: Position, letter: str) -> str:
    return GAME.notation.queries["row"](position.state, [letter])


def texts(position: Position, seat: int = 0) -> list[str]:
    return [notation.write(position.state, seat, action) for action in position.legal(seat)]


def test_two_to_four_seats_play() -> None:
    """SCH-1."""
    for players in (1, 5):
        with pytest.raises(OptionError, match="seats"):
            Position.start(GAME, players)


@pytest.mark.parametrize(("players", "largest"), [(2, 4), (3, 3), (4, 4)])
def test_two_largest_floes_lie_ready_and_everybody_is_on_the_bank(
    players: int, largest: int
) -> None:
    """SCH-2, SCH-4, SCH-5, SCH-7."""
    state = Position.start(GAME, players).state
    assert state.floe == (largest,) * 2 + (0,) * 18
    assert state.bank == (4,) * players + (0,) * (4 - players)
    assert state.stock == (5, 3)


def test_chance_lays_cards_that_are_left() -> None:
    """SCH-6: five small cards and three big ones, each with two sides."""
    position = Position.start(GAME, 2)
    assert [weight for _, weight in position.outcomes()] == [5, 5, 3, 3]
    play(position, "lay A3 2", seat=CHANCE)
    assert [weight for _, weight in position.outcomes()] == [4, 4, 3, 3]
    play(position, "lay A4 4", seat=CHANCE)
    assert position.outcomes() == [(8, 1), (9, 1)]


def test_without_fours_a_big_card_is_a_three_either_way() -> None:
    """SCH-7."""
    position = Position.start(GAME, 3)
    assert [weight for _, weight in position.outcomes()] == [5, 5, 6]
    assert refused(position, "lay A3 4", seat=CHANCE) == "SCH-7"
    position = drawn(". 1 . .", dice=(1, 1), players=4, options={"largest": 3})
    assert refused(position, "new A1 4") == "SCH-7"


def test_one_thing_of_either_die_is_done() -> None:
    """SCH-10, SCH-12, SCH-18, SCH-19."""
    position = drawn("2 . 1 .", dice=(3, 6))
    assert texts(position) == ["drift A3", "melt A1", "melt A3"]
    play(position, "drift A3")
    assert refused(position, "melt A1") == "SCH-9"
    position = drawn("2 . 1 .", dice=(5, 5))
    assert [text for text in texts(position) if "new" not in text] == ["drift A1", "drift A3"]
    assert len(texts(position)) == 2 + 2 * 4


def test_a_die_that_allows_nothing_leaves_the_other() -> None:
    """SCH-11: nothing lies on the board, so the six has nothing to melt."""
    position = drawn(".", dice=(6, 2))
    assert {text.split()[0] for text in texts(position)} == {"new"}


def test_a_phase_without_actions_is_passed_over() -> None:
    """SCH-11, SCH-31: an empty board and two sixes; nobody can board either."""
    position = drawn(".")
    play(position, "roll 6 6", seat=CHANCE)
    assert position.state.phase == Phase.ROLL
    assert position.state.mover == 1


def test_without_ice_to_move_researchers_still_may() -> None:
    """SCH-11, SCH-20: every floe is a three, no small card is in stock, and nothing can melt."""
    position = drawn("3 3 3 3\n. . . .\n. . . .\n. . . .\n1 1 1 1")
    position.record.floe[16:] = 0  # four of the five small cards have left the game
    position.record.stock[SMALL] = 0
    play(position, "roll 6 6", seat=CHANCE)
    assert position.state.phase == Phase.MOVE
    assert texts(position) == ["board A1", "done"]


def test_floes_do_not_share_a_square() -> None:
    """SCH-13, SCH-14."""
    position = drawn("2 . . .\n1 . . .\n. . . .\n1 . . .", dice=(1, 1))
    assert [text for text in texts(position) if "drift" in text] == ["drift B1", "drift D1"]
    assert refused(position, "drift A1") == "SCH-14"
    assert refused(position, "drift C1") == "SCH-13"


def test_a_drifting_floe_pushes_all_that_touch_and_nothing_else() -> None:
    """SCH-15: A1 stays in the north, D1 lies behind a gap."""
    position = drawn("2 . . .\n1A . . .\n4B . . .\n. . . .\n1 . . .", dice=(1, 1))
    position.record.push = 1
    play(position, "drift B1")
    assert [row(position, letter) for letter in "ABCDE"] == [
        "2 . . .",
        ". . . .",
        "1A . . .",
        "4B . . .",
        "1 . . .",
    ]


def test_a_floe_pushed_out_sets_its_researchers_ashore() -> None:
    """SCH-15, SCH-16."""
    position = drawn(". . . .\n. . . .\n3 . . .\n2A . . .\n4BB . . .", dice=(1, 1))
    position.record.push = 1
    play(position, "drift C1")
    assert [row(position, letter)[0] for letter in "CDE"] == [".", "3", "2"]
    assert position.state.stock == (4, 4)
    assert position.state.bank[:2] == (3, 4)


def test_a_floe_that_drifts_out_returns_to_the_stock() -> None:
    """SCH-3, SCH-16."""
    position = drawn(". . . .\n. . . .\n. . . .\n. . . .\n. 3AB . .", dice=(2, 2))
    play(position, "drift E2")
    assert row(position, "E") == ". . . ."
    assert position.state.stock == (CARDS, CARDS)
    assert position.state.bank[:2] == (4, 4)


def test_a_new_floe_needs_a_card_of_its_kind() -> None:
    """SCH-17."""
    position = drawn(". 4 4 4\n4 4 . .\n. . . .", dice=(1, 1))
    assert position.state.stock[BIG] == 0
    assert [text for text in texts(position) if "new" in text] == ["new A1 1", "new A1 2"]
    assert refused(position, "new A1 4") == "SCH-17"


def test_melting_a_three_changes_the_card() -> None:
    """SCH-20."""
    position = drawn("3 . . .", dice=(6, 6))
    play(position, "melt A1")
    assert row(position, "A") == "2 . . ."
    assert position.state.stock == (4, 5)


def test_without_a_small_card_a_three_does_not_melt() -> None:
    """SCH-20."""
    position = drawn("3 1 1 2\n1 2 . .", dice=(6, 6))
    assert refused(position, "melt A1") == "SCH-20"
    assert texts(position) == ["melt A2", "melt A3", "melt A4", "melt B1", "melt B2"]


def test_who_melts_a_full_floe_says_who_falls() -> None:
    """SCH-21: any colour, one researcher only, and nobody where there is room."""
    position = drawn("3ABB 3AB . .", dice=(6, 6))
    assert texts(position) == ["melt A1 A", "melt A1 B", "melt A2"]
    assert refused(position, "melt A1") == "SCH-21"
    assert refused(position, "melt A2 B") == "SCH-21"
    play(position, "melt A1 B")
    assert row(position, "A") == "2AB 3AB . ."
    assert position.state.bank[1] == 2


def test_a_six_may_be_left_unused_if_agreed() -> None:
    """SCH-22."""
    assert refused(drawn("2 . . .", dice=(6, 1)), "skip") == "SCH-22"
    position = drawn("2 . . .", dice=(6, 1), options={"melt": "may"})
    assert texts(position)[-1] == "skip"
    assert refused(drawn("2 . . .", dice=(1, 1), options={"melt": "may"}), "skip") == "SCH-22"
    assert refused(drawn(".", dice=(6, 1), options={"melt": "may"}), "skip") == "SCH-22"


def test_moves_come_in_any_order_until_done() -> None:
    """SCH-23, SCH-25, SCH-27, SCH-28: board first, then square by square, ``done`` last."""
    position = drawn("3 3 . .\n3A 3A 1 2A\n2 1 . .", dice=(4, 4))
    play(position, "new A4 1")
    assert texts(position) == [
        *("board A1", "board B1", "board C1"),
        *("step B1 A1", "step B1 B2", "step B1 C1", "land B1"),
        *("step B2 A2", "step B2 B1", "step B2 B3", "step B2 C2"),
        *("step B4 A4", "step B4 B3", "save B4"),
        "done",
    ]


def test_a_long_step_needs_unbroken_ice_and_passes_over_full_floes() -> None:
    """SCH-26: of one direction the nearest first."""
    position = drawn(
        "4 . . .\n1B . . .\n3A 1B 2 1\n. . . .\n2 . . .", dice=(4, 4), options={"stride": "line"}
    )
    play(position, "new A4 4")
    assert [text for text in texts(position) if "step" in text] == [
        *("step C1 A1", "step C1 C3", "step C1 C4"),
    ]
    assert refused(position, "step C1 E1") == "SCH-26"


def test_whoever_leaves_makes_room_in_the_same_turn() -> None:
    """SCH-29."""
    position = drawn("1A 1A 2 .", dice=(4, 4))
    play(position, "new A4 1")
    assert refused(position, "step A1 A2") == "SCH-29"
    assert refused(position, "board A1") == "SCH-29"
    play(position, "step A2 A3", "step A1 A2", "board A1")
    assert row(position, "A") == "1A 1A 2A 1"


def test_who_went_back_to_the_bank_does_not_board_in_the_same_turn() -> None:
    """SCH-30: nobody else stands on the bank."""
    position = drawn("4AA 2AA . .", dice=(4, 4))
    play(position, "new A4 1", "land A1")
    assert refused(position, "board A1") == "SCH-30"


def test_who_fell_in_before_may_board() -> None:
    """SCH-24, SCH-30."""
    position = drawn("4 2 . .\n. . . .\n. . . .\n. . . .\n4AAAA . . .", dice=(1, 1))
    play(position, "drift E1", "board A1")
    assert row(position, "A") == "4A 2 . ."


def test_the_fourth_researcher_on_board_wins_at_once() -> None:
    """SCH-32, SCH-33, SCH-34: three others could still move."""
    position = drawn("4 . . 2A\n. . . 1B", dice=(1, 1), saved={"A": 3, "B": 1})
    play(position, "drift A1", "save A4")
    assert position.over
    assert position.scores() == (4, 1)
    assert position.ranks() == (0, 1)
    assert refused(position, "done") == "SCH-34"
    assert refused(position, "roll 1", seat=CHANCE) == "SCH-34"


def test_losers_with_equally_many_on_board_share_a_place() -> None:
    """SCH-33."""
    position = drawn("4 . . 2A", dice=(1, 1), saved={"A": 3, "B": 2, "C": 1, "D": 2}, players=4)
    play(position, "drift A1", "save A4")
    assert position.ranks() == (0, 1, 3, 1)


@pytest.mark.parametrize("stride", ["one", "line"])
def test_steps_are_those_that_a_walk_over_the_ice_finds(stride: str) -> None:
    """SCH-25, SCH-26, SCH-29: compared with a walk by coordinates on random boards."""
    rng = random.Random(f"walk {stride}")
    floes = ["1A", "2A", "1B", "2", "1", "3AB", "4A", "3", "4BB"]
    for _ in range(200):
        cells = ["."] * 20
        free = rng.sample([*range(3), *range(4, 20)], len(floes))
        for place, floe in zip(free, floes, strict=True):
            cells[place] = floe
        board = "\n".join(" ".join(cells[start : start + 4]) for start in range(0, 20, 4))
        position = drawn(board, dice=(4, 4), options={"stride": stride})
        play(position, "new A4 3")
        cells[3] = "3"
        expected = set(walks(cells, far=stride == "line"))
        assert {text for text in texts(position) if "step" in text} == expected


def walks(cells: list[str], *, far: bool) -> list[str]:
    """Every step of seat A as text, found by walking with rows and columns."""
    found = []
    for source, cell in enumerate(cells):
        if "A" not in cell:
            continue
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            row_number, column = source // 4 + down, source % 4 + right
            while 0 <= row_number < 5 and 0 <= column < 4:
                target = cells[4 * row_number + column]
                if target == ".":
                    break
                if len(target) - 1 < int(target[0]):
                    here = f"{'ABCDE'[source // 4]}{source % 4 + 1}"
                    found.append(f"step {here} {'ABCDE'[row_number]}{column + 1}")
                if not far:
                    break
                row_number, column = row_number + down, column + right
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_researcher_gains_two_squares_in_a_turn(players: int) -> None:
    """SCH-24, SCH-25, SCH-30: in random play, by the sum of all distances from the bank."""
    rng = random.Random(players)
    position = Position.start(GAME, players)
    moving, before, afloat = False, 0, 0
    for _ in range(3_000):
        if position.over:
            break
        seat = position.acting[0]
        if seat != CHANCE and position.state.phase == Phase.MOVE and not moving:
            moving, before = True, distance(position, seat)
            afloat = sum(crowd[seat] for crowd in position.state.pawns)
        choices = position.outcomes() if seat == CHANCE else [(a, 1) for a in position.legal(seat)]
        action = rng.choice([value for value, _ in choices])
        position.apply(Event(seat, action))
        if moving:
            assert distance(position, seat) - before <= afloat + 1
            moving = position.state.phase == Phase.MOVE and position.acting == (seat,)


def distance(position: Position, seat: int) -> int:
    """How far a seat's researchers have come together: columns from the bank, five on board."""
    state = position.state
    columns: int = sum(state.pawns[square][seat] * (square % 4 + 1) for square in range(20))
    return columns + 5 * int(state.saved[seat])
