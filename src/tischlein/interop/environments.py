"""What environments share: a game's table, its spaces, and the maximal length of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.interop.rounds import Rounds, whole_number
from tischlein.interop.tensors import Arrangement, layout_of

AgentObservation = dict[str, NDArray[Any]]
"""An observation: the arrays ``observation`` and ``action_mask``."""

BEFORE_RESET = "no match has begun: reset() begins one"
"""Error message for access before the first match."""
AFTER_THE_END = "the match is over: reset() begins another one"
"""Error message for actions after the end of a match."""


def registry_name(game: Game) -> str:
    """Return the name of a game in registries of environments, with the version of its rules."""
    return f"tischlein/{game.key}-v{game.version}"


def check_cycles(most: int | None) -> None:
    """Refuse a maximal number of rounds that is no positive whole number (ValueError)."""
    number = None if most is None else whole_number(most)
    if most is not None and (number is None or number < 1):
        raise ValueError(
            f"max_cycles is at least 1 and a whole number, or None for whole matches, not {most!r}"
        )


_OF_THE_ENVIRONMENT = {
    "seats", "seat", "opponents", "render_mode", "observation", "interrupts", "max_cycles",
}  # fmt: skip
"""Arguments of environments, apart from the game's options."""


def check_reset(game: Game, options: Mapping[str, Any] | None) -> None:
    """Refuse options of a reset that are arguments of the environment (OptionError).

    They would have no effect there. Other options, which the test suites of libraries pass, are
    ignored.
    """
    own = _OF_THE_ENVIRONMENT | {option.name for option in game.options}
    if misplaced := [name for name in options or () if name in own]:
        given = f"{', '.join(misplaced[:-1])} and {misplaced[-1]} are arguments"
        if len(misplaced) == 1:
            given = f"{misplaced[0]} is an argument"
        raise OptionError(
            f"reset takes no options: {given} of the environment, which stays as it was made"
        )


class Table:
    """A game with seats and options, at which environments begin matches.

    Raises
    ------
    GameError
        If there is no such game.
    OptionError
        For a seat count or an option that it does not have.
    ValueError
        For an unknown encoding.
    """

    def __init__(
        self,
        key: str | Game,
        seats: int | None,
        options: Mapping[str, str | int],
        arrangement: Arrangement,
        *,
        interrupts: bool = True,
    ) -> None:
        self.game = registry.load(key) if isinstance(key, str) else key
        self.layout = layout_of(self.game, arrangement)
        self.start = self.game.start(seats, options)
        self.name = f"tischlein_{self.game.key}_v{self.game.version}"
        self.agents = tuple(f"seat_{seat}" for seat in range(self.start.seats))
        self._interrupts = interrupts

    def begin(self) -> Rounds:
        """Return a match before anything is dealt."""
        return Rounds(self.start, interrupts=self._interrupts)

    def encoded_view(self, rounds: Rounds, seat: int) -> NDArray[Any]:
        """Return what a seat may know of a match."""
        return self.layout.encode_row(rounds.masked(seat), seat)

    def space(self, actions: int) -> spaces.Dict:
        """Return the space of observations with a mask of this many actions."""
        low, high = self.layout.range
        kind: Any = self.layout.dtype.type
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, self.layout.shape, kind),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def spaces(
        self, actions: int
    ) -> tuple[dict[str, spaces.Space[Any]], dict[str, spaces.Space[Any]]]:
        """Return the spaces of observations and of this many actions, by agent."""
        return (
            {agent: self.space(actions) for agent in self.agents},
            {agent: spaces.Discrete(actions) for agent in self.agents},
        )
