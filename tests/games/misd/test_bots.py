"""The bots of Misd: human-like times, honest error rates, and answers that stay the same."""

import random
from itertools import count
from statistics import median

import pytest

from tischlein.core import registry
from tischlein.core.kernel import Rng, new_rng
from tischlein.core.levels import Custom
from tischlein.core.position import Position
from tischlein.core.race import Reaction
from tischlein.core.seats import CHANCE
from tischlein.games.misd.actions import CARD, PASS, TURN, claimed_symbol
from tischlein.games.misd.bots import MATCHED, STRONG, Behaviour, behaviour_of, matched_pace
from tischlein.games.misd.cards import FACES
from tischlein.games.misd.state import Phase
from tischlein.lab.simulate import players_by_level, simulate

MISD = registry.load("misd")
LEVELS = ("weak", "medium", "strong", "matched")


def think(level: str, position: Position, seat: int, rng: Rng) -> int | Reaction | None:
    search = MISD.level(level).search
    assert isinstance(search, Custom)
    return search.choose(position.observe(seat), rng, lambda: False)


def question(face: int = 0, **options: str | int) -> Position:
    """The first question of variant A with three seats."""
    position = Position.start(MISD, 3, options)
    for seat, action in ((CHANCE, 0), (0, TURN), (CHANCE, CARD + face)):
        position.play(seat, action)
    return position


def search_question(seed: int, cards: int) -> Position:
    """The first question of variant B with three seats."""
    rng = random.Random(seed)
    position = Position.start(MISD, 3, {"variant": "b", "cards": cards})
    while position.state.phase != Phase.OPEN:
        if position.acting == (CHANCE,):
            position.play(CHANCE, rng.choice(position.outcomes())[0])
        else:
            position.play(position.acting[0], TURN)
    return position


def reactions(level: str, times: int = 1500) -> list[tuple[Reaction, int]]:
    """What a level says to the first questions of many matches, and what would be right.

    The seat has two chips, so that a mistake costs something.
    """
    said = []
    for seed in range(times):
        position = question(seed % FACES)
        position.record.chips[:3] = 2
        position.record.stock -= 6
        reaction = think(level, position, 1, new_rng(seed))
        assert isinstance(reaction, Reaction)
        said.append((reaction, int(position.state.answer)))
    return said


@pytest.mark.parametrize(
    ("level", "milliseconds", "errors"),
    [("weak", 6600, 0.15), ("medium", 4600, 0.06), ("strong", 2800, 0.015)],
)
def test_times_and_errors_are_those_of_the_level(
    level: str, milliseconds: int, errors: float
) -> None:
    said = reactions(level)
    times = [reaction.milliseconds for reaction, _ in said]
    assert median(times) == pytest.approx(milliseconds, rel=0.06)
    assert min(times) >= 900
    assert max(times) <= 20_000
    claims = [(reaction, right) for reaction, right in said if reaction.action != PASS]
    wrong = sum(reaction.action != right for reaction, right in claims)
    assert wrong / len(claims) == pytest.approx(errors, abs=3 * (errors / len(claims)) ** 0.5)


def test_most_mistakes_get_the_colour_or_the_shape_right() -> None:
    wrong = [
        (one.action, right) for one, right in reactions("weak") if one.action not in (PASS, right)
    ]
    halves = [
        any(
            one == other
            for one, other in zip(claimed_symbol(said), claimed_symbol(right), strict=True)
        )
        for said, right in wrong
    ]
    assert 0.7 < sum(halves) / len(halves) < 0.9


@pytest.mark.parametrize("level", LEVELS)
def test_asked_again_a_bot_sticks_to_its_answer(level: str) -> None:
    position = question(wrong="out")
    rng = new_rng(3)
    first = think(level, position, 2, rng)
    position.play(0, PASS)
    assert think(level, position, 2, rng) == first


def test_nobody_repeats_a_claim_that_was_wrong() -> None:
    """MIS-19: whoever would have made the same mistake looks again, and takes longer for it."""
    for seed in range(400):
        position = question(wrong="out")
        first = think("weak", position, 2, new_rng(seed))
        assert isinstance(first, Reaction)
        if first.action in (PASS, position.state.answer):
            continue
        position.play(1, first.action)
        again = think("weak", position, 2, new_rng(seed))
        assert isinstance(again, Reaction)
        assert again.action != first.action
        assert again.milliseconds > first.milliseconds
        return
    pytest.fail("the weak bot never errs")


