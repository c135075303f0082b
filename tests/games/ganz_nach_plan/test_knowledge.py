"""Ganz nach Plan!?: what seats know (GNP-24), against the truth and against all possible worlds."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.games.ganz_nach_plan.random_play import random_choice
from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import knowledge
from tischlein.games.ganz_nach_plan.actions import dealing, drawing
from tischlein.games.ganz_nach_plan.state import CARDS, HAND, NAMES, Phase
from tischlein.presentation.caches import BoundedCache

GAME = registry.load("ganz_nach_plan")


@pytest.mark.parametrize("seats", [3, 4])
def test_what_a_seat_is_sure_of_is_true_and_the_truth_is_never_excluded(seats: int) -> None:
    """GNP-24: also in every sample of what it cannot see."""
    random, rng = Random(7), new_rng(7)
    for _ in range(6):
        position = Position.start(GAME, seats)
        while not position.over:
            position.play(*random_choice(position, random))
            if position.state.phase == Phase.DEAL:
                continue
            observer = random.randrange(seats)
            sample = position.observe(observer).determinize(rng)
            for other in range(seats):
                sure = knowledge.certain(position.state, observer, other)
                maybe = knowledge.possible(position.state, observer, other)
                for hand in (position.state.hand[other], sample.state.hand[other]):
                    assert sure & ~hand == 0
                    assert hand & ~maybe == 0


WANDERING = "share:4,give-left:4,draw-across:4,draw-left:2,fetch:3,pass-left:3"
"""A deck whose cards change hands unseen so often that what is seen in the end is improbable."""


def test_where_no_course_is_found_all_hands_are_full_all_the_same() -> None:
    random, position = Random(8), Position.start(GAME, 4, {"deck": WANDERING})
    while not position.over:
        position.play(*random_choice(position, random))
        if position.state.phase == Phase.DEAL:
            continue
        for observer in range(4):
            state = position.observe(observer).determinize(new_rng(1)).state
            laid = sum(1 << card for card in state.pile[: state.piled])
            assert [hand.bit_count() for hand in state.hand] == [*state.count]
            lying = laid + sum(state.hand)  # whatever is twice somewhere is lost in the sum
            assert lying.bit_count() == state.piled + sum(state.count)
            assert lying & ~state.deck == 0


def test_what_is_known_is_the_same_gone_on_with_as_from_the_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A log is gone through from where that ended last, also after a look at what was before."""
    random, position = Random(3), Position.start(GAME, 3)
    seen: list[tuple[Any, dict[knowledge.Pattern, float]]] = []
    while not position.over and len(seen) < 60:
        position.play(*random_choice(position, random))
        if position.state.phase != Phase.DEAL:
            seen.append((position.clone().state, knowledge.patterns(position.state, 1)))
    for state, patterns in (seen[0], seen[-1], seen[len(seen) // 2]):
        assert knowledge.patterns(state, 1) == patterns
    for state, patterns in reversed(seen):
        monkeypatch.setattr(knowledge, "_latest", BoundedCache(1))
        assert knowledge.patterns(state, 1) == patterns


def deal(hands: list[list[str]]) -> Position:
    position = Position.start(GAME, len(hands))
    for seat, names in enumerate(hands):
        for name in names:
            position.play(CHANCE, dealing(seat, NAMES.index(name)))
    return position


def play_through(position: Position, script: list[tuple[int, str, str]]) -> None:
    for seat, verb, card in script:
        first = 0 if verb == "play" else CARDS
        position.play(seat, first + NAMES.index(card))


def test_patterns_agree_with_all_deals_that_lead_to_what_the_observer_saw() -> None:
    """GNP-24: brute force over the hands of the other two and over the card that went unseen."""
    mine = ["give-left", "draw-left", "swap-left", "fetch", "shift"]
    theirs = ["give-right", "share", "feed-left", "draw-right", "trade-left"]
    third = [name for name in NAMES if not name.endswith("across")]
    third = [name for name in third if name not in mine + theirs]
    position = deal([mine, theirs, third])
    # A gives B a card; B gives A one back; C plays openly; then B gives C a card unseen by A.
    play_through(
        position,
        [
            *((0, "play", "give-left"), (0, "give", "fetch")),
            *((1, "play", "give-right"), (1, "give", "share")),
        ],
    )
    observer = 0
    others = [name for name in NAMES if not name.endswith("across") and name not in mine]
    expected: Counter[frozenset[str]] = Counter()
    for b_rest in permutations([name for name in others if name != "give-right"], HAND - 1):
        # B held give-right and, when giving, share; fetch came from A and is still there.
        held = set(b_rest) | {"give-right"}
        if "share" in held:
            expected[frozenset(held - {"give-right", "share"} | {"fetch"})] += 1
    total = sum(expected.values())
    exact = {
        card: sum(count for hand, count in expected.items() if card in hand) / total
        for card in NAMES
    }
    rng = new_rng(11)
    tries = 4000
    seen: Counter[str] = Counter()
    observation = position.observe(observer)
    for _ in range(tries):
        hand = int(observation.determinize(rng).state.hand[1])
        seen.update(NAMES[card] for card in range(CARDS) if hand >> card & 1)
    for card, chance in exact.items():
        assert abs(seen[card] / tries - chance) < 0.04, card


def test_courses_are_kept_as_often_as_they_explain_what_was_shown() -> None:
    """GNP-24: C drew one of two cards from B, and what C shows tells which is likelier."""
    mine = ["trade-left", "draw-left", "feed-right", "fetch", "trade-right"]
    theirs = ["give-right", "pass-left", "swap-right", "give-left", "shift"]
    third = ["draw-right", "feed-left", "swap-left", "share", "pass-right"]
    position = deal([mine, theirs, third])
    # A knows the four cards that go to B, who draws a fifth from C; C draws one of the five.
    play_through(position, [(0, "play", "trade-left"), (1, "play", "draw-left")])
    position.play(CHANCE, drawing(1, NAMES.index("pass-right")))
    play_through(position, [(2, "play", "draw-right")])
    position.play(CHANCE, drawing(2, NAMES.index("trade-right")))
    play_through(
        position,
        [
            *((0, "play", "give-right"), (0, "give", "pass-left")),
            *((1, "play", "feed-right"), (2, "play", "feed-left")),
            *((0, "play", "feed-right"), (1, "play", "fetch"), (2, "play", "swap-left")),
        ],
    )
    # B has shown all but trade-right and the card drawn from C. Four cards are new to A, of which
    # C has shown two since: certain if C drew the new one back, else one time in two.
    rng = new_rng(3)
    tries = 300
    observation = position.observe(0)
    trade_right = 1 << NAMES.index("trade-right")
    samples = [int(observation.determinize(rng).state.hand[1]) for _ in range(tries)]
    kept = sum(1 for hand in samples if hand & trade_right)
    assert abs(kept / tries - 2 / 3) < 0.08


def test_an_unseen_card_makes_what_was_known_uncertain() -> None:
    """GNP-24: a card known at B may have gone to C, who drew one from B."""
    mine = ["give-left", "draw-left", "swap-left", "fetch", "shift"]
    theirs = ["give-right", "share", "feed-left", "trade-right", "trade-left"]
    third = ["swap-right", "draw-right", "feed-right", "pass-left", "pass-right"]
    position = deal([mine, theirs, third])
    play_through(position, [(0, "play", "give-left"), (0, "give", "fetch")])
    fetch = 1 << NAMES.index("fetch")
    assert knowledge.certain(position.state, 0, 1) == fetch
    play_through(position, [(1, "play", "feed-left"), (2, "play", "draw-right")])
    position.play(CHANCE, drawing(2, NAMES.index("share")))
    given = 1 << NAMES.index("give-left")
    assert knowledge.certain(position.state, 0, 1) == 0
    assert knowledge.certain(position.state, 0, 2) == given, "B's plan gave it to C openly"
    assert knowledge.possible(position.state, 0, 1) & fetch
    assert knowledge.possible(position.state, 0, 2) & fetch
