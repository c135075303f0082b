"""Rules of Nussknacker beyond records: dealing, forming values, chips, and random matches."""

import random
from collections import Counter

import pytest

from tischlein.core import records, registry
from tischlein.core.errors import OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.games.nussknacker.actions import GIVE, GUESS, NO
from tischlein.games.nussknacker.hands import (
    HANDS,
    HANDS_FROM,
    WAYS,
    count_ways,
    formable,
    forms,
    holds,
    pack,
    pick_way,
    values_of,
)
from tischlein.games.nussknacker.rules import expected, occasion
from tischlein.games.nussknacker.state import DENIED, GIVEN, NOTHING, UNKNOWN, Stage
from tischlein.presentation import texts

GAME = registry.load("nussknacker")

SWAP = """game: nussknacker
seats: Anna, Ben, Cleo
options: cards=12 start=first

* hide 1
* deal A 4 4 5 5
* deal B 1 3 3 6
* deal C 2 2 6
A ask B 4
"""


def dealt(seats: int, options: dict[str, str | int], seed: int = 1) -> Position:
    rng = random.Random(seed)
    position = Position.start(GAME, seats, options)
    while position.acting == (CHANCE,):
        values, weights = zip(*position.outcomes(), strict=True)
        position.play(CHANCE, rng.choices(values, weights)[0])
    return position


# --- hands as numbers ---


def test_there_are_forty_three_ways_in_the_order_of_their_numbers() -> None:
    """NUS-10; action numbers follow this order, so it must never change."""
    assert len(WAYS) == 43
    assert WAYS[:9] == ((1,), (2,), (1, 1), (3,), (1, 2), (4,), (1, 3), (2, 2), (1, 1, 2))
    assert WAYS[-1] == (1, 2, 2, 3)
    assert list(WAYS) == sorted(WAYS, key=lambda cards: (sum(cards), len(cards), cards))
    assert all(max(Counter(cards).values()) <= 2 for cards in WAYS)


def test_hands_of_a_size_lie_together() -> None:
    for size in range(16):
        hands = HANDS[HANDS_FROM[size] : HANDS_FROM[size + 1]].tolist()
        assert all(len(values_of(hand)) == size for hand in hands)
    assert len(HANDS) == 3**8


def test_packing_and_comparing_agree_with_counting_cards() -> None:
    rng = random.Random(5)
    for _ in range(500):
        hand, cards = (
            [value for value in range(1, 9) for _ in range(rng.randrange(3))] for _ in range(2)
        )
        assert values_of(pack(hand)) == hand
        assert holds(pack(hand), pack(cards)) == (Counter(cards) <= Counter(hand))


def test_formable_values_and_ways_agree_with_all_subsets() -> None:
    rng = random.Random(6)
    for _ in range(60):
        hand = [value for value in range(1, 9) for _ in range(rng.choice((0, 0, 1, 2)))]
        subsets = {
            tuple(card for place, card in enumerate(hand) if bits >> place & 1)
            for bits in range(1, 1 << len(hand))
        }
        for value in range(1, 9):
            found = [cards for cards in subsets if sum(cards) == value]
            assert forms(pack(hand), value) == bool(found)
            assert bool(formable(pack(hand)) >> value & 1) == bool(found)
            for size in range(1, 5):
                ways = [pack(cards) for cards in found if len(cards) == size]
                count = count_ways(pack(hand), value, size)
                picked = [pick_way(pack(hand), value, size, number) for number in range(count)]
                assert sorted(picked) == sorted(ways)


@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ((6,), True),
        ((3, 3), True),
        ((2, 4), True),
        ((1, 5), True),
        ((1, 2, 3), True),
        ((4, 4, 5, 5), False),
        ((2, 2), False),
    ],
)
def test_the_books_example_of_asking_for_six(hand: tuple[int, ...], may: bool) -> None:
    """NUS-10."""
    assert forms(pack(hand), 6) == may


# --- the deal ---


