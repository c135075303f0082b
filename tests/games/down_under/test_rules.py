"""The rules of Down Under beyond its records: against slow oracles, and what happens seldom."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.down_under.positions import played
from tischlein.core import registry
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.queries import answer
from tischlein.games.down_under import layouts, tracing
from tischlein.games.down_under.actions import PASS, Lay, Turn, act_of
from tischlein.games.down_under.colours import colours_of
from tischlein.games.down_under.state import (
    COLOURS,
    LOOPED,
    NONE,
    WALL,
    Card,
    Kind,
    Phase,
)
from tischlein.games.down_under.table import NEUTRAL, OWN, find, pack

GAME = registry.load("down_under")
CASE_3 = """
A curve 0,0 se
B curve -1,1 se
A curve 1,0 sw
B curve -1,2 ne
A curve 1,1 nw
B curve 0,2 nw
"""
THREE_PATHS = """
A straight 0,0 ns
B straight -1,1 ew
C curve 1,0 se
A straight 0,-1 ns
B straight -2,1 ew
C curve 1,1 nw
"""


def act(position: Position, line: str) -> None:
    """Play one line."""
    letter, *words = line.split()
    seat = "ABCD".index(letter)
    position.play(seat, GAME.notation.read(position.state, seat, [word.lower() for word in words]))


def refused(position: Position, line: str) -> str:
    """The rule that refuses a line."""
    with pytest.raises(RefusedError) as caught:
        act(position.clone(), line)
    return caught.value.refusal.rule


def without(position: Position, colour: int, kind: Kind) -> None:
    """Take the cards of a kind out of a stock."""
    position.record.stock[colour, kind] = 0
    if kind != Kind.END:
        position.record.animals_left[colour, kind] = 0


def walked(seats: int, seed: int, **options: str) -> list[Position]:
    """Positions of a random match that avoids ends."""
    rng = random.Random(seed)
    position = Position.start(GAME, seats, options)
    seen = []
    while position.acting:
        seen.append(position.clone())
        seat = position.acting[0]
        legal = position.legal(seat)
        lays = [action for action in legal if not _is_end(position.state, seat, action)]
        position.apply(Event(seat, rng.choice(lays or legal)))
    return seen


def _is_end(state: Any, seat: int, action: int) -> bool:
    meant = act_of(state, seat, action)
    return isinstance(meant, Lay) and meant.shape >= Card.END_N


def _chains_after(state: Any, lay: Lay) -> list[tracing.Chain]:
    """The chains with one more card on an empty cell, joined from scratch."""
    trial: Any = GAME.state.view(state.row.copy())
    slot = -1 - int(find(trial, lay.x, lay.y))
    trial.record.cards[slot] = pack(lay.x, lay.y, lay.shape, lay.colour, 0)
    return tracing.chains_of(trial)


def _expected_lays(state: Any, seat: int) -> set[tuple[int, int, int]]:
    """What can be laid by DOW-10, 11, 18 and 25, found by trying everything."""
    expected = set()
    for port in state.tips[seat]:
        if port < 0:
            continue
        card = int(state.cards[port >> 2])
        edge = port & 3
        x = (card >> 16 & 255) - 128 + (0, 1, 0, -1)[edge]
        y = (card >> 24) - 128 + (-1, 0, 1, 0)[edge]
        for shape in range(1, 11):
            kind = 2 if shape >= Card.END_N else int(shape >= Card.CURVE_NE)
            if not OWN[shape] >> (edge ^ 2) & 1 or not state.stock[seat][kind]:
                continue
            if find(state, x, y) >= 0:
                if shape == Card.END_N + (edge ^ 2):
                    expected.add((x, y, shape))
                continue
            if shape < Card.END_N and answer_fits(state, x, y) == "no":
                continue
            chains = _chains_after(state, Lay(seat, x, y, shape))
            if all(len(chain.owners) < 2 for chain in chains):
                expected.add((x, y, shape))
    return expected


def answer_fits(state: Any, x: int, y: int) -> str:
    return str(GAME.notation.queries["fits"](state, [f"{x},{y}"]))


@pytest.mark.parametrize(("seats", "area"), [(2, "recommended"), (3, "4x6"), (4, "none")])
def test_legal_lays_are_those_that_join_no_two_paths_when_joined_from_scratch(
    seats: int, area: str
) -> None:
    for position in walked(seats, 11, area=area)[::2]:
        state = position.state
        seat = position.acting[0]
        if state.phase != Phase.PLAY or state.tips[seat][0] == LOOPED:
            continue
        acts = [act_of(state, seat, action) for action in position.legal(seat)]
        lays = {(lay.x, lay.y, lay.shape) for lay in acts if isinstance(lay, Lay)}
        assert lays == _expected_lays(state, seat)


def test_legal_turns_are_those_after_which_the_path_is_one_line_with_two_open_ends() -> None:
    """DOW-29: a loop has no open ends; DOW-30 to DOW-32: how it is opened."""
    loops = 0
    for seed in range(40):
        for position in walked(2, seed, area="4x6"):
            state, seat = position.state, position.acting[0]
            if state.tips[seat][0] != LOOPED:
                continue
            loops += 1
            acts = [act_of(state, seat, action) for action in position.legal(seat)]
            turns = {(turn.x, turn.y, turn.shape) for turn in acts if isinstance(turn, Turn)}
            assert turns == _expected_turns(state, seat)
    assert loops > 0


def _expected_turns(state: Any, seat: int) -> set[tuple[int, int, int]]:
    expected = set()
    for slot, card in enumerate(state.cards):
        shape = card & 15
        if not Card.CURVE_NE <= shape <= Card.CURVE_NW or card >> 4 & 7 != seat:
            continue
        for quarters in (1, 3):
            side = Card.CURVE_NE + (shape - Card.CURVE_NE + quarters) % 4
            trial: Any = GAME.state.view(state.row.copy())
            trial.record.cards[slot] = card & ~15 | side
            chains = tracing.chains_of(trial)
            own = [chain for chain in chains if seat in chain.owners]
            if (
                len(own) == 1
                and len(own[0].open) == 2
                and not own[0].drowned
                and all(len(chain.owners) < 2 for chain in chains)
            ):
                expected.add(((card >> 16 & 255) - 128, (card >> 24) - 128, side))
    return expected


def test_a_match_turned_by_a_quarter_counts_the_same() -> None:
    straight = {"ns": "ew", "ew": "ns"}
    curve = {"ne": "se", "se": "sw", "sw": "nw", "nw": "ne"}
    end = {"n": "e", "e": "s", "s": "w", "w": "n"}
    sides = straight | curve | end
    position = Position.start(GAME, 3)
    turned = Position.start(GAME, 3)
    rng = random.Random(5)
    while position.acting:
        seat = position.acting[0]
        assert len(turned.legal(seat)) == len(position.legal(seat))
        action = rng.choice(position.legal(seat))
        kind, cell, *side = GAME.notation.write(position.state, seat, action).split()
        x, y = map(int, cell.split(","))
        words = [kind, f"{-y},{x}", *(sides[one] for one in side)]
        turned.play(seat, GAME.notation.read(turned.state, seat, words))
        position.apply(Event(seat, action))
        assert turned.scores() == position.scores()


# --- cards, joining, the border (DOW-1 to 3, 8, 13, 15, 19 to 24, 26 to 28) ---


def test_everybody_has_a_whole_set_and_sees_everything() -> None:
    """DOW-1: seven straights, nine curves, two ends; nothing is hidden."""
    position = Position.start(GAME, 4)
    for seat in "ABCD":
        kinds = ("straight", "curve", "end")
        assert [answer(position, f"stock {seat} {kind}") for kind in kinds] == ["7", "9", "2"]
    assert answer(position, "billabongs") == "4"
    assert position.observe(2).to_bytes() == position.to_bytes()


@pytest.mark.parametrize("shape", list(Card)[1:11], ids=lambda shape: shape.name)
def test_own_and_neutral_part_of_a_card_share_no_edge(shape: Card) -> None:
    """DOW-2: straights cross without contact, curves turn away, strips lie across."""
    assert OWN[shape] & NEUTRAL[shape] == 0
    assert NEUTRAL[shape].bit_count() == 2


@pytest.mark.parametrize(
    ("seats", "options", "sides"),
    [
        (2, {}, (5, 7)),
        (3, {"area": "long"}, (5, 9)),
        (4, {"area": "hard"}, (5, 11)),
        (2, {"area": "3x20"}, (3, 20)),
        (2, {"layout": "divider"}, (6, 8)),
        (3, {"layout": "divider"}, (7, 9)),
        (2, {"paths": "either"}, (7, 9)),
    ],
)
def test_the_area_goes_by_the_number_of_sets_on_it(
    seats: int, options: dict[str, str], sides: tuple[int, int]
) -> None:
    """DOW-3, DOW-64: a divider and second paths count as sets."""
    state = Position.start(GAME, seats, options).state
    assert (state.short, state.long) == sides


def test_first_cards_may_lengthen_paths_and_run_into_free_parts() -> None:
    """DOW-8, DOW-13, DOW-15: Ben's neutral part steers Anna, his own part takes hers."""
    position = played("A straight 0,0 ew\nB straight 1,0 ns")
    assert answer(position, "length A") == "2"
    assert answer(position, "ends A") == "-1,0:e 2,0:w"
    position = played("A straight 0,0 ew\nB straight 0,1 ns")
    assert answer(position, "length B") == "2"
    assert answer(position, "ends B") == "0,-1:s 0,2:n"
    with pytest.raises(RefusedError):
        act(Position.start(GAME, 2), "A end 0,0 n")


