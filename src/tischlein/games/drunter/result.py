"""The end of Drunter & Drüber: the account, and what a watcher would have believed of the goals."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.drunter.beliefs import spectator_beliefs
from tischlein.games.drunter.scoring import best_and_other, goals_of, points, worth_of
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import GOALS, DrunterState, Voting
from tischlein.presentation.scenes import Result, ResultRow


def result(observation: Observation) -> Result:
    """Return the account, and what an outside watcher would have believed of everybody's goal."""
    rows = (*_account(observation), *_beliefs(observation))
    return Result(ranks=observation.ranks(), scores=observation.scores(), rows=rows)


def _account(observation: Observation) -> list[ResultRow]:
    """Return what decides between equal points (DUD-50, DUD-59)."""
    state: DrunterState = observation.state
    everybody = range(observation.seats)
    rows = []
    if state.goals == 2:
        others = tuple(best_and_other(state, seat)[1] for seat in everybody)
        rows.append(ResultRow(Phrase("result-second"), others))
    if state.voting != Voting.NO:
        unused = tuple(worth_of(state.cards[seat]) for seat in everybody)
        rows.append(ResultRow(Phrase("result-votes"), unused))
    # A row without figures is a heading; the rows after it do not count for the score.
    return [ResultRow(Phrase("result-ties"), ("",) * observation.seats), *rows] if rows else []


def _beliefs(observation: Observation) -> list[ResultRow]:
    state: DrunterState = observation.state
    everybody = range(observation.seats)
    believed = spectator_beliefs(observation)
    title = "result-watcher-two" if state.goals == 2 else "result-watcher"
    rows = [ResultRow(Phrase(title), ("",) * observation.seats)]
    for card in range(cards_in_play(state)):
        label = Phrase("result-believed", {"goal": GOALS[card], "points": points(state, card)})
        shares = (_share(state, seat, card, believed[seat, card]) for seat in everybody)
        rows.append(ResultRow(label, tuple(shares)))
    return rows


def _share(state: DrunterState, seat: int, card: int, probability: float) -> str:
    """Return a probability in percent, with a star at the goal that a seat did play for."""
    percent = str(round(100 * float(probability)))
    if not state.hands[seat] >> card & 1:
        return percent
    return f"★{percent}" if card in goals_of(state, seat) else f"☆{percent}"
