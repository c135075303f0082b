"""Thousands of matches as one Gymnasium vector environment, based on the batch."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tischlein.batch import Batch
from tischlein.core.amounts import check_count
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.extras import missing_extra
from tischlein.interop.tensors import Encoding

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv

    from tischlein.interop.environments import BEFORE_RESET, AgentObservation, Table, check_reset
except ImportError as error:
    raise missing_extra("gymnasium", "tischlein.interop.gymnasium_batch") from error


class BatchEnv(VectorEnv[AgentObservation, NDArray[np.int64], NDArray[Any]]):
    """Many matches in which one learner has all seats, stepped without Python in the loop.

    Each environment is a row of :class:`tischlein.batch.Batch`: the seat that is asked there
    observes and acts. An observation is a dictionary of the arrays ``observation`` and
    ``action_mask`` (``int8``), a row for each environment. The reward is that of the step for the
    seat that has just acted, 0 before the end; ``info["rewards"]`` has it for all seats, and
    ``info["seat"]`` has the seat that is asked next. A match that ends is restarted in the same
    step, so the observation is that of the next match; the last position is not kept.

    Parameters
    ----------
    key
        A game with compiled rules, by name.
    num_envs
        Number of matches.
    seats
        By default the fewest.
    observation
        The encoding, ``fields``, ``bits`` or ``words``.
    device
        ``cpu``; for a GPU use the batch itself, whose arrays stay there.
    threads
        Number of threads that share the work; None for one per core that the process may use.
    interrupts
        Whether to ask seats that the match does not wait for.
    options
        The game's options that differ from their defaults.

    Raises
    ------
    GameError
        For a game that does not exist, or that cannot be played in batches.
    OptionError
        For a seat count or an option that the game does not have, and for opponents or a seat: one
        learner has all of them.
    ValueError
        For no matches or threads, or no whole number of them, and an unknown encoding or device.
    MemoryError
        For more matches than there is memory for.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # theirs

    def __init__(
        self,
        key: str | Game,
        *,
        num_envs: int = 1,
        seats: int | None = None,
        observation: Encoding = "fields",
        device: Literal["cpu"] = "cpu",
        threads: int | None = None,
        interrupts: bool = False,
        **options: str | int,
    ) -> None:
        for name in {"opponents", "seat"} & options.keys():
            raise OptionError(
                f"one learner has all seats here; for {name}, vectorization_mode='sync' stacks "
                "environments of one seat"
            )
        check_count(num_envs, "num_envs")
        if device != "cpu":
            raise ValueError(
                f"the device is cpu, not {device!r}: for a GPU use tischlein.batch.Batch, whose "
                "arrays stay there"
            )
        self.num_envs = num_envs
        self.render_mode = None
        self._made = {
            "seats": seats,
            "options": options,
            "device": device,
            "observation": "words" if observation == "fields" else observation,
            "interrupts": interrupts,
            "threads": threads,
        }
        self._key = key
        self._begun = False
        # First, since it knows all encodings that there are here.
        self.table = Table(key, seats, options, observation, interrupts=interrupts)
        self.batch = self._batch(0)
        self._fields = observation == "fields"
        self.single_observation_space: spaces.Space[Any] = self.table.space(self.batch.actions)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = spaces.Dict(
            {
                name: _stacked(space, num_envs)
                for name, space in self.single_observation_space.items()
            }
        )
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, self.batch.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[AgentObservation, dict[str, Any]]:
        """Begin new matches in all environments.

        No options are supported; arguments of the environment are refused (OptionError).
        """
        check_reset(self.batch.game, options)
        super().reset(seed=seed)
        self.batch = self._batch(int(self.np_random.integers(2**62)))
        self._begun = True
        return self._seen(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[AgentObservation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Act in every environment for the seat that is asked.

        Raises
        ------
        RefusedError
            With the rule that forbids one of the actions; no match has changed then.
        ValueError
            For a wrong number of actions, or an action that is impossible here.
        gymnasium.error.ResetNeeded
            Before matches have begun.
        """
        if not self._begun:
            raise ResetNeeded(BEFORE_RESET)
        batch = self.batch
        acted = batch.acting.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        ended = batch.ended.copy()
        return self._seen(), rewards, ended, np.zeros_like(ended), self._info()

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each environment."""
        return self.batch.sample()

    def _batch(self, seed: int) -> Batch:
        made: dict[str, Any] = self._made
        return Batch(self._key, self.num_envs, seed=seed, **made)

    def _seen(self) -> AgentObservation:
        mask = self.batch.legal.astype(np.int8)
        seen = self.batch.observe()
        if self._fields:
            seen = self.table.layout.encode_words(seen)
        return {"observation": seen, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.batch.acting.copy(), "rewards": self.batch.rewards.copy()}


def _stacked(space: Any, count: int) -> spaces.Box:
    low, high = np.asarray(space.low), np.asarray(space.high)
    return spaces.Box(
        np.broadcast_to(low, (count, *low.shape)),
        np.broadcast_to(high, (count, *high.shape)),
        dtype=space.dtype.type,
    )
