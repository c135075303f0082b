"""Games of OpenSpiel, made from the declarations of ours."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyspiel

from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Option, Options
from tischlein.interop.openspiel_observers import TischleinObserver
from tischlein.interop.openspiel_states import TischleinState
from tischlein.interop.rounds import Rounds, acts_at_once
from tischlein.interop.tensors import Layout

USUAL = "usual"
"""Stands for the default of an option that is a text and depends on the number of players."""
USUAL_NUMBER = -1
"""Stands for the default of an option that is a number and depends on the number of players."""
_MEANT = ("true", "false", USUAL)
"""Words that have other meanings among parameters."""
PREFIX = "tischlein_"
"""Prefix of the keys of games in OpenSpiel's registry."""


@cache
def class_of(game: Game) -> type[TischleinGame]:
    """Return the class that creates an OpenSpiel game from its parameters.

    It is a class because OpenSpiel releases its registered objects only after Python has shut down,
    and only classes survive that.
    """
    return type(f"{TischleinGame.__name__}_{game.key}", (TischleinGame,), {"declared": game})


def parameters_of(game: Game, seats: int, options: Options) -> dict[str, Any]:
    """Return the parameters of a game with these seats and options, leaving out defaults."""
    own = {option.name: option for option in game.options}
    return {"players": seats} | {
        name: _parameter(own[name], value)
        for name, value in options.items()
        if value != own[name].default_for(seats)
    }


@cache
def type_of(game: Game, *, by_turns: bool = False) -> Any:
    """Return the OpenSpiel type of a game, or of its variant with rounds played by turns."""
    at_once = acts_at_once(game)
    explicit = game.chance or game.race is not None or game.interrupts is not None
    chance_mode, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    utility, dynamics = pyspiel.GameType.Utility, pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=PREFIX + game.key,
        long_name=f"Tischlein: {game.key}",
        dynamics=dynamics.SIMULTANEOUS if at_once and not by_turns else dynamics.SEQUENTIAL,
        chance_mode=chance_mode.EXPLICIT_STOCHASTIC if explicit else chance_mode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION
        if game.secrets is not None or (at_once and by_turns)
        else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if _adds_up(game) else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    own: dict[str, Any] = {"players": min(game.seats)}
    if acts_at_once(game):
        own["turns"] = False
    if game.interrupts is not None:
        own["interrupts"] = True
    return own | {option.name: _default(option, game.seats) for option in game.options}


def _adds_up(game: Game) -> bool:
    return game.utility == "ranking" and min(game.seats) > 1


def _default(option: Option, seats: tuple[int, ...]) -> str | int:
    """Return an option's default; if it depends on the players, a value that no option can have."""
    defaults = {option.default_for(count) for count in seats}
    if len(defaults) > 1:
        return min(USUAL_NUMBER, option.low - 1) if isinstance(option, Number) else USUAL
    (usual,) = defaults
    return _parameter(option, usual)


def _parameter(option: Option, value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    return int(value) if _counts(option) else written(value)


def _counts(option: Option) -> bool:
    """Whether all values of an option are numbers, although they are named choices."""
    return isinstance(option, Choices) and all(value.isdecimal() for value in option.values)


def written(value: str) -> str:
    """Return the value of an option as it is written in OpenSpiel's parameters.

    OpenSpiel reads ``12`` as a number and ``true`` as a boolean whatever is expected, and ends a
    parameter at a comma. So a text that does not begin with a letter, or is a word with a meaning
    of its own, has the prefix ``_`` (``teams=_12``), and commas are semicolons.
    """
    plain = value[:1].isalpha() and value.casefold() not in _MEANT
    return ("" if plain else "_") + value.replace(",", ";")


def _read(value: str | int) -> str | int:
    """Return the value that ``written`` encoded."""
    return value.removeprefix("_").replace(";", ",") if isinstance(value, str) else value


class TischleinGame(pyspiel.Game):
    """A game with its number of players and options.

    Raises
    ------
    OptionError
        For a number of players or an option that the game does not have.
    """

    declared: Game
    """The game, set by subclasses."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.declared
        given = params or {}
        usual = _parameters(game)
        own = {
            option.name: _read(given[option.name])
            for option in game.options
            if given.get(option.name, usual[option.name]) != usual[option.name]
        }
        seats = int(given.get("players", min(game.seats)))
        self.layout = Layout(game)
        self.start = Rounds(game.start(seats, own), interrupts=given.get("interrupts", True))
        """The match before anything is dealt."""
        at_once = acts_at_once(game)
        self.by_turns: bool = at_once and given.get("turns", False)
        """Whether seats of a round choose one after the other, unseen by the others."""
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions + at_once,
            max_chance_outcomes=game.outcomes + (seats if at_once else 0),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _adds_up(game) else None,
            max_game_length=game.longest * (seats if self.by_turns else 1),
        )
        super().__init__(type_of(game, by_turns=self.by_turns), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by game and parameters, so that another process need not register anything."""
        return _game_of, (self.declared, self.get_parameters())

    def new_initial_state(self, name: str | None = None) -> TischleinState:
        """Return the state before anything is dealt."""
        del name
        return TischleinState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TischleinObserver:
        """Return the observer of states, which takes no parameters (ValueError)."""
        if params:
            raise ValueError(f"observations have no parameters, such as {params}")
        return TischleinObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


def _game_of(game: Game, parameters: dict[str, Any]) -> TischleinGame:
    return class_of(game)(parameters)