@pytest.mark.parametrize("level", LEVELS)
def test_bots_turn_when_it_is_their_turn(level: str) -> None:
    position = Position.start(MISD, 2)
    position.play(CHANCE, 1)
    assert think(level, position, 1, new_rng(0)) == TURN


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cards", [5, 10])
def test_bots_answer_questions_of_variant_b(level: str, cards: int) -> None:
    right = 0
    for seed in range(60):
        position = search_question(seed, cards)
        reaction = think(level, position, 0, new_rng(seed))
        assert isinstance(reaction, Reaction)
        assert position.why_not(0, reaction.action) is None
        assert 900 <= reaction.milliseconds <= 20_000
        right += reaction.action == position.state.answer
    assert right > 30


@pytest.mark.parametrize(
    ("level", "share"), [("weak", 1.0), ("medium", 0.8), ("strong", 0.8), ("matched", 0.8)]
)
def test_faces_seen_before_are_seen_faster_by_those_who_remember(level: str, share: float) -> None:
    times = []
    for before in (0, 1):
        position = question()
        position.record.seen[0] += before
        found = []
        for seed in range(100):
            reaction = think(level, position, 1, new_rng(seed))
            assert isinstance(reaction, Reaction)
            found.append(reaction.milliseconds - 600)
        times.append(median(found))
    assert times[1] / times[0] == pytest.approx(share, abs=0.02)


def test_the_strong_bot_knows_the_last_pair_of_a_cycle() -> None:
    """MIS-10."""
    position = search_question(0, 10)
    times = []
    for asked in (9, 10):
        position.record.asked = asked
        found = []
        for seed in range(100):
            reaction = think("strong", position, 1, new_rng(seed))
            assert isinstance(reaction, Reaction)
            found.append(reaction.milliseconds)
        times.append(median(found))
    assert times[1] < 1600 < times[0]


def test_who_has_nothing_to_pay_hurries_and_a_sure_leader_takes_care() -> None:
    """MIS-17."""
    position = question(chips=12)

    def behaviour(chips: tuple[int, int, int]) -> Behaviour:
        position.record.chips[:3] = chips
        position.record.stock = 12 - sum(chips)
        return behaviour_of(STRONG, position.state, 0)

    calm = behaviour((2, 2, 2))
    assert calm == Behaviour(1.0, STRONG.error)
    for chips in ((0, 2, 2), (1, 2, 2)):
        assert behaviour(chips).pace < 1
    assert behaviour((6, 2, 1)).pace > 1
    assert behaviour((6, 2, 1)).error < calm.error
    assert behaviour((2, 6, 2)).pace < 1


def test_a_bot_that_sees_nothing_for_long_gives_up() -> None:
    """MIS-20."""
    for seed in count():
        reaction = think("weak", question(), 1, new_rng(seed))
        assert isinstance(reaction, Reaction)
        if reaction.action == PASS:
            assert reaction.milliseconds == 20_000
            break


def test_no_bot_thinks_longer_than_the_table_waits() -> None:
    """MIS-21."""
    waiting = question(think=3)
    reactions = [think("weak", waiting, 1, new_rng(seed)) for seed in range(100)]
    times = [one.milliseconds for one in reactions if isinstance(one, Reaction)]
    assert len(times) == 100
    assert max(times) == 3000
    passed = [one for one in reactions if isinstance(one, Reaction) and one.action == PASS]
    assert passed == [Reaction(PASS, 3000)] * len(passed) != []


@pytest.mark.long
@pytest.mark.parametrize("person", ["weak", "medium", "strong"])
@pytest.mark.parametrize("variant", ["a", "b"])
def test_who_plays_a_matched_bot_wins_about_half_of_the_questions(
    person: str, variant: str
) -> None:
    won = questions = 0
    players = players_by_level(MISD, [person, "matched"])
    for record in simulate(MISD, 2, {"variant": variant}, matches=12, seed=4, players=players):
        final = record.final().state
        won += int(final.right[0])
        questions += sum(final.right)
    assert 0.35 < won / questions < 0.65


def test_a_matched_bot_takes_its_time_while_it_wins() -> None:
    position = question()
    assert matched_pace(position.state, 0) == 1.0
    assert behaviour_of(MATCHED, position.state, 0) == Behaviour(1.0, MATCHED.error)
    position.record.right[0] = 1
    assert matched_pace(position.state, 0) > 1 > matched_pace(position.state, 1)
    position.record.right[0] = 8
    assert matched_pace(position.state, 0) == 5.0
    position.record.right[:2] = (0, 8)
    assert matched_pace(position.state, 0) == 0.2
