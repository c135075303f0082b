"""Observers of OpenSpiel states, as strings and tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from tischlein.core.seats import SPECTATOR, letter

if TYPE_CHECKING:
    from tischlein.interop.openspiel_games import TischleinGame
    from tischlein.interop.openspiel_states import TischleinState

_PRIVATE = pyspiel.PrivateInfoType


class TischleinObserver:
    """Observes states for OpenSpiel, in the form that a type of observation asks for.

    Public information is what a spectator sees; a player's private information is what it sees and
    a spectator does not. Tensors hold the fields of :class:`tischlein.interop.tensors.Layout`;
    ``dict`` has its parts by name. There are no tensors with perfect recall: a tensor has one size,
    so it would need room for the observations at each step of the longest possible match, which is
    hundreds of thousands of numbers. The strings have perfect recall.
    """

    def __init__(self, game: TischleinGame, kind: Any) -> None:
        self._game = game
        self._kind = kind
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if not kind.perfect_recall and not self._blind:
            self.tensor = np.zeros(game.layout.shape, np.float32)
            for part in game.layout.parts:
                self.dict[part.name] = game.layout.part(self.tensor, part.name)

    @property
    def _blind(self) -> bool:
        """Whether there is nothing to observe: only secrets, in a game without any."""
        open_game = self._game.declared.secrets is None and not self._game.by_turns
        return not self._kind.public_info and (
            open_game or self._kind.private_info == _PRIVATE.NONE
        )

    def set_from(self, state: TischleinState, player: int) -> None:
        """Write the tensor."""
        if self.tensor is not None:
            row, observer = self._row(state, player), self._observer(player)
            self.tensor[:] = self._game.layout.encode_row(row, observer)

    def string_from(self, state: TischleinState, player: int) -> str:
        """Return the observed fields; with perfect recall also what has been heard."""
        if self._blind:
            return ""
        private_only = not self._kind.public_info
        if self._kind.perfect_recall and not private_only:
            if self._kind.private_info == _PRIVATE.NONE:
                return state.information_state(state.rounds.seats)
            return f"{letter(player)}:{state.information_state(player)}"
        view = self._game.declared.state.view
        seen = view(self._row(state, player))
        if not private_only:
            observer = self._observer(player)
            return repr(seen) if observer == SPECTATOR else f"{letter(observer)} {seen!r}"
        public = view(state.rounds.masked(SPECTATOR))
        names = [part.name for part in self._game.layout.parts[1:]]
        own = [name for name in names if getattr(seen, name) != getattr(public, name)]
        fields = [f"{name}={getattr(seen, name)}" for name in own]
        return " ".join(fields) + state.choice_of(player)

    def _observer(self, player: int) -> int:
        """Return the observer for a player: public information alone is the same for all."""
        return SPECTATOR if self._kind.private_info == _PRIVATE.NONE else player

    def _row(self, state: TischleinState, player: int) -> Any:
        rounds = state.rounds
        if self._kind.private_info == _PRIVATE.ALL_PLAYERS:
            return rounds.row
        row = rounds.masked(self._observer(player))
        if not self._kind.public_info:
            row[row == rounds.masked(SPECTATOR)] = 0
        return row
