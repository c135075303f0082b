"""States of OpenSpiel: our matches in rounds, and what each seat has seen of them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pyspiel

from tischlein.core.kernel import new_rng
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR, letter
from tischlein.interop.rounds import Rounds, legal_action

if TYPE_CHECKING:
    from tischlein.interop.openspiel_games import TischleinGame


class TischleinState(pyspiel.State):
    """A moment of a match."""

    def __init__(self, game: TischleinGame) -> None:
        super().__init__(game)
        self.rounds: Rounds = game.start.copy()
        self._by_turns = game.by_turns
        self._chosen: dict[int, int] = {}
        """What seats have chosen in this round, if they choose by turns."""
        self._claims: dict[int, int] = {}
        """The choices of seats from which the lot picks one."""
        self._offered: Sequence[int] = ()
        """What can happen next, if it was requested: it need not be checked again."""
        self._memories: tuple[str, ...] = ("",) * (self.rounds.seats + 1)
        """What each seat, and at the end everybody, has seen happen."""
        self._seen = self._memories
        """A hash of all that they have observed; in games with secrets."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as game and history."""
        return _state_of, (self.get_game(), self.serialize())

    # --- the interface of OpenSpiel ---

    def current_player(self) -> int:
        """Return the seat that acts, or OpenSpiel's numbers for chance, several and the end."""
        rounds = self.rounds
        if rounds.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if rounds.chance or self._claims:
            return int(pyspiel.PlayerId.CHANCE)
        if len(rounds.asked) > 1 and not self._by_turns:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return rounds.asked[len(self._chosen)]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.rounds.over

    def _legal_actions(self, player: int) -> list[int]:
        rounds = self.rounds
        if player in rounds.asked and (not self._by_turns or player == self.current_player()):
            actions: list[int] = sorted(rounds.legal(player).tolist())
            if len(rounds.asked) == 1:
                self._offered = actions
            return actions
        return [rounds.wait] if len(rounds.asked) > 1 and not self._by_turns else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be dealt or rolled, or the seats the lot may pick, with probabilities."""
        if self._claims:
            contenders = self.rounds.contenders(self._claims)
            first = self.rounds.game.outcomes
            return [(first + seat, 1 / len(contenders)) for seat in contenders]
        if not self.rounds.chance:
            raise ValueError("chance has nothing to do here: it is asked at chance nodes only")
        outcomes, weights = self.rounds.outcomes()
        self._offered = outcomes.tolist()
        total = int(weights.sum())
        pairs = zip(self._offered, weights.tolist(), strict=True)
        return sorted((outcome, weight / total) for outcome, weight in pairs)

    def _apply_action(self, action: int) -> None:
        rounds = self.rounds
        if action not in self._offered:
            self._check(action)
        self._offered = ()
        if self._claims:
            claims, self._claims = self._claims, {}
            self._carry_out(claims, action - rounds.game.outcomes)
        elif rounds.chance:
            self._record_event(CHANCE, action)
            rounds.deal(action)
        elif len(rounds.asked) == 1:
            self._carry_out({rounds.asked[0]: action})
        else:
            self._chosen[rounds.asked[len(self._chosen)]] = action
            if len(self._chosen) == len(rounds.asked):
                chosen, self._chosen = self._chosen, {}
                self._end_round(chosen)
            return
        self.record_views()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Carry out what the seats of a simultaneous node choose, one action for each seat."""
        if self.current_player() != pyspiel.PlayerId.SIMULTANEOUS:
            raise ValueError(
                "seats do not choose at the same time here: apply_action takes what happens next"
            )
        if len(actions) != self.rounds.seats:
            raise ValueError(
                f"there are {self.rounds.seats} seats, each with an action, not {len(actions)}"
            )
        asked, self._offered = self.rounds.asked, ()
        for seat, action in enumerate(actions):
            if seat not in asked and action != self.rounds.wait:
                raise ValueError(
                    f"seat {seat} has to wait ({self.rounds.wait}), not to choose {action!r}"
                )
        self._end_round({seat: legal_action(self.rounds, seat, actions[seat]) for seat in asked})

    def _check(self, action: int) -> None:
        """Refuse an action, or an outcome of chance, that is impossible now."""
        if self.is_terminal():
            raise ValueError("the match is over: nothing can be chosen any more")
        if not (self._claims or self.rounds.chance):
            player = self.current_player()
            if player == pyspiel.PlayerId.SIMULTANEOUS:
                raise ValueError(
                    "several seats choose at the same time here: apply_actions takes an action "
                    "of each"
                )
            legal_action(self.rounds, player, action)
            return
        possible = [outcome for outcome, _ in self.chance_outcomes()]
        if action not in possible:
            raise ValueError(f"chance cannot bring {action} here, only one of {possible}")

    def _end_round(self, choices: dict[int, int]) -> None:
        # A seat remembers what it chose, even if it had no effect.
        memories = list(self._memories)
        for seat, action in choices.items():
            memories[seat] += f" {action}!"
        self._memories = tuple(memories)
        if self.rounds.contenders(choices):
            self._claims = choices
        else:
            self._carry_out(choices)
            self.record_views()

    def returns(self) -> list[float]:
        """Return each seat's result at the end, from -1 to 1; zeros before it."""
        return self.rounds.utilities() if self.rounds.over else [0.0] * self.rounds.seats

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.rounds.game
        if player == pyspiel.PlayerId.CHANCE:
            if action >= game.outcomes:
                return f"first {letter(action - game.outcomes)}"
            return self.rounds.position().write(CHANCE, action)
        if action == self.rounds.wait:
            return "wait"
        return self.rounds.position().write(player, action)

    def __str__(self) -> str:
        """Return the full position, secrets included."""
        return f"{self.rounds.position().state!r}{self._memories[-1]}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TischleinState:
        """Return a state that the player cannot tell from this one, with its true probability."""
        seed = int(sampler() * 2**53)
        other = _imagined(self.get_game(), self.rounds.observe(player), seed)
        other.choose_before(len(self._chosen), seed)
        if player in self._chosen:
            other._chosen[player] = self._chosen[player]
        other._memories = _known_to(player, self._memories)
        other._seen = _known_to(player, self._seen)
        other.record_views(but=player)  # otherwise the others' own secrets would be unknown to them
        return other

    def choose_before(self, count: int, seed: int) -> None:
        """Let this many seats of a round have chosen, any actions that they may."""
        lots = random.Random(seed)
        self._chosen = {
            seat: lots.choice(self.rounds.legal(seat).tolist())
            for seat in self.rounds.asked[:count]
        }

    # --- what seats have seen ---

    def information_state(self, player: int) -> str:
        """Return what a player has done and seen happen: equal for indistinguishable states.

        Events are in order: ``A5`` for action 5 of seat A as the player saw it, ``A?`` for one that
        it did not see, ``5!`` for its own choice in a simultaneous node. In games with secrets a
        hash of all that it has seen on its turns follows.
        """
        return f"{self._memories[player]}{self.choice_of(player)} #{self._seen[player]}"

    def choice_of(self, player: int) -> str:
        """Return what a player has chosen in this round, if it has not been carried out yet."""
        pending = self._chosen or self._claims
        return f" {pending[player]}?" if player in pending else ""

    def _carry_out(self, choices: dict[int, int], picked: int | None = None) -> None:
        self.rounds.carry_out(choices, picked, listener=self._record_event)

    def _record_event(self, seat: int, action: int) -> None:
        secrets = self.rounds.game.secrets
        if secrets is None:
            entry = f" {letter(seat)}{action}"
            self._memories = tuple(before + entry for before in self._memories)
            return
        state = self.rounds.position().state
        observers = (*range(self.rounds.seats), SPECTATOR)
        self._memories = tuple(
            before + _notation(seat, secrets.observed_action(state, seat, action, observer))
            if observer != seat
            else before + f" {letter(seat)}{action}"
            for before, observer in zip(self._memories, observers, strict=True)
        )

    def record_views(self, *, but: int | None = None) -> None:
        """Let all players, except one if given, record what they see, if a decision is due."""
        rounds = self.rounds
        if rounds.game.secrets is None or rounds.chance:
            return
        observers = (*range(rounds.seats), SPECTATOR)
        self._seen = tuple(
            before
            if observer == but
            else _hashed(before.encode() + rounds.masked(observer).tobytes())
            for before, observer in zip(self._seen, observers, strict=True)
        )


