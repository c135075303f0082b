"""The bots of Schollenschubser: whole turns against brute force, sure wins, and strength."""

import random

import numpy as np
import pytest

from tischlein.bots.bot import Bot
from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser import notation, rollout_policy, turn_results
from tischlein.games.schollenschubser.actions import DONE
from tischlein.games.schollenschubser.bots import PAYOFF_SCALE
from tischlein.games.schollenschubser.state import PAWNS, Phase
from tischlein.lab import arena
from tischlein.search import halving
from tischlein.search.method import RolloutSettings

GAME = registry.load("schollenschubser")
DTYPE = GAME.state.dtype
LEVELS = [level.key for level in GAME.levels]


def after_random_events(events: int, seed: int, players: int = 2) -> Position:
    """A position in which a seat acts, reached by random play."""
    rng = random.Random(seed)
    position = Position.start(GAME, players)
    while events > 0 or position.acting == (CHANCE,):
        (seat,) = position.acting
        choices = position.outcomes() if seat == CHANCE else [(a, 1) for a in position.legal(seat)]
        position.apply(Event(seat, rng.choice([value for value, _ in choices])))
        events -= 1
    return position


def board(row: np.ndarray) -> tuple[bytes, ...]:
    """Everything of a position that a turn's moves change for good."""
    state = row.view(DTYPE)[0]
    return state.floe.tobytes(), state.pawns.tobytes(), state.bank.tobytes(), state.saved.tobytes()


def boards_by_brute_force(position: Position) -> set[tuple[bytes, ...]]:
    """The boards with which a turn can end, by trying every order of actions."""
    (seat,) = position.acting
    found = set()
    if position.state.phase == Phase.MOVE:
        found.add(board(position.row))
    for action in position.legal(seat):
        if action == DONE:
            continue
        after = position.clone()
        after.apply(Event(seat, action))
        found.add(board(after.row))
        if after.acting == (seat,):
            found |= boards_by_brute_force(after)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_results_of_a_turn_are_those_that_brute_force_finds(seed: int) -> None:
    position = after_random_events(30 + 17 * seed, seed)
    rows = np.empty((turn_results.MOST_RESULTS, len(position.row)), np.int64)
    table = np.empty((turn_results.MOST_RESULTS, 3), np.int64)
    count = turn_results.results(position.row, position.acting[0], rows, table)
    finished = [
        index
        for index in range(count)
        if table[index, turn_results.ACTION] != turn_results.UNFINISHED
    ]
    assert {board(rows[index]) for index in finished} == boards_by_brute_force(position)


def winning_position() -> Position:
    """Seat A has to follow a die, then one step wins; most floes could still be moved away."""
    position = Position.start(GAME, 2)
    state = position.record
    state.floe[:4] = (4, 3, 2, 2)
    state.stock[:] = (3, 3)
    state.pawns[3, 0] = 1
    state.saved[0], state.bank[0] = PAWNS - 1, 0
    state.mover, state.phase = 0, Phase.DRIFT
    state.dice[:] = (4, 6)
    return position


@pytest.mark.parametrize("level", ["medium", "strong"])
def test_a_win_at_hand_is_taken(level: str) -> None:
    position = winning_position()
    bot = Bot(GAME, level, new_rng(1))
    for _ in range(2):
        action = bot.choose(position.observe(0), position.legal(0)).action
        assert action is not None
        position.play(0, action)
    assert position.over
    assert position.scores()[0] == PAWNS


def test_the_weak_bot_saves_before_it_steps_and_never_goes_back() -> None:
    position = Position.start(GAME, 2)
    state = position.record
    state.floe[:8] = (4, 3, 2, 2, 0, 0, 0, 0)
    state.pawns[0, 0] = state.pawns[3, 0] = state.unmoved[0] = state.unmoved[3] = 1
    state.bank[0], state.may_board = 2, 1
    state.mover, state.phase = 0, Phase.MOVE
    bot = Bot(GAME, "weak", new_rng(1))
    played = []
    while position.acting == (0,):
        action = bot.choose(position.observe(0), position.legal(0)).action
        assert action is not None
        played.append(notation.write(position.state, 0, action))
        position.play(0, action)
    assert played == ["save A4", "step A1 A2", "board A1"]


def hope(position: Position, seat: int) -> float:
    """What a seat may hope for, if the next turns are played greedily."""
    settings = RolloutSettings(100, cutoff=6, scale=PAYOFF_SCALE)
    seen, rows = position.observe(seat), position.row[np.newaxis]
    return float(halving.try_rows(seen, rows, settings, new_rng(5), lambda: False).means[0])


def test_playing_on_tells_a_sure_win_from_a_sure_loss() -> None:
    position = winning_position()
    for action in (text.split() for text in ("melt a1", "save a4")):
        position.play(0, notation.read(position.state, 0, action))
    assert hope(position, 0) == pytest.approx(1)
    assert hope(position, 1) == pytest.approx(0)


def test_playing_on_favours_whoever_is_ahead() -> None:
    position = winning_position()
    state = position.record
    state.saved[0], state.bank[0] = PAWNS - 2, 1  # one more is still to be brought east
    ahead, behind = hope(position, 0), hope(position, 1)
    assert 0 < behind < 0.3
    assert 0.7 < ahead <= 1


def test_greedily_the_foremost_researcher_moves_first_and_all_that_can_do() -> None:
    position = Position.start(GAME, 2)
    state = position.record
    state.floe[:8] = (4, 3, 2, 2, 0, 0, 0, 0)
    state.pawns[0, 0] = state.pawns[3, 0] = state.unmoved[0] = state.unmoved[3] = 1
    state.bank[0], state.may_board = 2, 1
    state.mover, state.phase = 0, Phase.MOVE
    played = []
    while position.acting == (0,):
        legal = np.array(position.legal(0), np.int64)
        action = int(rollout_policy.policy(position.state, 0, legal, len(legal), new_rng(1)))
        played.append(notation.write(position.state, 0, action))
        position.play(0, action)
    assert played == ["save A4", "step A1 A2", "board A1"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
def test_decisions_are_legal_and_come_soon_once_time_is_up(level: str, players: int) -> None:
    position = after_random_events(60, players, players)
    (seat,) = position.acting
    stop = np.ones(1, np.int64)
    decision = Bot(GAME, level, new_rng(2)).choose(
        position.observe(seat), position.legal(seat), stop
    )
    assert decision.action in position.legal(seat)


@pytest.mark.long
def test_the_medium_bot_beats_the_weak_one() -> None:
    contest = arena.contest(GAME, ["medium", "weak"], matches=20, workers=1)
    assert contest.standings[0].rate > 0.8