def test_ends_lie_outside_without_counting_for_the_area() -> None:
    """DOW-19, DOW-20, DOW-21: outside only an end fits, and it need not come at once."""
    row = "\n".join(f"A straight {x},0 ew\nB straight {x},1 ew" for x in range(7))
    position = played(row)
    assert answer(position, "fits 7,0") == "no"
    assert answer(position, "fits 0,-1") == "yes"
    assert answer(position, "fits 0,-4") == "no"
    legal = [GAME.notation.write(position.state, 0, action) for action in position.legal(0)]
    assert sorted(legal) == ["end -1,0 e", "end 7,0 w"]
    act(position, "A end 7,0 w")
    assert answer(position, "box") == "0,0 6,1"


def test_a_strip_may_close_the_own_path_or_another_one() -> None:
    """DOW-22: a strip is a neutral part like any other; DOW-23, DOW-24: ends come at any time.

    Anna's end leaves her other end alone; its strip carries Ben's path on.
    """
    position = played("A straight 0,0 ew\nB straight 1,1 ns")
    assert answer(position, "ends B") == "1,0:s 1,2:n"
    act(position, "A end 1,0 w")
    assert answer(position, "path A") == "open 1"
    assert answer(position, "owner 1,0 s") == "B"
    assert answer(position, "ends B") == "1,-1:s 1,2:n"
    assert answer(position, "length B") == "2"


