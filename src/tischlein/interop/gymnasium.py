"""Every game as an environment of Gymnasium: one seat learns, players of ours have the others.

Importing this module registers all games on the shelf: ``gymnasium.make("tischlein/raufer-v1",
seats=3, opponents="medium")``. The version is that of the game's rules.

Needs the extra ``tischlein[gymnasium]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.players import Entrant, seated
from tischlein.core import registry
from tischlein.core.driver import LEISURE, Player
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, new_rng
from tischlein.core.race import Reaction, Reactions, in_order
from tischlein.core.seats import SPECTATOR
from tischlein.interop import rendering
from tischlein.interop.extras import missing
from tischlein.interop.rounds import Rounds
from tischlein.interop.tensors import Encoding

try:
    import gymnasium
    from gymnasium import spaces

    from tischlein.interop.agents import Seen, Table, legal_action, named
except ImportError as error:
    raise missing("gymnasium") from error

ILLEGAL = -1.0
"""What an action that is not legal brings; it ends the match."""


def register() -> None:
    """Register all games on the shelf, as importing this module does.

    To be called again when there are more games; those already registered stay.
    """
    for key in registry.keys():
        name = named(registry.load(key))
        if name not in gymnasium.registry:
            gymnasium.register(name, f"{__name__}:SeatEnv", kwargs={"key": key})


class _Claim:
    """What a seat is about to do in a race."""

    def __init__(self, seat: int, reaction: Reaction) -> None:
        self.seat = seat
        self.milliseconds = reaction.milliseconds


class SeatEnv(gymnasium.Env[Seen, Any]):
    """A seat of a game, among other players.

    An observation is a dictionary of the array ``observation``
    (:class:`tischlein.interop.tensors.Layout`) and ``action_mask``: ``int8``, 1 for a legal action.
    A step plays on until the seat is asked again. The reward is 0 until the match is over, then
    what the end is worth to the seat, from -1 to 1. An action that is not legal ends the match with
    -1, and ``info["refused"]`` names the rule. What happens when several seats may act is said in
    :mod:`tischlein.interop.rounds`; bots keep their reaction times in races.

    Parameters
    ----------
    key
        The game, by name.
    seats
        By default the fewest.
    seat
        Which one learns, from 0; drawn anew for every match if None.
    opponents
        Who has the other seats: a level (``"weak"``), a search (``"uct:2000"``), a function or an
        object with ``choose`` (see :func:`tischlein.play`); or a sequence of them, one for each.
    render_mode
        ``human``, ``ansi`` or ``rgb_array``: what everybody may see.
    observation
        The encoding of observations, ``bits`` or ``words``.
    interrupts
        Whether the seat is asked when the match does not wait for it; it has one more action then,
        to wait, whose number is the game's number of actions. Without, no seat interrupts.
    options
        The game's options that differ from their defaults.

    Raises
    ------
    GameError
        For a game or a level that does not exist, or a wrong number of opponents.
    OptionError
        For a seat count, a seat or an option that the game does not have.
    ValueError
        For another render mode or encoding.
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
        observation: Encoding = "bits",
        interrupts: bool = True,
        **options: str | int,
    ) -> None:
        self.table = Table(key, seats, options, observation, interrupts=interrupts)
        rendering.check_mode(render_mode)
        self.render_mode = render_mode
        count = self.table.start.seats
        if seat is not None and seat not in range(count):
            raise OptionError(f"the seat that learns is one of 0 to {count - 1}, not {seat!r}")
        if isinstance(opponents, Sequence) and not isinstance(opponents, str):
            entrants = [*opponents]
        else:
            entrants = [opponents] * (count - 1)
        if len(entrants) != count - 1:
            raise GameError(f"there are {len(entrants)} opponents for {count - 1} seats")
        self._makers = [seated(self.table.game, entrant).make for entrant in entrants]
        self._fixed = seat
        self.seat = seat or 0
        """The seat that learns in this match."""
        self.rounds: Rounds = self.table.begin()
        self._rng: Rng = new_rng(0)
        self._players: dict[int, Player] = {}
        self._reactions = Reactions()
        self.observation_space: spaces.Space[Any] = self.table.space(self.rounds.actions)
        self.action_space = spaces.Discrete(self.rounds.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new match and play until the seat is asked. There are no options."""
        super().reset(seed=seed)
        del options
        while True:
            self._begin()
            self._play_on()
            if not self.rounds.over:
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Choose for the seat, and play until it is asked again or the match is over."""
        rounds = self.rounds
        try:
            chosen = legal_action(rounds, self.seat, action)
        except (RefusedError, ValueError) as refused:
            return self._seen(), ILLEGAL, True, False, self._info() | {"refused": str(refused)}
        self._finish({self.seat: chosen})
        self._play_on()
        reward = rounds.utilities()[self.seat] if rounds.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, rounds.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as learners ask for it that mask invalid ones."""
        return self._seen()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """Return the position as everybody may see it, in the mode that was chosen."""
        return rendering.render(self.rounds.observe(SPECTATOR), self.render_mode)

    def _begin(self) -> None:
        self._rng = new_rng(int(self.np_random.integers(2**62)))
        self.rounds = self.table.begin()
        self.rounds.deal_all(self._rng)
        if self._fixed is None:
            self.seat = below(self._rng, self.rounds.seats)
        others = (seat for seat in range(self.rounds.seats) if seat != self.seat)
        self._players = {
            seat: make(below(self._rng, 2**31 - 1))
            for seat, make in zip(others, self._makers, strict=True)
        }

    def _play_on(self) -> None:
        """Play rounds in which only the others are asked."""
        while not self.rounds.over and self.seat not in self.rounds.asked:
            self._finish({})

    def _finish(self, choices: dict[int, int]) -> None:
        """Let the others choose too, and end the round."""
        rounds = self.rounds
        racing = rounds.racing
        if not racing:
            self._reactions = Reactions()
        claims = []
        for seat in rounds.asked:
            if seat in choices:
                chosen: int | Reaction | None = choices[seat]
            else:
                seen = rounds.observe(seat)
                chosen = self._players[seat].choose(seen, seen.legal(seat))
            if racing and chosen is not None:
                claims.append(_Claim(seat, self._timed(seat, chosen)))
            if chosen is None and not racing:
                choices[seat] = rounds.wait
            elif chosen is not None:
                action = chosen.action if isinstance(chosen, Reaction) else chosen
                choices[seat] = legal_action(rounds, seat, action)
        race = rounds.game.race
        if claims and race is not None:
            first = in_order(claims, race.tie_order(rounds.position().state))[0]
            rounds.carry_out(choices, first.seat, first.milliseconds)
            rounds.deal_all(self._rng)
        else:
            rounds.finish(choices, self._rng)

    def _timed(self, seat: int, chosen: int | Reaction) -> Reaction:
        """Return a claim with its time: a bot's own, or drawn; it stays while the claim does."""
        if not isinstance(chosen, Reaction):
            least, most = LEISURE
            chosen = Reaction(chosen, least + below(self._rng, most - least))
        return self._reactions.keep(seat, chosen)

    def _seen(self) -> Seen:
        rounds = self.rounds
        mask = np.zeros(rounds.actions, np.int8)
        if self.seat in rounds.asked:
            mask[rounds.legal(self.seat)] = 1
        return {"observation": self.table.seen(rounds, self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}


register()