@pytest.mark.parametrize(
    ("cards", "seats", "sizes"),
    [
        (12, 2, [6, 5]),
        (12, 3, [4, 4, 3]),
        (12, 4, [3, 3, 3, 2]),
        (16, 2, [8, 7]),
        (16, 3, [5, 5, 5]),
        (16, 4, [4, 4, 4, 3]),
    ],
)
def test_hands_are_dealt_from_the_start_player_clockwise(
    cards: int, seats: int, sizes: list[int]
) -> None:
    """NUS-4."""
    for seed in range(4):
        position = dealt(seats, {"cards": cards}, seed)
        starter = int(position.state.starter)
        order = [(starter + place) % seats for place in range(seats)]
        assert [int(position.state.sizes[seat]) for seat in order] == sizes
        assert position.state.turn == starter
        assert position.acting == tuple(range(seats))
        assert position.awaited == (starter,)


def test_every_lot_and_every_card_is_equally_likely() -> None:
    """NUS-1, NUS-3, NUS-5."""
    position = Position.start(GAME, 3, {"cards": 12})
    assert [weight for _, weight in position.outcomes()] == [1, 1, 1]
    position.play(CHANCE, 0)
    assert [weight for _, weight in position.outcomes()] == [2] * 6
    position.play(CHANCE, position.outcomes()[3][0])
    assert [weight for _, weight in position.outcomes()] == [2, 2, 2, 1, 2, 2]


@pytest.mark.parametrize("value", [7, 9])
@pytest.mark.parametrize(("language", "highest"), [("en", "to 6"), ("de", "bis 6"), ("fr", "à 6")])
def test_a_value_that_is_not_in_play_is_refused_by_the_highest_that_is(
    language: str, highest: str, value: int
) -> None:
    """NUS-1, NUS-2: not as one whose two cards have been dealt."""
    position = Position.start(GAME, 2, {"cards": 12, "start": "first"})
    with pytest.raises(RefusedError) as refused:
        position.play(CHANCE, position.read(CHANCE, f"hide {value}"))
    assert refused.value.refusal.rule == "NUS-1"
    assert highest in texts.translate(language, refused.value.refusal.phrase, GAME)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(OptionError):
        Position.start(GAME, seats)


# --- secrets ---


def test_slid_cards_are_seen_by_the_asker_only_after_returning() -> None:
    """NUS-13, NUS-14, NUS-15."""
    position = records.read(SWAP + "B give 1 3\n").final()
    slid = [int(position.observe(observer).state.slid[0][0]) for observer in (0, 1, 2, SPECTATOR)]
    assert slid == [UNKNOWN, pack((1, 3)), UNKNOWN, UNKNOWN]
    position = records.read(SWAP + "B give 1 3\nA give 4\n").final()
    for column, cards in ((0, (1, 3)), (1, (4,))):
        slid = [
            int(position.observe(observer).state.slid[0][column])
            for observer in (0, 1, 2, SPECTATOR)
        ]
        assert slid == [pack(cards), pack(cards), UNKNOWN, UNKNOWN]


def test_cards_are_shown_to_those_who_take_them_up() -> None:
    """NUS-15: a gift to nobody yet, the return to the asked seat."""
    position = records.read(SWAP).final()
    gift = Event(1, GIVE + WAYS.index((1, 3)))
    assert [position.observed_event(gift, observer).action for observer in (0, 2, SPECTATOR)] == [
        HIDDEN
    ] * 3
    position.apply(gift)
    back = Event(0, GIVE + WAYS.index((4,)))
    assert [position.observed_event(back, observer).action for observer in (1, 2)] == [
        back.action,
        HIDDEN,
    ]


def test_everybody_remembers_a_no_through_the_questions_that_follow() -> None:
    """NUS-12, NUS-15: a no is not like a question that still waits for its answer."""
    asked = SWAP.replace("A ask B 4", "A ask B 5")
    later = "B no\nB ask C 6\nC give 6\nB give 6\nC ask A 4\n"
    position = records.read(asked + later).final()
    for observer in (0, 1, 2, SPECTATOR):
        questions = position.observe(observer).state.questions
        assert [row[GIVEN] for row in questions[:3]] == [DENIED, 1, NOTHING]


