"""PettingZoo's own suite on every game, and what our environments promise beyond it."""

from __future__ import annotations

import contextlib
import importlib
import io
from itertools import count, islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from tests.interop.game_settings import eleventh, games, parameters
from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.interop.pettingzoo import env, parallel_env, raw_env, register
from tischlein.interop.tensors import Layout
from tischlein.testing.cases import Case

# PettingZoo's own games with masks are warned of alike, but for a list of their names.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def table(case: Case, **more: Any) -> Any:
    changed = {
        option.name: case.options[option.name]
        for option in case.game.options
        if case.options[option.name] != option.default_for(case.seats)
    }
    return env(case.game.key, seats=case.seats, **more, **changed)


@pytest.mark.parametrize("case", parameters())
def test_the_suite_of_pettingzoo_passes(case: Case) -> None:
    cycles = 100 if case.game.compiled else 20
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(table(case), num_cycles=cycles)
        seed_test(lambda: table(case), num_cycles=cycles // 10)


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.key)
def test_the_mask_is_among_the_infos_of_who_is_asked(game: Game) -> None:
    """Wrappers that take numbers alone, such as those of SuperSuit, do not observe it."""
    playing = raw_env(game.key)
    playing.reset(seed=1)
    for agent in islice(playing.agent_iter(), 60):
        seen, _, terminated, truncated, info = playing.last()
        if terminated or truncated:
            assert not info
            playing.step(None)
            continue
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert not any(playing.infos[other] for other in playing.agents if other != agent)
        seen["action_mask"][:] = 0  # what an agent does with it is its own affair
        playing.step(int(info["action_mask"].argmax()))


def test_the_masks_of_a_round_are_among_its_infos() -> None:
    together = parallel_env("misd", seats=3)
    seen, infos = together.reset(seed=1)
    for _ in range(5):
        for agent, info in infos.items():
            assert info["action_mask"].any()
            assert np.array_equal(info["action_mask"], seen[agent]["action_mask"])
        actions = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
        seen, _, _, _, infos = together.step(actions)


@pytest.mark.parametrize("case", parameters()[1::6])
def test_what_is_rendered_is_what_pettingzoo_expects(case: Case) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        render_test(lambda **mode: table(case, **mode))
    assert printed.getvalue()


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.key)
def test_the_benchmark_of_pettingzoo_runs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes round the agents until five seconds are over, and here a clock ticks each round."""
    ticks = count()
    rounds = 100 if game.compiled else 5
    clock = SimpleNamespace(time=lambda: 5.0 * next(ticks) / rounds)
    benchmark = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(benchmark, "time", clock)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        benchmark.performance_benchmark(env(game.key))
    assert "turns per second" in printed.getvalue()


def test_a_game_of_ones_own_is_an_environment_too() -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(eleventh()), num_cycles=100)
    playing = raw_env(eleventh())
    playing.reset()
    for cell in (4, 0, 2, 1, 6):
        playing.step(cell)
    assert playing.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert all(playing.terminations.values())
    while playing.agents:
        playing.step(None)
    with pytest.raises(ValueError, match="the match is over"):
        playing.step(0)


def test_what_cannot_be_done_is_refused_by_rule_and_loses_in_wrappers() -> None:
    game = eleventh()
    raw = raw_env(game)
    raw.reset()
    raw.step(4)
    with pytest.raises(RefusedError, match="TTT-1"):
        raw.step(4)
    with pytest.raises(ValueError, match="seat 1 cannot choose 9 here"):
        raw.step(9)
    wrapped = env(game)
    wrapped.reset()
    wrapped.step(4)
    wrapped.last()
    with contextlib.redirect_stderr(io.StringIO()):
        wrapped.step(4)
    assert wrapped.unwrapped._cumulative_rewards == {"seat_0": 0.0, "seat_1": -1.0}


def test_a_setting_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(GameError, match="there is no game 'chess'"):
        env("chess")
    with pytest.raises(OptionError, match="raufer is played with 3, 4, 5 seats, not 2"):
        env("raufer", seats=2)
    with pytest.raises(OptionError, match="no option 'colour'"):
        env("raufer", colour="red")
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, rgb_array"):
        env("raufer", render_mode="svg")


def test_pictures_of_a_match_are_of_one_even_size_for_a_film() -> None:
    film = env("drunter", seats=4, render_mode="rgb_array")
    film.reset(seed=2)
    shapes = set()
    for step, agent in enumerate(film.agent_iter()):
        seen, _, ended, cut, _ = film.last()
        if step % 12 == 0:
            shapes.add(film.render().shape)
        film.step(None if ended or cut else int(seen["action_mask"].argmax()))
        assert agent in film.possible_agents
    ((height, width, colours),) = shapes
    assert (height % 2, width % 2, colours) == (0, 0, 3)


def test_who_comes_too_early_or_is_not_there_is_told_so() -> None:
    raw, together = raw_env("raufer"), parallel_env("misd", seats=2)
    notation: Any = "4 up"
    for early in (lambda: raw.observe("seat_0"), lambda: raw.step(0), lambda: together.step({})):
        with pytest.raises(ValueError, match="no match has begun"):
            early()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="no agent 'seat_3', only seat_0, seat_1, seat_2"):
        raw.observe("seat_3")
    with pytest.raises(ValueError, match=r"seat 0 cannot choose '4 up' here; legal are [0-9]"):
        raw.step(notation)
    together.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0, seat_1 give an action each, not seat_0"):
        together.step({"seat_0": 0})
    with pytest.raises(ValueError, match="max_cycles is at least 1"):
        env("raufer", max_cycles=0)
    with pytest.raises(ValueError, match=r"and a whole number, or None .*, not 1\.5"):
        env("raufer", max_cycles=1.5)


def test_only_the_selected_agent_has_actions_and_it_sees_no_other_hand() -> None:
    playing = raw_env("raufer", seats=3, observation="words")
    playing.reset(seed=4)
    layout = playing.table.layout
    for seat, agent in enumerate(playing.agents):
        seen = playing.observe(agent)
        assert seen["action_mask"].any() == (agent == playing.agent_selection)
        assert seen in playing.observation_space(agent)
        hands = layout.part(seen["observation"], "hands")[:3].tolist()
        assert [bool(hand) for hand in hands] == [other == seat for other in range(3)]


class Sizes(Layout):
    """A layout of one's own: how many cards everybody holds."""

    shape = (5,)
    dtype = np.dtype(np.float32)
    range = (0.0, 20.0)

    def encode_row(self, row: Any, seat: int) -> Any:
        del seat
        return np.array(self.game.state.view(row).sizes, np.float32)


