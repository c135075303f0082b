"""One seat among players of ours: they choose when they are asked, the guest at its seat freely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tischlein.bots.players import Entrant, PlayerMaker, named_entrant
from tischlein.core.amounts import many
from tischlein.core.driver import LEISURE, Player
from tischlein.core.errors import GameError, OptionError, RefusedError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, weighted
from tischlein.core.race import Reaction, Reactions, in_order
from tischlein.core.seats import CHANCE
from tischlein.interop.rounds import Rounds, whole_number

EventListener = Callable[[int, int], None]
"""Called with seat and action (for chance: the outcome) before it is carried out."""


def makers_of(game: Game, seats: int, opponents: Entrant | Sequence[Entrant]) -> list[PlayerMaker]:
    """Return makers of the players of all seats but one, each for one match.

    Raises
    ------
    GameError
        For a level that does not exist, or a wrong number of opponents.
    """
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        entrants = [*opponents]
    else:
        entrants = [opponents] * (seats - 1)
    if len(entrants) != seats - 1:
        verb = "is" if len(entrants) == 1 else "are"
        raise GameError(
            f"there {verb} {many(len(entrants), 'opponent')} for {many(seats - 1, 'seat')}"
        )
    return [named_entrant(game, entrant).make for entrant in entrants]


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that is not at the table (OptionError)."""
    if whole_number(seat) is None or seat not in range(seats):
        raise OptionError(f"the seat is one of 0 to {seats - 1}, not {seat!r}")


class _Claim:
    """What a seat is about to do in a race."""

    def __init__(self, seat: int, reaction: Reaction) -> None:
        self.seat = seat
        self.milliseconds = reaction.milliseconds


class MatchWithOpponents:
    """A match in which one seat is a guest's, and players have the others.

    Parameters
    ----------
    rounds
        The match, which is played on here.
    seat
        The guest's seat.
    makers
        Of the players of the other seats, in seat order.
    rng
        For chance, lots, reaction times of players that give none, and the players' seeds.
    listener
        Called with everything before it happens.
    """

    def __init__(
        self,
        rounds: Rounds,
        seat: int,
        makers: Sequence[PlayerMaker],
        rng: Rng,
        listener: EventListener | None = None,
    ) -> None:
        self.rounds = rounds
        self.seat = seat
        self._rng = rng
        self._listener = listener
        self._reactions = Reactions()
        others = (other for other in range(rounds.seats) if other != seat)
        self._players: Mapping[int, Player] = {
            other: make(below(rng, 2**31 - 1)) for other, make in zip(others, makers, strict=True)
        }

    def play_on(self) -> None:
        """Play until the guest is asked, or the match is over.

        Raises
        ------
        RefusedError
            If a player chooses an action that is not possible.
        ValueError
            If a player chooses a number that is no action, or everybody who may act waits.
        """
        self._deal()
        while not self.rounds.over and self.seat not in self.rounds.asked:
            self._end_round({})

    def choose(self, action: int) -> None:
        """Let the guest choose one of its legal actions, and play on; raises as `play_on`."""
        self._end_round({self.seat: action})
        self.play_on()

    def _deal(self) -> None:
        rounds = self.rounds
        if self._listener is None:
            rounds.deal_all(self._rng)
            return
        while rounds.chance:
            outcomes, weights = rounds.outcomes()
            outcome = int(outcomes[weighted(self._rng, weights, len(weights))])
            self._listener(CHANCE, outcome)
            rounds.deal(outcome)

    def _end_round(self, choices: dict[int, int]) -> None:
        """Let the others choose too, and carry out what has been chosen."""
        rounds = self.rounds
        racing = rounds.racing
        if not racing:
            self._reactions = Reactions()
        claims = []
        for seat in rounds.asked:
            chosen = choices[seat] if seat in choices else self._ask(seat)
            if racing and (kept := self._reactions.keep(seat, chosen, self._usual_reaction_time)):
                claims.append(_Claim(seat, kept))
            if chosen is None and not racing:
                choices[seat] = rounds.wait
            elif chosen is not None:
                choices[seat] = chosen.action if isinstance(chosen, Reaction) else chosen
        if all(action == rounds.wait for action in choices.values()):
            raise ValueError("everybody who may act waits for the others")
        picked, milliseconds = self._first(choices, claims)
        rounds.carry_out(choices, picked, milliseconds, self._listener)
        self._deal()

    def _ask(self, seat: int) -> int | Reaction | None:
        seen = self.rounds.observe(seat)
        legal = seen.legal(seat)
        chosen = self._players[seat].choose(seen, legal)
        action = chosen.action if isinstance(chosen, Reaction) else chosen
        if action is not None and action not in legal:
            refusal = seen.why_not(seat, action)
            if refusal is not None:
                raise RefusedError(refusal)
        return chosen

    def _first(self, choices: Mapping[int, int], claims: list[_Claim]) -> tuple[int | None, int]:
        """Return which seat alone acts, if one does, and its reaction time in a race."""
        rounds, race = self.rounds, self.rounds.game.race
        if claims and race is not None:
            order = race.tie_order(rounds.position().state)
            first = in_order(claims, order)[0]
            return first.seat, first.milliseconds
        contenders = rounds.contenders(choices)
        if not contenders:
            return None, LEISURE[0]
        return contenders[below(self._rng, len(contenders))], LEISURE[0]

    def _usual_reaction_time(self) -> int:
        least, most = LEISURE
        return least + below(self._rng, most - least)