def test_two_ends_back_to_back_share_one_strip() -> None:
    """DOW-26, DOW-27: one section, whoever comes to it; DOW-28: finished players do nothing."""
    position = played("A end 0,0 n\nB end 0,0 s", start="entry")
    assert position.scores() == (1, 1)
    assert answer(position, "owner 0,0 e") == "none"
    chains = [chain for chain in tracing.chains_of(position.state) if chain.owner == NONE]
    assert [len(chain.parts) for chain in chains] == [1]
    act(position, "A end 0,-1 s")
    assert answer(position, "path A") == "done"
    act(position, "B straight 0,1 ns")
    assert answer(position, "acting") == "B"


# --- billabongs (DOW-34 to 44) ---


def test_case_3_offers_a_billabong_or_a_pass_only_without_curves() -> None:
    position = played(CASE_3)
    assert refused(position, "A pass") == "DOW-16"
    assert refused(position, "A billabong 0,1") == "DOW-34"
    without(position, 0, Kind.CURVE)
    assert position.legal(0)[-1] == PASS
    assert len(position.legal(0)) == 2
    assert refused(position, "A billabong 3,3") == "DOW-34"
    act(position, "A billabong 0,1")
    assert answer(position, "path A") == "loop"
    assert answer(position, "path B") == "loop"
    assert answer(position, "length A") == "4"
    assert answer(position, "owner 0,1 n") == "A"
    assert answer(position, "owner 0,1 w") == "B"
    assert answer(position, "billabongs") == "3"
    assert answer(position, "acting") == "B"