def test_a_layout_of_ones_own_is_what_agents_see() -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env("raufer", observation=Sizes), num_cycles=50)
    playing = raw_env("raufer", observation=Sizes)
    playing.reset(seed=1)
    assert playing.observe("seat_0")["observation"].tolist() == [5, 5, 5, 0, 0]


def masked_sampling(playing: Any, masks: Any) -> Any:
    """Let the spaces of an environment sample legal actions, since its test asks for any."""

    class Legal(Discrete):
        def __init__(self, agent: str) -> None:
            self.agent = agent
            super().__init__(playing.action_space(agent).n)

        def sample(self, *_: Any, **__: Any) -> Any:
            return super().sample(masks(self.agent))

    spaces = {agent: Legal(agent) for agent in playing.possible_agents}
    playing.action_space = spaces.__getitem__
    return playing


def parallel_with_masks(key: Any, **arguments: Any) -> Any:
    playing = parallel_env(key, **arguments)
    return masked_sampling(playing, lambda agent: playing._all_see()[agent]["action_mask"])


def one_by_one_with_masks(key: Any, **arguments: Any) -> Any:
    playing = raw_env(key, **arguments)
    return masked_sampling(playing, lambda agent: playing.observe(agent)["action_mask"])


AT_ONCE = [BELL, DASH, *(game for game in games() if game.simultaneous or game.race)]


@pytest.mark.parametrize("game", AT_ONCE, ids=lambda game: game.key)
def test_games_with_choices_at_once_are_parallel_environments(game: Any) -> None:
    seats = max(game.seats)
    with contextlib.redirect_stdout(io.StringIO()):
        parallel_api_test(parallel_with_masks(game, seats=seats), num_cycles=60)
        parallel_seed_test(lambda: parallel_with_masks(game, seats=seats), num_cycles=30)


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.key)
def test_every_match_is_cut_off_after_so_many_rounds(game: Game) -> None:
    """All together, and not before; in turns a round asks one seat, which PettingZoo's does not."""
    playing = raw_env(game, max_cycles=3)
    playing.reset(seed=2)
    asked = 0
    while not any(playing.truncations.values()):
        assert not any(playing.terminations.values())
        agent = playing.agent_selection
        playing.step(int(playing.observe(agent)["action_mask"].argmax()))
        asked += 1
    assert all(playing.truncations.values())
    assert 3 <= asked <= 3 * len(playing.possible_agents)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cycles_are_counted_as_pettingzoo_does_where_everybody_chooses_at_once(
    seats: int,
) -> None:
    max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda max_cycles: parallel_with_masks(
                "nussknacker", seats=seats, max_cycles=max_cycles
            ),
            env=lambda max_cycles: one_by_one_with_masks(
                "nussknacker", seats=seats, max_cycles=max_cycles
            ),
        )
    )


def test_a_game_of_turns_is_no_parallel_environment() -> None:
    with pytest.raises(GameError, match="in bauab one seat acts after the other"):
        parallel_env("bauab")


def test_who_has_to_wait_can_do_nothing_else() -> None:
    playing = parallel_env("misd", seats=2)
    seen, _ = playing.reset(seed=1)
    actions = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    waiting = next(agent for agent, action in actions.items() if action == playing.rounds.wait)
    with pytest.raises(ValueError, match=f"{waiting} has to wait"):
        playing.step(actions | {waiting: 3})
    before = playing.rounds.position()
    playing.step(actions)
    assert playing.rounds.position() != before


def test_environments_are_made_by_name() -> None:
    register()
    playing = pettingzoo.make("aec", "tischlein/raufer-v1", seats=4)
    assert playing.unwrapped.table.start.seats == 4
    assert pettingzoo.make("parallel", "tischlein/misd-v1").possible_agents == ["seat_0", "seat_1"]
    assert "tischlein/bauab-v1" not in pettingzoo.parallel_registry


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_options_of_a_reset_are_refused_where_nobody_would_follow_them(make: Any) -> None:
    playing = make("misd")
    playing.reset(seed=1, options={})
    with pytest.raises(OptionError, match="reset takes no options: seats is an argument"):
        playing.reset(options={"seats": 4})
    several = "reset takes no options: seats, variant and max_cycles are arguments of the environ"
    with pytest.raises(OptionError, match=several):
        playing.reset(options={"seats": 4, "other": 1, "variant": "b", "max_cycles": 3})
