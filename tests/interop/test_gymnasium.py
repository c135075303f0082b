"""Gymnasium's own checker on every game, and a seat among bots."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from tests.interop.game_settings import eleventh, games
from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.core.position import Observation
from tischlein.interop.gymnasium import SeatEnv
from tischlein.interop.gymnasium_batch import BatchEnv


def play(env: Any, seed: int) -> tuple[float, int]:
    """Play a match by legal actions drawn alike; return the last reward and the steps."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    for steps in range(1, 10_000):
        seen, reward, terminated, _, info = env.step(
            int(rng.choice(np.flatnonzero(seen["action_mask"])))
        )
        assert "refused" not in info
        if terminated:
            return float(reward), steps
        assert reward == 0
    raise AssertionError("a match has no end")


@pytest.mark.parametrize("game", [*games(), BELL, DASH], ids=lambda game: game.key)
def test_the_checker_of_gymnasium_finds_nothing(game: Game) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        check_env(gymnasium.make(f"tischlein/{game.key}-v{game.version}").unwrapped)
        for seats in game.seats[1:] if game.compiled else ():
            check_env(SeatEnv(game, seats=seats), skip_render_check=True)


@pytest.mark.parametrize("key", ["raufer", "bauab", "nussknacker", "misd", "drunter"])
def test_a_seat_plays_among_bots(key: str) -> None:
    env = gymnasium.make(f"tischlein/{key}-v1", opponents="weak")
    reward, steps = play(env, 3)
    assert -1 <= reward <= 1
    assert steps > 1
    assert (reward, steps) == play(env, 3)


def test_better_opponents_leave_less() -> None:
    """Of twenty matches at random each, against bots that play and against none that does."""
    rewards = {
        level: sum(play(SeatEnv("bauab", opponents=level), seed)[0] for seed in range(10))
        for level in ("random", "medium")
    }
    assert rewards["medium"] == -10
    assert rewards["random"] > -10


def test_opponents_are_named_each_for_itself_and_functions_too() -> None:
    asked: list[int] = []

    def first(seen: Observation, legal: Any) -> int:
        asked.append(seen.seat)
        return int(legal[0])

    play(SeatEnv("raufer", seat=1, opponents=[first, "random"]), 1)
    assert set(asked) == {0}
    with pytest.raises(GameError, match="there is 1 opponent for 2 seats"):
        SeatEnv("raufer", opponents=["weak"])
    with pytest.raises(OptionError, match="one of 0 to 2, not 3"):
        SeatEnv("raufer", seat=3)
    with pytest.raises(OptionError, match=r"one of 0 to 2, not 1\.0"):
        SeatEnv("raufer", seat=1.0)  # type: ignore[arg-type]  # the mistake is the test
    with pytest.raises(GameError, match="no level 'genius'"):
        SeatEnv("raufer", opponents="genius")


class Stubborn:
    """Takes the cell in the middle, whoever has it, or never takes any."""

    def __init__(self, cell: int | None) -> None:
        self.cell = cell

    def choose(self, *_: Any) -> int | None:
        return self.cell


def test_opponents_that_do_what_cannot_be_done_are_refused() -> None:
    env = SeatEnv(eleventh(), seat=0, opponents=Stubborn(4))
    env.reset(seed=1)
    with pytest.raises(RefusedError, match="TTT-1"):
        env.step(4)
    waiting = SeatEnv(eleventh(), seat=0, opponents=Stubborn(None))
    waiting.reset(seed=1)
    with pytest.raises(ValueError, match="has returned None, but nobody else can act"):
        waiting.step(4)


def test_words_are_observations_too() -> None:
    check_env(SeatEnv("raufer", observation="words"), skip_render_check=True)


def test_an_action_that_is_not_legal_loses_and_names_the_rule() -> None:
    env = SeatEnv(eleventh(), seat=0, opponents=lambda _, legal: legal[0])
    env.reset(seed=1)
    env.step(4)
    _, reward, terminated, _, info = env.step(4)
    assert (reward, terminated) == (-1.0, True)
    assert "TTT-1" in info["refused"]


def test_nothing_is_played_before_a_match_and_after_its_end() -> None:
    env = SeatEnv("dropit", seat=0)
    with pytest.raises(ResetNeeded, match="no match has begun"):
        env.step(0)
    env = SeatEnv(eleventh(), seat=0, opponents=lambda _, legal: legal[0])
    for last in (2, 1):  # three in a row, and a cell that the opponent has
        env.reset(seed=1)
        over = False
        for action in (4, 6, last):
            assert not over
            over = env.step(action)[2]
        assert over
        row = env.rounds.row.copy()
        for action in range(9):
            with pytest.raises(ResetNeeded, match="the match is over"):
                env.step(action)
        assert row.tobytes() == env.rounds.row.tobytes()
    env.reset(seed=1)
    assert not env.step(4)[2]


