"""Games in which seats act at the same time, as a parallel environment of PettingZoo."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.seats import SPECTATOR
from tischlein.extras import missing_extra
from tischlein.interop import rendering
from tischlein.interop.rounds import acts_at_once, legal_action
from tischlein.interop.tensors import Arrangement

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv

    from tischlein.interop.environments import (
        BEFORE_RESET,
        AgentObservation,
        Table,
        check_cycles,
        check_reset,
    )
except ImportError as error:
    raise missing_extra("pettingzoo", "tischlein.interop.parallel") from error


class parallel_env(ParallelEnv[str, AgentObservation, int]):  # noqa: N801  # as PettingZoo calls it
    """A game as a parallel environment: one step is one round, and every agent gives an action.

    Agents, observations, rewards and arguments are those of
    :class:`tischlein.interop.pettingzoo.raw_env`. The last number of the action space is to wait:
    the only legal action of a seat that is not asked, and one of several for a seat that may
    interrupt.

    Raises
    ------
    GameError
        If there is no such game, or its seats always act one after the other.
    OptionError
        For a seat count or an option that it does not have.
    ValueError
        For an unknown render mode or encoding, or a `max_cycles` that is no positive whole number.
    """

    metadata = rendering.metadata(is_parallelizable=True)

    def __init__(
        self,
        key: str | Game,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        observation: Arrangement = "fields",
        interrupts: bool = True,
        max_cycles: int | None = None,
        **options: str | int,
    ) -> None:
        self.table = Table(key, seats, options, observation, interrupts=interrupts)
        game = self.table.game
        if not acts_at_once(game):
            raise GameError(
                f"in {game.key} one seat acts after the other: take tischlein.interop."
                f"pettingzoo.env({game.key!r})"
            )
        rendering.check_mode(render_mode)
        check_cycles(max_cycles)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = rendering.metadata(name=self.table.name, is_parallelizable=True)
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self._actions = game.actions + 1
        self.observation_spaces, self.action_spaces = self.table.spaces(self._actions)
        self._rng = new_rng(secrets.randbits(63))
        self.rounds = self.table.begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Begin a new match; without a seed the random stream continues.

        No options are supported; arguments of the environment are refused (OptionError).
        """
        check_reset(self.table.game, options)
        if seed is not None:
            self._rng = new_rng(seed)
        self.agents = self.possible_agents[:]
        self.rounds = self.table.begin()
        self.rounds.deal_all(self._rng)
        self._cycles = 0
        self._show()
        seen = self._all_see()
        return seen, _masks(seen)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, AgentObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play one round.

        Raises
        ------
        RefusedError
            With the rule that forbids an action; nothing has happened then.
        ValueError
            For an impossible choice, such as an action of an agent that has to wait; if an agent
            gives no action; before a match has begun, and after its end.
        """
        rounds, agents = self.rounds, self.agents
        if not agents:
            raise ValueError(BEFORE_RESET)
        if actions.keys() != set(agents):
            raise ValueError(f"{', '.join(agents)} give an action each, not {', '.join(actions)}")
        choices = {}
        for seat, agent in enumerate(agents):
            action = actions[agent]
            if seat in rounds.asked:
                choices[seat] = legal_action(rounds, seat, action)
            elif action != rounds.wait:
                raise ValueError(f"{agent} has to wait ({rounds.wait}), not to choose {action!r}")
        rounds.finish(choices, self._rng)
        self._cycles += 1
        values = rounds.utilities() if rounds.over else [0.0] * len(agents)
        cut_off = not rounds.over and self._cycles == self.max_cycles
        seen = self._all_see()
        if rounds.over or cut_off:
            self.agents = []
        self._show()
        return (
            seen,
            dict(zip(agents, values, strict=True)),
            dict.fromkeys(agents, rounds.over),
            dict.fromkeys(agents, cut_off),
            _masks(seen),
        )

    def render(self) -> Any:
        """Return the position as a spectator sees it, in the chosen mode."""
        return rendering.render(self.rounds.observe(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    def _all_see(self) -> dict[str, AgentObservation]:
        rounds = self.rounds
        seen = {}
        for seat, agent in enumerate(self.agents):
            mask = np.zeros(self._actions, np.int8)
            if seat in rounds.asked:
                mask[rounds.legal(seat)] = 1
            elif not rounds.over:
                mask[rounds.wait] = 1
            seen[agent] = {
                "observation": self.table.encoded_view(rounds, seat),
                "action_mask": mask,
            }
        return seen

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _masks(seen: Mapping[str, AgentObservation]) -> dict[str, dict[str, Any]]:
    """Return infos with the masks, which wrappers that take numbers alone do not observe."""
    return {agent: {"action_mask": one["action_mask"]} for agent, one in seen.items()}