def _hashed(seen: bytes) -> str:
    return hashlib.blake2b(seen, digest_size=12).hexdigest()


def _known_to(player: int, memories: tuple[str, ...]) -> tuple[str, ...]:
    """Return memories in which all but the player remember only what everybody has seen."""
    public = memories[-1]
    return tuple(own if seat == player else public for seat, own in enumerate(memories))


def _notation(seat: int, action: int) -> str:
    return f" {letter(seat)}" + ("?" if action == HIDDEN else str(action))


def _state_of(game: TischleinGame, serialized: str) -> TischleinState:
    state: TischleinState = game.deserialize_state(serialized)
    return state


def state_of(game: TischleinGame, observation: Observation, seed: int) -> TischleinState:
    """Return an OpenSpiel state that agrees with all that a seat knows; no player remembers more.

    If the game's rounds are played by turns, it is the seat's turn, if it may choose.

    Parameters
    ----------
    game
        A game of OpenSpiel with the seats and options of the observation.
    seed
        For what the seat does not know.
    """
    state = _imagined(game, observation, seed)
    asked = state.rounds.asked
    if game.by_turns and observation.seat in asked[1:]:
        state.choose_before(asked.index(observation.seat), seed)
    state.record_views()
    return state


def _imagined(game: TischleinGame, observation: Observation, seed: int) -> TischleinState:
    """Return the beginning of a round as a seat may imagine it; no player has looked yet."""
    state: TischleinState = game.new_initial_state()
    position = observation.determinize(new_rng(seed))
    state.rounds = Rounds(position, interrupts=game.start.interrupts)
    return state