@pytest.mark.parametrize(
    "action", [None, "4", 4.0, -1, 9, np.array([4]), np.array([4, 4])], ids=repr
)
def test_what_is_no_action_at_all_is_no_move(action: object) -> None:
    env = SeatEnv(eleventh(), seat=0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="an action is a whole number below 9, not"):
        env.step(action)
    assert env.step(np.int64(4))[1] == 0


def test_masks_are_offered_as_learners_ask_for_them() -> None:
    env = SeatEnv("raufer")
    seen, info = env.reset(seed=2)
    assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
    observer = env.table.layout.part(seen["observation"], "observer")
    assert int(observer) == info["seat"] == env.seat


def test_environments_stack() -> None:
    both = gymnasium.make_vec("tischlein/raufer-v1", num_envs=2, vectorization_mode="sync", seats=4)
    seen, _ = both.reset(seed=1)
    assert seen["action_mask"].shape == (2, 42)
    both.close()


@pytest.mark.parametrize("game", [game for game in games() if game.compiled], ids=str)
def test_many_matches_at_once_are_a_batch(game: Game) -> None:
    def played(seed: int) -> tuple[Any, ...]:
        envs: Any = gymnasium.make_vec(f"tischlein/{game.key}-v{game.version}", num_envs=3)
        assert isinstance(envs.unwrapped, BatchEnv)
        seen, info = envs.reset(seed=seed)
        ended = 0
        rewards = np.zeros(3)
        for _ in range(60):
            assert all(seen[name] in envs.observation_space[name] for name in seen)
            assert info["seat"].max() < min(game.seats)
            chosen = envs.unwrapped.sample()
            assert seen["action_mask"][np.arange(3), chosen].all()
            seen, rewards, terminated, truncated, info = envs.step(chosen)
            assert not truncated.any()
            assert not rewards[~terminated].any()
            ended += int(terminated.sum())
        envs.close()
        return seen["observation"].tobytes(), rewards.tolist(), ended

    assert played(5) == played(5)


def test_the_reward_of_a_batch_is_the_actors() -> None:
    envs = BatchEnv(eleventh(), num_envs=1)
    envs.reset(seed=1)
    for cell in (0, 3, 1, 4):
        _, rewards, terminated, _, _ = envs.step(np.array([cell]))
        assert (rewards.tolist(), terminated.tolist()) == ([0.0], [False])
    seen, rewards, terminated, _, info = envs.step(np.array([2]))
    assert (rewards.tolist(), terminated.tolist()) == ([1.0], [True])
    assert info["rewards"].tolist() == [[1.0, -1.0]]
    assert seen["action_mask"].all()  # the next match has begun
    with pytest.raises(ResetNeeded, match="no match has begun"):
        BatchEnv(eleventh(), num_envs=1).step(np.array([0]))
    with pytest.raises(OptionError, match="for opponents, vectorization_mode='sync'"):
        gymnasium.make_vec("tischlein/bauab-v1", num_envs=2, opponents="weak")
    names: Any = "sentences"
    with pytest.raises(ValueError, match="one of fields, bits, words, not 'sentences'"):
        BatchEnv(eleventh(), observation=names)
    none: Any
    for none in (0, -1, 2.5, "3", None):
        with pytest.raises(ValueError, match=f"num_envs is a whole number, .*, not {none!r}"):
            BatchEnv(eleventh(), num_envs=none)
    with pytest.raises(MemoryError, match="play fewer"):
        BatchEnv(eleventh(), num_envs=1 << 60)
    other: Any = "cuda"
    with pytest.raises(ValueError, match="the device is cpu, not 'cuda': for a GPU use"):
        BatchEnv(eleventh(), device=other)


def test_options_of_a_reset_are_refused_where_nobody_would_follow_them() -> None:
    stacked = gymnasium.make_vec("tischlein/bauab-v1", num_envs=2)
    for playing in (SeatEnv("bauab"), stacked):
        playing.reset(seed=1, options={"other": 1})
        with pytest.raises(OptionError, match="reset takes no options: plan is an argument"):
            playing.reset(options={"plan": "barrel"})
    stacked.close()