def test_a_loop_through_water_can_be_opened_by_turning_a_curve() -> None:
    position = played(CASE_3)
    without(position, 0, Kind.CURVE)
    act(position, "A billabong 0,1")
    act(position, "B turn -1,1 sw")
    assert answer(position, "path B") == "open 2"
    assert answer(position, "length B") == "5"


def test_who_has_declined_case_3_is_not_asked_again_until_the_table_changes() -> None:
    """DOW-42; without anybody who can act the match is over (DOW-45)."""
    position = played(CASE_3)
    for colour in range(2):
        without(position, colour, Kind.CURVE)
    act(position, "A pass")
    assert answer(position, "acting") == "B"
    asked_again = position.clone()
    act(position, "B pass")
    assert position.over
    act(asked_again, "B billabong 0,1")
    assert asked_again.state.passed == 0


def test_without_billabongs_case_3_and_case_1_do_not_happen() -> None:
    """DOW-43."""
    position = played(CASE_3)
    without(position, 0, Kind.CURVE)
    position.record.billabongs = 0
    assert position.legal(0) == []
    before = THREE_PATHS.strip().rpartition("\n")[0]
    position = played(before, 3)
    position.record.billabongs = 0
    act(position, "C curve 1,1 nw")
    assert answer(position, "phase") == "play"


def test_a_seat_with_an_open_end_but_no_card_that_fits_is_left_out_and_stays() -> None:
    """DOW-17."""
    position = played("A straight 0,0 ew\nB straight 0,1 ew\nA straight 1,0 ew")
    for kind in Kind:
        without(position, 0, kind)
    act(position, "B straight 1,1 ew")
    assert answer(position, "acting") == "B"
    assert answer(position, "path A") == "open 2"


def test_without_a_card_for_the_fourth_exit_the_moved_path_ends_in_the_water_too() -> None:
    position = played(THREE_PATHS, 3)
    for kind in Kind:
        without(position, 2, kind)
    act(position, "C billabong 0,1")
    assert answer(position, "phase") == "play"
    assert answer(position, "path C") == "open 1"
    assert answer(position, "length C") == "3"
    assert answer(position, "owner 0,1 s") == "water"


def test_an_unused_exit_ends_a_path_that_comes_later_and_counts_for_it() -> None:
    """DOW-44, DOW-47."""
    position = played(THREE_PATHS, 3, area="none")
    for kind in Kind:
        without(position, 2, kind)
    act(position, "C billabong 0,1")
    position.record.stock[2] = (5, 5, 2)
    position.record.animals_left[2, :, 0] = 5
    act(position, "A straight 0,-2 ns")
    act(position, "B curve -3,1 se")
    act(position, "C straight 2,0 ew")
    act(position, "A straight 0,-3 ns")
    act(position, "B curve -3,2 ne")
    act(position, "C straight 3,0 ew")
    act(position, "A straight 0,-4 ns")
    act(position, "B straight -2,2 ew")
    act(position, "C straight 4,0 ew")
    act(position, "A curve 0,-5 se")
    act(position, "B straight -1,2 ew")
    act(position, "C straight 5,0 ew")
    act(position, "A straight 1,-5 ew")
    before = int(answer(position, "length B"))
    assert answer(position, "ends B") == "0,2:w"
    act(position, "B curve 0,2 nw")
    assert int(answer(position, "length B")) == before + 1
    assert answer(position, "path B") == "done"


# --- counting ---


def test_the_dingo_that_was_not_laid_comes_before_all_points() -> None:
    """DOW-52, DOW-53."""
    position = played("A curve 0,0 ne dingo\nB straight 1,1 ns emu", scoring="animals")
    assert position.ranks() == (0, 1)
    position.record.animals_left[1, Kind.CURVE, 4] = 0
    assert position.ranks() == (0, 0)
    position.record.sections[1] += 3
    assert position.ranks() == (1, 0)


