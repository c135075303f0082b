"""Every game as a Gymnasium environment: one seat learns, players of ours have the others.

Importing this module registers all games on the shelf: ``gymnasium.make("tischlein/raufer-v1",
seats=3, opponents="medium")``. The version is that of the game's rules. ``make_vec`` makes one
vector environment of many matches (:class:`tischlein.interop.gymnasium_batch.BatchEnv`).

Needs the extra ``tischlein[gymnasium]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.batch.batches import is_playable
from tischlein.bots.players import Entrant
from tischlein.core import registry
from tischlein.core.errors import RefusedError
from tischlein.core.game import Game
from tischlein.core.kernel import below, new_rng
from tischlein.core.seats import SPECTATOR
from tischlein.extras import missing_extra
from tischlein.interop import rendering
from tischlein.interop.opponents import MatchWithOpponents, check_seat, makers_of
from tischlein.interop.rounds import Rounds, legal_action, whole_number
from tischlein.interop.tensors import Arrangement

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded

    from tischlein.interop.environments import (
        AFTER_THE_END,
        BEFORE_RESET,
        AgentObservation,
        Table,
        check_reset,
        registry_name,
    )
except ImportError as error:
    raise missing_extra("gymnasium", "tischlein.interop.gymnasium") from error

BATCH = "tischlein.interop.gymnasium_batch:BatchEnv"
"""What ``gymnasium.make_vec`` creates for games that can be played in batches."""
ILLEGAL = -1.0
"""Reward of an illegal action, which ends the match."""


def register() -> None:
    """Register all games on the shelf, as importing this module does.

    Call it again when there are more games; those already registered stay.
    """
    for game in registry.loadable():
        if registry_name(game) in gymnasium.registry:
            continue
        gymnasium.register(
            registry_name(game),
            f"{__name__}:SeatEnv",
            vector_entry_point=BATCH if is_playable(game) else None,
            kwargs={"key": game.key},
        )


class SeatEnv(gymnasium.Env[AgentObservation, Any]):
    """A seat of a game, among other players.

    An observation is a dictionary of the array ``observation``
    (:class:`tischlein.interop.tensors.Layout`) and ``action_mask``: ``int8``, 1 for a legal action.
    A step plays on until the seat is asked again. The reward is 0 until the match is over, then the
    seat's result, from -1 to 1. An illegal action ends the match with -1, and ``info["refused"]``
    names the rule. :mod:`tischlein.interop.rounds` explains what happens when several seats may
    act; bots keep their reaction times in races.

    Parameters
    ----------
    key
        The game, by name.
    seats
        By default the fewest.
    seat
        Which one learns, from 0; drawn for every match if None.
    opponents
        Who has the other seats: a level (``"weak"``), a search (``"uct:2000"``), a function or an
        object with ``choose`` (see :func:`tischlein.play`); or a sequence of them, one for each.
    render_mode
        ``human``, ``ansi`` or ``rgb_array``: what a spectator sees.
    observation
        The encoding of observations, ``fields``, ``bits`` or ``words``, or a function from the game
        to a custom layout.
    interrupts
        Whether the seat is asked when the match does not wait for it; it then has an additional
        action, to wait, whose number is the game's number of actions. Without this, no seat
        interrupts.
    options
        The game's options that differ from their defaults.

    Raises
    ------
    GameError
        For a game or a level that does not exist, or a wrong number of opponents.
    OptionError
        For a seat count, a seat or an option that the game does not have.
    ValueError
        For an unknown render mode or encoding.
    """

    metadata = rendering.metadata()

    def __init__(
        self,
        key: str | Game,
        *,
        seats: int | None = None,
        seat: int | None = None,
        opponents: Entrant | Sequence[Entrant] = "random",
        render_mode: str | None = None,
        observation: Arrangement = "fields",
        interrupts: bool = True,
        **options: str | int,
    ) -> None:
        self.table = Table(key, seats, options, observation, interrupts=interrupts)
        rendering.check_mode(render_mode)
        self.render_mode = render_mode
        count = self.table.start.seats
        if seat is not None:
            check_seat(seat, count)
        self._makers = makers_of(self.table.game, count, opponents)
        self._fixed = seat
        self.seat = seat or 0
        """The seat that learns in this match."""
        self.rounds: Rounds = self.table.begin()
        self._match: MatchWithOpponents | None = None
        self._ended = False
        self.observation_space: spaces.Space[Any] = self.table.space(self.rounds.actions)
        self.action_space = spaces.Discrete(self.rounds.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[AgentObservation, dict[str, Any]]:
        """Begin a new match and play until the seat is asked.

        A match that ends before that is followed by another one.

        No options are supported; arguments of the environment are refused (OptionError).

        Raises
        ------
        RefusedError, ValueError
            If an opponent chooses what is not possible, or everybody who may act waits.
        """
        check_reset(self.table.game, options)
        super().reset(seed=seed)
        while True:
            self._match = self._begin()
            self._match.play_on()
            if not self.rounds.over:
                self._ended = False
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[AgentObservation, float, bool, bool, dict[str, Any]]:
        """Choose for the seat, and play until it is asked again or the match is over.

        Raises
        ------
        ValueError
            For a value that is no action of the game.
        RefusedError, ValueError
            As :meth:`reset`.
        gymnasium.error.ResetNeeded
            Before a match has begun, and after its end.
        """
        rounds, match = self.rounds, self._match
        if match is None:
            raise ResetNeeded(BEFORE_RESET)
        if self._ended:
            raise ResetNeeded(AFTER_THE_END)
        number = whole_number(action)
        if number is None or not 0 <= number < rounds.actions:
            raise ValueError(f"an action is a whole number below {rounds.actions}, not {action!r}")
        try:
            chosen = legal_action(rounds, self.seat, number)
        except (RefusedError, ValueError) as refused:
            self._ended = True
            return self._seen(), ILLEGAL, True, False, self._info() | {"refused": str(refused)}
        match.choose(chosen)
        self._ended = rounds.over
        reward = rounds.utilities()[self.seat] if rounds.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, rounds.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, in the form that masking learners expect."""
        return self._seen()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """Return the position as a spectator sees it, in the chosen mode."""
        return rendering.render(self.rounds.observe(SPECTATOR), self.render_mode)

    def _begin(self) -> MatchWithOpponents:
        rng = new_rng(int(self.np_random.integers(2**62)))
        self.rounds = self.table.begin()
        if self._fixed is None:
            self.seat = below(rng, self.rounds.seats)
        return MatchWithOpponents(self.rounds, self.seat, self._makers, rng)

    def _seen(self) -> AgentObservation:
        rounds = self.rounds
        mask = np.zeros(rounds.actions, np.int8)
        if self.seat in rounds.asked:
            mask[rounds.legal(self.seat)] = 1
        return {"observation": self.table.encoded_view(rounds, self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}


register()
