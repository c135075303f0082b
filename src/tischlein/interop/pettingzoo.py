"""Every game as a PettingZoo environment: seats are agents that act one after the other.

``env(key)`` is the environment with PettingZoo's own wrappers, ``raw_env(key)`` without.
:mod:`tischlein.interop.rounds` explains what happens when several seats may act: all of them are
selected, one after the other, and nothing happens before the last of them has chosen.

Importing the module registers all games: ``pettingzoo.make("aec", "tischlein/raufer-v1")``.

``parallel_env(key)`` is the same match as a parallel environment: one step is one round. Only games
in which seats may act at the same time have it, including those with races and interrupts; if seats
act one after the other, all others would be asked for nothing.

Needs the extra ``tischlein[pettingzoo]``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.extras import missing_extra
from tischlein.interop import rendering
from tischlein.interop.rounds import acts_at_once, legal_action
from tischlein.interop.tensors import Arrangement

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, aec_registry, parallel_registry
    from pettingzoo import register as registered
    from pettingzoo.utils import wrappers

    from tischlein.interop.environments import (
        AFTER_THE_END,
        BEFORE_RESET,
        AgentObservation,
        Table,
        check_cycles,
        check_reset,
        registry_name,
    )
    from tischlein.interop.parallel import parallel_env
except ImportError as error:
    raise missing_extra("pettingzoo", "tischlein.interop.pettingzoo") from error

__all__ = ["env", "parallel_env", "raw_env", "register"]

ILLEGAL = -1.0
"""Reward that ``env`` gives an agent for an illegal action, which ends the match."""


def env(key: str | Game, **arguments: Any) -> AECEnv[str, AgentObservation, int]:
    """Return a game as an environment with PettingZoo's usual wrappers.

    An agent whose action is illegal loses 1, the others get 0, and the match is over. Takes the
    arguments of :class:`raw_env`.
    """
    terminating = wrappers.TerminateIllegalWrapper(raw_env(key, **arguments), ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


def register() -> None:
    """Put all games on the shelf into PettingZoo's registries, as importing this module does.

    Their names have the form ``tischlein/raufer-v1``, with the version of the rules:
    ``pettingzoo.make("aec", "tischlein/raufer-v1", seats=4)``. Call it again when there are more
    games; those already there stay.
    """
    for game in registry.loadable():
        name = registry_name(game)
        if name not in aec_registry:
            registered("aec", name, f"{__name__}:env", kwargs={"key": game.key})
        if acts_at_once(game) and name not in parallel_registry:
            registered("parallel", name, f"{__name__}:parallel_env", kwargs={"key": game.key})


class raw_env(AECEnv[str, AgentObservation, int]):  # noqa: N801  # as PettingZoo calls it
    """A game as an environment, without wrappers.

    Agents are ``seat_0``, ``seat_1`` and so on. An observation is a dictionary of the array
    ``observation`` (:class:`tischlein.interop.tensors.Layout`) and ``action_mask``: ``int8``, 1 for
    a legal action of the selected agent, all zeros for others. Rewards are 0 until the match is
    over, when each agent gets its seat's result, from -1 to 1; all agents terminate together. Deals
    and rolls happen in ``reset`` and ``step``.

    Parameters
    ----------
    key
        The game, by name.
    seats
        By default the fewest.
    render_mode
        ``human``, ``ansi`` or ``rgb_array``: what a spectator sees.
    observation
        The encoding of observations, ``fields``, ``bits`` or ``words``, or a function from the game
        to a custom layout.
    interrupts
        Whether seats that the match does not wait for are selected too; they have an additional
        action, to wait, whose number is the game's number of actions.
    max_cycles
        After how many rounds a match is cut off: agents truncate, without a reward. Never if None.
    options
        The game's options that differ from their defaults.

    Raises
    ------
    GameError
        If there is no such game.
    OptionError
        For a seat count or an option that it does not have.
    ValueError
        For an unknown render mode or encoding, or a `max_cycles` that is no positive whole number.
    """

    metadata = rendering.metadata(is_parallelizable=False)

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
        super().__init__()
        self.table = Table(key, seats, options, observation, interrupts=interrupts)
        rendering.check_mode(render_mode)
        check_cycles(max_cycles)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        game = self.table.game
        self.metadata = rendering.metadata(name=self.table.name, is_parallelizable=False)
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        actions = game.actions + (interrupts and game.interrupts is not None)
        self.observation_spaces, self.action_spaces = self.table.spaces(actions)
        self._actions = actions
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._choices: dict[int, int] = {}
        self._asked: int | None = None
        self._rng = new_rng(secrets.randbits(63))
        self.rounds = self.table.begin()

    @property
    def position(self) -> Position:
        """A copy of the current position, with all secrets: for studies, not for players."""
        return self.rounds.position()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new match; without a seed the random stream continues.

        No options are supported; arguments of the environment are refused (OptionError).
        """
        check_reset(self.table.game, options)
        if seed is not None:
            self._rng = new_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.rounds = self.table.begin()
        self.rounds.deal_all(self._rng)
        self._cycles = 0
        self._ask(0)
        self._show()

    def observe(self, agent: str) -> AgentObservation:
        """Return what an agent sees, and which actions it has now.

        Raises
        ------
        ValueError
            For an agent that does not exist, or before the first ``reset``.
        """
        seat = self._seat_of.get(agent)
        if seat is None:
            raise ValueError(f"there is no agent {agent!r}, only {', '.join(self._seat_of)}")
        if self._asked is None:
            raise ValueError(BEFORE_RESET)
        asked = seat == self._asked and not self.rounds.over
        mask = self._mask.copy() if asked else np.zeros(self._actions, np.int8)
        return {"observation": self.table.encoded_view(self.rounds, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; None for an agent that has terminated.

        Raises
        ------
        RefusedError
            With the rule that forbids the action; ``env`` ends the match instead.
        ValueError
            For a value that is no action here, before a match has begun, or when all agents are
            done.
        """
        if self._asked is None:
            raise ValueError(BEFORE_RESET)
        if not self.agents:
            raise ValueError(AFTER_THE_END)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rounds, seat = self.rounds, self._asked
        self._choices[seat] = legal_action(rounds, seat, action)
        if len(self._choices) < len(rounds.asked):
            self._ask(len(self._choices))
        else:
            rounds.finish(self._choices, self._rng)
            self._cycles += 1
            if rounds.over:
                self._end()
            else:
                self._ask(0)
                self._cut_off()
        self._show()

    def render(self) -> Any:
        """Return the position as a spectator sees it, in the chosen mode."""
        return rendering.render(self.rounds.observe(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    def _ask(self, index: int) -> None:
        """Select the seat with that index in the round, and tell it what it can do.

        The mask is among the infos, too: wrappers that take numbers alone leave out what else is
        observed.
        """
        if not index:
            self._choices = {}
        self.infos[self.agent_selection] = {}
        self._asked = self.rounds.asked[index]
        self.agent_selection = self.possible_agents[self._asked]
        self._mask = np.zeros(self._actions, np.int8)
        self._mask[self.rounds.legal(self._asked)] = 1
        self.infos[self.agent_selection] = {"action_mask": self._mask}

    def _end(self) -> None:
        self.infos = {agent: {} for agent in self.agents}
        values = self.rounds.utilities()
        self.rewards = dict(zip(self.agents, values, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _cut_off(self) -> None:
        if self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


register()