def test_trios_bring_five_points_and_rabbits_cost_two_without_a_dingo() -> None:
    """DOW-49, DOW-50, DOW-51."""
    position = played("A curve 0,0 ne emu\nB straight 1,1 ns emu", scoring="animals")
    position.record.animals[0] = (2, 3, 2, 3, 0)
    assert position.scores()[0] == 1 + 10 - 6
    position.record.animals[0, 4] = 1
    assert position.scores()[0] == 1 + 10


def test_with_length_alone_animals_come_in_a_fixed_order_and_do_not_count() -> None:
    """DOW-54; length counts (DOW-46), and equals share (DOW-48)."""
    position = played("A straight 0,0 ew\nB curve 0,1 se\nA straight 1,0 ew\nB curve 0,2 ne")
    assert answer(position, "stock A straight kangaroo") == "1"
    assert answer(position, "stock A straight emu") == "1"
    assert answer(position, "stock A straight rabbit") == "2"
    assert position.scores() == (2, 2)
    assert position.ranks() == (0, 0)
    with pytest.raises(NotationError):
        act(position, "A straight 2,0 ew emu")


# --- only one open end, two paths (DOW-60 to 69) ---


def test_the_second_end_goes_to_the_back_of_the_first() -> None:
    """DOW-60 to 62; each path keeps one open end (DOW-63)."""
    position = played("A end 0,0 n", 4, start="entry")
    assert len(position.legal(1)) == 1
    assert refused(position, "B end 1,0 n") == "DOW-61"
    assert refused(position, "B end 0,0 n") == "DOW-25"
    assert refused(position, "B straight 1,0 ns") == "DOW-60"
    act(position, "B end 0,0 s")
    assert answer(position, "cell 0,0") == "A end n + B end s"
    assert refused(position, "C end 3,3 n") == "DOW-62"
    # Its back would face Anna's path, and Dora could not lay her end there.
    assert refused(position, "C end 0,-1 n") == "DOW-62"
    assert refused(position, "C end 0,-1 s") == "DOW-11"
    act(position, "C end 1,1 e")
    assert [GAME.notation.write(position.state, 3, one) for one in position.legal(3)] == [
        "end 1,1 w"
    ]


def test_two_paths_each_are_laid_in_turn_by_colour() -> None:
    """DOW-64 to 66; a seat's score is of both paths (DOW-69)."""
    position = Position.start(GAME, 2, {"paths": "both"})
    assert refused(position, "A end 0,0 n blue") == "DOW-66"
    assert refused(position, "A end 0,0 n red") == "DOW-9"
    for line in ("A end 0,0 n yellow", "B end 0,0 s red", "A end 1,1 e blue", "B end 1,1 w green"):
        act(position, line)
    assert refused(position, "A end 0,-1 s yellow") == "DOW-65"
    act(position, "A straight 0,-1 ns yellow")
    assert answer(position, "acting") == "B"
    act(position, "B straight 0,1 ns red")
    assert answer(position, "acting") == "B"
    assert refused(position, "B straight 0,2 ns red") == "DOW-66"
    assert answer(position, "ends green") == "-1,1:e"  # carried on by the neutral part of 0,1
    act(position, "B end -1,1 e green")
    assert answer(position, "acting") == "A"
    assert answer(position, "path green") == "done"
    assert answer(position, "length B") == "5"
    assert answer(position, "length red") == "2"


def test_either_path_takes_the_only_card_of_a_turn() -> None:
    """DOW-67; own paths may not be joined either (DOW-68)."""
    lines = "A end 0,0 n yellow\nB end 0,0 s red\nA end 1,1 e blue\nB end 1,1 w green"
    position = played(lines, paths="either")
    act(position, "A straight 2,1 ew blue")
    assert answer(position, "acting") == "B"
    act(position, "B straight 0,1 ns red")
    act(position, "A curve 0,-1 se yellow")
    act(position, "B straight 0,2 ns red")
    assert answer(position, "ends yellow") == "1,-1:w"
    act(position, "A curve 1,-1 sw yellow")
    act(position, "B straight 0,3 ns red")
    act(position, "A curve 1,0 ne yellow")
    act(position, "B straight 0,4 ns red")
    act(position, "A straight 2,0 ew yellow")
    act(position, "B straight 0,5 ns red")
    act(position, "A curve 3,0 sw yellow")
    act(position, "B straight 0,6 ns red")
    assert answer(position, "ends yellow") == "3,1:n"
    assert answer(position, "ends blue") == "3,1:w"
    assert refused(position, "A curve 3,1 nw yellow") == "DOW-11"


