"""The driver: who is asked and when, what happens next, and who is fastest in a race."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tiny import bell, dash, kuhn, wager
from tests.tiny.bell.state import RING
from tests.tiny.dash.state import FALL, GO, LEFT, PASS, RIGHT
from tischlein.core.driver import LEISURE, Driver, Player, RandomPlayer, play_at_random
from tischlein.core.errors import GameError, RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.core.seats import CHANCE

KUHN, BELL, DASH, WAGER = kuhn.GAME, bell.GAME, dash.GAME, wager.GAME


class Scripted:
    """Answers as a list has it, and notes what it was shown."""

    def __init__(self, *answers: int | Reaction | None) -> None:
        self.answers = list(answers)
        self.seen: list[Observation] = []
        self.offered: list[Sequence[int]] = []

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return the next answer; the last one stays."""
        self.seen.append(observation)
        self.offered.append(legal)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def driven(position: Position, *players: Player, seed: int = 1) -> Driver:
    return Driver(position, players, random.Random(seed))


# --- who is asked ---


@pytest.mark.parametrize("game", [KUHN, BELL, DASH, WAGER], ids=lambda game: game.key)
def test_a_match_goes_to_its_end_and_its_events_lead_there_again(game: Game) -> None:
    for seats in game.seats:
        position = game.start(seats)
        events = list(play_at_random(position, random.Random(7)).play())
        assert position.over
        again = game.start(seats)
        for event in events:
            again.play(event.seat, event.action, event.measurement)
        assert again == position


def test_a_match_that_players_never_end_is_broken_off_where_the_game_says_it_ends() -> None:
    shorter = replace(KUHN, longest=2)
    driver = play_at_random(shorter.start(), random.Random(7))
    with pytest.raises(GameError, match=r"kuhn \(default options\) has no end after 2 events"):
        list(driver.play())


@pytest.mark.parametrize("game", [KUHN, BELL, DASH, WAGER], ids=lambda game: game.key)
def test_equal_generators_give_equal_matches(game: Game) -> None:
    matches = [tuple(play_at_random(game.start(), random.Random(seed)).play()) for seed in range(9)]
    assert matches[4] == tuple(play_at_random(game.start(), random.Random(4)).play())
    assert len(set(matches)) > 1


def test_players_see_what_their_seat_sees_and_their_legal_actions() -> None:
    anna, ben = Scripted(1), Scripted(0)
    driver = driven(KUHN.start(), anna, ben)
    list(driver.play())
    assert [seen.seat for seen in anna.seen] == [0]
    assert [seen.seat for seen in ben.seen] == [1]
    assert anna.offered == ben.offered == [[0, 1]]
    assert anna.seen[0].state.cards[1] == kuhn.state.UNKNOWN


def test_nothing_happens_before_it_is_played() -> None:
    driver = driven(WAGER.start(), Scripted(0))
    assert driver.next_event() == Event(0, 0)
    assert driver.position == WAGER.start()
    match = driver.play()
    assert next(match) == Event(0, 0)
    assert driver.position == WAGER.start().after(0, 0)


def test_there_is_nothing_after_the_end() -> None:
    driver = driven(WAGER.start(), Scripted(0))
    assert len(list(driver.play())) == 2
    assert driver.next_event() is None
    assert list(driver.play()) == []


def test_chance_falls_by_its_weights() -> None:
    """The wild die shows 9 once in six."""
    rolls = Counter(
        driven(WAGER.start().after(0, "wild"), Scripted(0), seed=seed).next_event()
        for seed in range(600)
    )
    assert set(rolls) == {Event(CHANCE, 2), Event(CHANCE, 3)}
    assert rolls[Event(CHANCE, 3)] == pytest.approx(100, abs=35)


def test_who_waits_leaves_it_to_the_others() -> None:
    position = BELL.start(3)
    events = [driven(position, *waiting(1, 3), seed=seed).next_event() for seed in range(5)]
    assert events == [Event(1, 2)] * 5


def waiting(active: int, seats: int) -> list[Scripted]:
    """Return players of whom only one does something."""
    return [Scripted(2 if seat == active else None) for seat in range(seats)]


def test_all_who_may_act_have_their_chance_to_be_first() -> None:
    players = [Scripted(0) for _ in range(3)]
    first = Counter(
        event.seat
        for seed in range(300)
        if (event := driven(BELL.start(3), *players, seed=seed).next_event())
    )
    assert all(first[seat] > 70 for seat in range(3))


def test_if_all_wait_for_each_other_the_match_cannot_go_on() -> None:
    with pytest.raises(ValueError, match="everybody who may act waits for the others: A, B, C"):
        driven(BELL.start(3), *(Scripted(None) for _ in range(3))).next_event()


def test_one_can_be_asked_only_once_all_others_wait() -> None:
    for seed in range(10):
        person, other = Scripted(0), Scripted(1, 2)
        position = BELL.start(2)
        driver = Driver(position, [person, other], random.Random(seed), last=0)
        assert driver.next_event() == Event(1, 1)
        assert person.seen == []
        other.answers = [None]
        assert driver.next_event() == Event(0, 0)


def test_what_is_not_possible_is_refused() -> None:
    driver = driven(BELL.start(), Scripted(0), Scripted(0))
    with pytest.raises(RefusedError):
        list(driver.play())


def test_a_reaction_where_nobody_races_is_an_action() -> None:
    driver = driven(BELL.start(), *(Scripted(Reaction(RING, 80)) for _ in range(2)))
    (event,) = driver.play()
    assert (event.action, event.measurement) == (RING, ())


