"""The rules of Raufer in worked examples, each written as the record of a match."""

import pytest

from tischlein.core import queries, records
from tischlein.core.errors import OptionError
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.games.raufer import GAME
from tischlein.search.playouts import playouts

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def replay(seats: int, body: str, options: str = "") -> Position:
    """The position after the lines of a record, whose expectations are verified on the way."""
    header = f"game: raufer\nseats: {', '.join(NAMES[:seats])}\noptions: {options}\n\n"
    lines = (line.strip() for line in body.splitlines())
    return records.read(header + "\n".join(lines)).final()


THREE_HANDS = """
    * deal A 2 10 12
    * deal B 5 6 11
    * deal C 4 7 13
"""


@pytest.mark.parametrize(("seats", "hand", "pile"), [(3, 5, 5), (4, 4, 4), (5, 3, 5)])
def test_hands_and_pile_follow_the_table(seats: int, hand: int, pile: int) -> None:
    """RAU-2."""
    position = Position.start(GAME, seats)
    for card in range(hand * seats):
        assert position.acting == (CHANCE,)
        position.play(CHANCE, card)
    assert position.acting == (0,)
    assert position.state.sizes[:seats] == (hand,) * seats
    assert position.state.pile == pile


@pytest.mark.parametrize(("seats", "hand"), [(4, 6), (5, 5), (5, 6)])
def test_hands_for_which_twenty_cards_do_not_suffice_are_refused(seats: int, hand: int) -> None:
    """RAU-2."""
    with pytest.raises(OptionError, match="RAU-2"):
        Position.start(GAME, seats, {"hand": hand})


def test_the_lot_may_choose_any_opener_alike_before_the_deal() -> None:
    """RAU-3."""
    position = Position.start(GAME, 4, {"start": "lot"})
    assert position.outcomes() == [(0, 1), (1, 1), (2, 1), (3, 1)]
    position.play(CHANCE, 2)
    for card in range(16):
        position.play(CHANCE, card)
    assert position.acting == (2,)


def test_a_command_goes_round_to_all_others_and_back_to_the_former_commander() -> None:
    """RAU-3, RAU-11."""
    replay(
        3,
        THREE_HANDS
        + """
        A 2 up
        B 5 up
        C 7 up
        ? acting = A
        A 10 up
        """,
        "hand=3",
    )


def test_going_up_from_twenty_is_allowed_and_comes_back() -> None:
    """RAU-7, RAU-12, RAU-13."""
    replay(
        3,
        """
        * deal A 20 1
        * deal B 5 6
        * deal C 4 7
        A 20 up
        B draw
        C draw
        * draw A 2 3
        ? hand A = 1 2 3
        ? acting = B
        ? last = none
        ! B draw ; RAU-8
        ! B pass ; RAU-8
        ! B 5 ; RAU-7
        B 5 up
        """,
        "hand=2",
    )


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_others_must_fail_before_the_commander_takes_the_cards(seats: int) -> None:
    """RAU-10, RAU-12: two failures with three seats, three with four, four with five."""
    hands = ["20 1", "2 3", "4 5", "6 7", "8 9"][:seats]
    deals = "".join(f"* deal {'ABCDE'[seat]} {hand}\n" for seat, hand in enumerate(hands))
    position = replay(seats, deals + "A 20 up\n", "hand=2")
    for failed in range(seats - 1):
        assert position.acting == (failed + 1,)
        assert queries.answer(position, "last") == "20 up"
        assert queries.answer(position, "down") == str(failed)
        position.play(failed + 1, position.legal(failed + 1)[0])
    assert position.acting == (CHANCE,)
    for card in range(9, 8 + seats):
        position.play(CHANCE, card)
    assert queries.answer(position, "count A") == str(seats)
    assert position.acting == (1,)


def test_a_face_down_card_does_not_help_against_the_command_it_was_drawn_for() -> None:
    """RAU-6, RAU-9, RAU-11."""
    replay(
        3,
        THREE_HANDS
        + """
        A 12 up
        B draw
        ? hand B = 5 6 11
        ? down B = 1
        C 13 down
        * draw B 20
        ? hand B = 5 6 11 20
        ? down B = 0
        """,
        "hand=3",
    )


def test_five_and_down_is_nonsense_once_one_to_four_are_laid() -> None:
    """RAU-4, RAU-12: the rulebook's own example."""
    position = replay(
        4,
        """
        * deal A 1 2 6 19
        * deal B 3 8 15 20
        * deal C 4 9 14 5
        * deal D 7 10 16 17
        A 1 up
        B 3 up
        C 4 up
        D 10 down
        A 2 up
        B 8 down
        C 5 down
        """,
    )
    for seat in (3, 0, 1):
        assert [
            GAME.notation.write(position.state, seat, action) for action in position.legal(seat)
        ] == ["draw"]
        position.play(seat, position.legal(seat)[0])
    assert queries.answer(position, "bounds A") == "6-20 6-20"