def test_a_deal_forgets_everything_of_the_one_before() -> None:
    """NUS-6, NUS-24."""
    position = records.read(SWAP + "B give 1 3\nA give 4\nC guess 2\n").final()
    state = position.state
    assert state.stage == Stage.HIDE
    assert not any(map(any, state.questions))
    assert not any(map(any, state.slid))
    assert not any(state.hands)
    assert not any(state.dealt)
    assert (state.opened, state.guessed, state.guesser) == (1, 2, 2)


# --- whole matches ---


def play_on(position: Position, rng: random.Random, guesses: float) -> Event:
    """Do something at random; guesses are as rare as told, so that deals grow long."""
    if position.acting == (CHANCE,):
        values, weights = zip(*position.outcomes(), strict=True)
        event = Event(CHANCE, rng.choices(values, weights)[0])
    else:
        seat = int(expected(position.state))
        actions = [one for one in position.legal(seat) if not GUESS <= one < NO]
        if not actions or rng.random() < guesses:
            seat = rng.choice(position.acting) if actions else seat
            actions = [one for one in position.legal(seat) if GUESS <= one < NO]
        event = Event(seat, rng.choice(actions))
    position.play(event.seat, event.action)
    return event


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_long_matches_keep_all_laws_and_pay_the_right_chips(seats: int) -> None:
    """NUS-13, NUS-19, NUS-22, NUS-23."""
    rng = random.Random(seats)
    position = Position.start(GAME, seats, {"limit": 20})
    while not position.over:
        before, deal = position.scores(), int(position.state.deal_number)
        event = play_on(position, rng, 0.02)
        assert all(invariant.holds(position.state) for invariant in GAME.invariants)
        gained = [now - then for now, then in zip(position.scores(), before, strict=True)]
        guessed = event.seat != CHANCE and GUESS <= event.action < NO
        assert guessed == (
            deal != 0 and (position.state.stage == Stage.OVER or deal != position.state.deal_number)
        )
        if not guessed:
            assert not any(gained)
        elif event.action - GUESS + 1 == position.state.opened:
            assert gained == [seat == event.seat for seat in range(seats)]
        else:
            assert gained == [seat != event.seat for seat in range(seats)]
        assert position.state.question_count <= 20
    leaders = [seat for seat, place in enumerate(position.ranks()) if place == 0]
    assert len(leaders) == 1
    assert max(position.scores()) >= 5


@pytest.mark.parametrize("cards", ["12", "16"])
def test_scores_stay_within_their_bounds_where_two_share_the_lead_for_ever(cards: str) -> None:
    """NUS-22: somebody guesses wrong in every deal, at once."""
    rng = random.Random(1)
    position = Position.start(GAME, 3, {"cards": cards})
    events = 0
    while events < GAME.longest:
        if position.acting == (CHANCE,):
            values, weights = zip(*position.outcomes(), strict=True)
            position.play(CHANCE, rng.choices(values, weights)[0])
        else:
            wrong = 2 if position.state.hidden == 1 else 1
            position.play(0, GUESS + wrong - 1)
        events += 1
    first, *others = position.scores()
    assert not position.over
    assert first == 0
    least, greatest = GAME.score_bounds
    assert least <= min(others) == max(others) <= greatest
    assert cards == "16" or others[0] + 1 >= greatest  # no more room than such matches need


def test_what_is_chosen_is_meant_for_its_deal() -> None:
    """NUS-20: a guess on its way while another one ends the deal is no guess in the next."""
    rng = random.Random(8)
    position = dealt(3, {"goal": 9})
    for _ in range(200):
        before = occasion(position.state)
        event = play_on(position, rng, 0.05)
        guessed = event.seat != CHANCE and GUESS <= event.action < NO
        assert (occasion(position.state) != before) == (guessed and not position.over)


def test_at_the_limit_the_seat_on_turn_can_only_guess() -> None:
    """NUS-25."""
    rng = random.Random(11)
    position = dealt(4, {"limit": 4})
    while position.state.question_count < 4 or position.state.stage != Stage.ASK:
        play_on(position, rng, 0)
    assert position.awaited == (int(position.state.turn),)
    assert all(GUESS <= action < NO for action in position.legal(int(position.state.turn)))