def test_random_players_take_every_legal_action() -> None:
    seen = BELL.start().observe(0)
    player = RandomPlayer(3)
    assert {player.choose(seen, [0, 2, RING]) for _ in range(100)} == {0, 2, RING}


# --- what comes from the world ---


def test_what_chance_brings_is_measured_before_it_happens() -> None:
    measured: list[tuple[Position, int]] = []

    def measure(position: Position, action: int) -> tuple[int, ...]:
        measured.append((position.clone(), action))
        return (-5,)

    falling = DASH.start().after(0, GO)
    driver = Driver(falling.clone(), [Scripted(PASS)] * 2, random.Random(0), measure)
    assert next(driver.play()) == Event(CHANCE, FALL, (-5,))
    assert measured == [(falling, FALL)]
    assert driver.position.state.ball == -5


def test_without_other_orders_the_game_measures() -> None:
    falling = DASH.start().after(0, GO)
    assert driven(falling, *[Scripted(PASS)] * 2).next_event() == Event(
        CHANCE, FALL, falling.measure(FALL).values
    )


# --- races ---


def on_the_right(position: Position, action: int) -> tuple[int, ...]:
    return (7,)


def open_race(seats: int = 2) -> Position:
    """Return Dash with the ball on the right."""
    return DASH.start(seats).after(0, GO).after(CHANCE, FALL, (7,))


def test_the_fastest_acts() -> None:
    players = Scripted(Reaction(RIGHT, 300)), Scripted(Reaction(RIGHT, 200))
    for seed in range(5):
        driver = driven(open_race(), *players, seed=seed)
        assert driver.next_event() == Event(1, RIGHT, (200,))


def test_equal_times_go_by_the_games_order() -> None:
    """In the second round the second seat has started, so it comes before the first."""
    position = open_race().after(0, RIGHT, (100,)).after(1, GO).after(CHANCE, FALL, (7,))
    driver = driven(position, *(Scripted(Reaction(RIGHT, 200)) for _ in range(2)))
    assert driver.next_event() == Event(1, RIGHT, (200,))


def test_whoever_sticks_to_an_answer_keeps_its_time() -> None:
    """The second seat decides once; being asked again does not make it slower."""
    players = (
        Scripted(Reaction(LEFT, 100)),
        Scripted(Reaction(RIGHT, 400), Reaction(RIGHT, 900)),
        Scripted(Reaction(RIGHT, 700), Reaction(RIGHT, 800)),
    )
    match = driven(open_race(3), *players).play()
    assert next(match) == Event(0, LEFT, (100,))
    assert next(match) == Event(1, RIGHT, (400,))


def test_whoever_thinks_again_takes_a_new_time() -> None:
    players = (
        Scripted(Reaction(LEFT, 100)),
        Scripted(Reaction(LEFT, 400), Reaction(RIGHT, 900)),
        Scripted(Reaction(RIGHT, 700)),
    )
    match = driven(open_race(3), *players).play()
    assert [next(match), next(match)] == [Event(0, LEFT, (100,)), Event(2, RIGHT, (700,))]


def test_times_of_one_race_do_not_count_in_the_next() -> None:
    players = (
        Scripted(Reaction(RIGHT, 100), Reaction(RIGHT, 300)),
        Scripted(Reaction(RIGHT, 400), GO, Reaction(RIGHT, 200)),
    )
    driver = Driver(open_race(), players, random.Random(1), on_the_right)
    assert [event for event in driver.play() if event.seat != CHANCE][:3] == [
        Event(0, RIGHT, (100,)),
        Event(1, GO),
        Event(1, RIGHT, (200,)),
    ]


def test_who_waits_in_a_race_claims_nothing() -> None:
    players = Scripted(None), Scripted(Reaction(PASS, 900))
    assert driven(open_race(), *players).next_event() == Event(1, PASS, (900,))
    with pytest.raises(ValueError, match="everybody who may act waits"):
        driven(open_race(), Scripted(None), Scripted(None)).next_event()


def test_who_waits_and_comes_back_to_an_answer_takes_a_new_time() -> None:
    """The second seat waits as soon as the first has acted."""
    players = (
        Scripted(Reaction(LEFT, 100)),
        Scripted(Reaction(RIGHT, 400), None, Reaction(RIGHT, 900)),
        Scripted(Reaction(LEFT, 700)),
    )
    match = driven(open_race(3), *players).play()
    told = [next(match), next(match), next(match)]
    assert told == [Event(0, LEFT, (100,)), Event(2, LEFT, (700,)), Event(1, RIGHT, (900,))]


def test_players_who_know_no_times_answer_at_leisure() -> None:
    times = set()
    for seed in range(30):
        event = driven(open_race(), Scripted(RIGHT), Scripted(None), seed=seed).next_event()
        assert event is not None
        times.add(event.measurement[0])
    assert LEISURE[0] <= min(times) < max(times) < LEISURE[1]


def no_outcomes(state: object, outcomes: object, weights: object) -> int:
    return 0


def no_actions(state: object, seat: object, out: object) -> int:
    return 0


def test_whoever_acts_and_can_do_nothing_is_named() -> None:
    unlucky = replace(KUHN, rules=replace(KUHN.rules, chance=no_outcomes), compiled=False)
    with pytest.raises(GameError, match="kuhn: chance acts, but the rule chance writes nothing"):
        play_at_random(unlucky.start(), random.Random(1)).next_event()
    stuck = replace(KUHN, rules=replace(KUHN.rules, legal=no_actions), compiled=False)
    with pytest.raises(GameError, match="kuhn: seat A acts, but the rule legal writes nothing"):
        play_at_random(stuck.start(seed=1), random.Random(1)).next_event()