PHASE_TWO = """
    * deal A 1 2 3 19 20
    * deal B 4 5 6 7 8
    * deal C 9 10 11 12 18
    * deal D 13 14 15 16 17
    ? phase = 2
"""


def test_whoever_passed_in_phase_two_is_out_when_somebody_obeys() -> None:
    """RAU-16, RAU-19."""
    position = replay(
        4,
        PHASE_TWO
        + """
        A 3 up
        B 8 up
        C 18 down
        D 17 up
        A 20 down
        B 7 down
        C pass
        D pass
        ? in = A,B,C,D
        A 2 up
        ? in = A,B
        ? acting = B
        ? bounds C = 8-20 8-20 8-20 8-20
        """,
        "hand=5",
    )
    for observer in (0, 1, 3, SPECTATOR):
        assert position.observe(observer).state.hands[2] == 0


def test_only_the_commander_is_out_when_nobody_can_obey() -> None:
    """RAU-17."""
    replay(
        4,
        PHASE_TWO
        + """
        A 20 up
        B pass
        C pass
        D pass
        ? in = B,C,D
        ? acting = B
        ? legal = 10
        """,
        "hand=5",
    )


DUEL = (
    PHASE_TWO
    + """
    A 20 up
    B pass
    C pass
    D pass
    B 4 down
    C pass
    D pass
    ? in = C,D
    C 18 up
    D pass
    """
)


def test_in_a_duel_the_responder_loses() -> None:
    """RAU-18, RAU-24."""
    replay(4, DUEL + "\n= 0 0 1 0\n? ranking = C A=B=D", "hand=5")


def test_in_a_duel_the_commander_loses_by_option() -> None:
    """RAU-17, RAU-23."""
    replay(4, DUEL + "\n= 0 0 0 1\n? in = D", "hand=5 duel=commander")


def test_a_last_card_wins_at_the_moment_it_is_obeyed() -> None:
    """RAU-20: before anybody goes out or takes up cards."""
    replay(
        3,
        """
        * deal A 12 5
        * deal B 1 2
        * deal C 20 3
        A 5 down
        B 2 up
        C 20 down
        A 12 up
        B draw
        C draw
        * draw A 6 7
        """,
        "hand=2",
    )
    replay(
        3,
        """
        * deal A 12 5
        * deal B 1 2
        * deal C 20 14
        A 5 down
        B 2 up
        C 14 down
        A 12 up
        B draw
        C 20 up
        ? over = yes
        ? count B = 1
        ? in = A,B,C
        = 1 0 0
        """,
        "hand=2",
    )


def test_an_unheeded_last_card_of_phase_one_brings_new_cards() -> None:
    """RAU-21."""
    replay(
        3,
        """
        * deal A 12 5
        * deal B 1 2
        * deal C 20 3
        A 5 down
        B 2 up
        C 3 up
        A 12 down
        B 1 down
        = 1 0 0
        """,
        "hand=2",
    )
    replay(
        3,
        """
        * deal A 20 5
        * deal B 1 2
        * deal C 4 3
        A 5 down
        B 1 up
        C 4 up
        A 20 up
        B draw
        C draw
        * draw A 11 12
        ? over = no
        ? count A = 2
        ? acting = B
        """,
        "hand=2",
    )


def test_a_dealt_or_taken_card_is_shown_to_its_owner_alone() -> None:
    """RAU-9: and never before it is taken up."""
    position = replay(3, THREE_HANDS + "A 12 up\nB draw\nC 13 down", "hand=3")
    taken = Event(CHANCE, 19)
    assert position.observed_event(taken, 1) == taken
    for observer in (0, 2, SPECTATOR):
        assert position.observed_event(taken, observer).action == HIDDEN


def test_all_laid_cards_stay_public_in_their_order() -> None:
    """RAU-25."""
    position = replay(3, THREE_HANDS + "A 12 up\nB draw\nC 13 down\n* draw B 20", "hand=3")
    for observer in (*range(3), SPECTATOR):
        seen = position.observe(observer).state
        assert seen.laid[: seen.laid_count] == (11, 12)
        assert seen.laid_by[: seen.laid_count] == (0, 2)


@pytest.mark.parametrize(("seats", "opener_wins"), [(3, 0.42), (4, 0.35), (5, 0.37)])
def test_random_matches_are_as_long_as_known_and_favour_the_opener(
    seats: int, opener_wins: float
) -> None:
    """About 20 actions of seats; the opener's share is that of the game's catalogue (RAU-3)."""
    found = playouts(Position.start(GAME, seats), 5_000, new_rng(1))
    dealt = {3: 15, 4: 16, 5: 15}[seats]
    assert 22 < found.moves / found.matches - dealt < 26  # with cards taken up
    # A payoff is the share of rivals beaten; all losers tie.
    win, lose = 1.0, 0.5 * (seats - 2) / (seats - 1)
    share = (found.payoffs[0] - lose) / (win - lose)
    assert share == pytest.approx(opener_wins, abs=0.03)