# --- options and layouts ---


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"area": "long"}),
        (2, {"area": "9x7"}),
        (2, {"area": "2x7"}),
        (2, {"area": "7x21"}),
        (2, {"area": "big"}),
        (3, {"paths": "both"}),
        (2, {"paths": "either", "layout": "divider"}),
        (4, {"layout": "divider"}),
        (3, {"layout": "frame"}),
        (3, {"layout": "partial"}),
        (2, {"layout": "divider", "area": "none"}),
        (2, {"layout": "frame", "area": "7x9"}),
    ],
)
def test_options_that_do_not_go_together_are_refused(seats: int, options: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        Position.start(GAME, seats, options)


@pytest.mark.parametrize("sides", layouts.DIVIDERS, ids=str)
def test_a_divider_spans_its_area_with_one_set(sides: tuple[int, int]) -> None:
    short, long = sides
    cards = layouts.cards_of("divider", short, long)
    kinds = Counter(2 if shape >= Card.END_N else int(shape > 2) for _, _, shape, _ in cards)
    assert kinds[0] <= 7
    assert kinds[1] <= 9
    assert kinds[2] == 2
    inside = [(x, y) for x, y, shape, _ in cards if shape < Card.END_N]
    assert len(set(inside)) == len(inside)
    assert {min(x for x, _ in inside), min(y for _, y in inside)} == {0}
    assert (max(x for x, _ in inside), max(y for _, y in inside)) == (long - 1, short - 1)
    assert cards[0][:3] == (-1, 0, Card.END_E)
    assert cards[-1][:3] == (long, short - 1, Card.END_W)


@pytest.mark.parametrize("sides", layouts.FRAMED, ids=str)
def test_a_frame_leads_out_of_the_area_and_back_in(sides: tuple[int, int]) -> None:
    area = f"{sides[0]}x{sides[1]}"
    position = Position.start(GAME, 2, {"layout": "frame", "area": area})
    chains = tracing.chains_of(position.state)
    free = [chain for chain in chains if chain.owner == NONE]
    back_in = [chain for chain in free if len(chain.parts) == 2]
    leads_out = [chain for chain in free if len(chain.parts) == 1]
    assert len(back_in) + len(leads_out) == len(free)
    straights = sum(card & 15 in (1, 2) for card in position.state.cards)
    assert len(leads_out) == straights
    assert all(chain.owners <= {WALL} for chain in chains)
    assert answer(position, "box") == "none"
    assert answer(position, "fits 0,-1") == "no"


def test_the_first_card_of_a_layout_lies_anywhere_free_inside() -> None:
    """DOW-57; the layout's cards are nobody's (DOW-58)."""
    position = Position.start(GAME, 2, {"layout": "divider"})
    assert refused(position, "A straight 0,0 ns") == "DOW-12"
    assert refused(position, "A straight 0,-1 ns") == "DOW-18"
    assert refused(position, "A straight 1,0 ns") == "DOW-12"
    act(position, "A straight 7,0 ew")
    assert answer(position, "cell -1,0") == "wall end e"
    assert answer(position, "owner 0,0 w") == "wall"


def test_colours_of_two_seats_with_two_paths_each() -> None:
    position = Position.start(GAME, 2, {"paths": "both"})
    assert [colours_of(position.state, seat) for seat in range(2)] == [0b0101, 0b1010]
    assert sum(map(sum, position.state.stock)) == COLOURS * 18


def test_words_that_are_no_action_are_not_understood() -> None:
    position = Position.start(GAME, 2)
    for words in ("", "curve 0,0", "curve 0,0 ns", "straight zero ns", "end 0,0 n emu", "turn 0,0"):
        with pytest.raises(NotationError):
            GAME.notation.read(position.state, 0, words.split())
    assert GAME.notation.read(position.state, 0, ["curve", "0,0", "en"]) == GAME.notation.read(
        position.state, 0, ["curve", "0,0", "ne"]
    )
