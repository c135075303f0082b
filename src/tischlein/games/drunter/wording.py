"""The log of Drunter & Drüber in words: deals, tiles, votes, jokers, ended lines, the end."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.events import Event
from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.drunter.actions import AIM, CARD, LOT, SAY_YES, direction_of, line_of, size_of
from tischlein.games.drunter.history import Attempt, attempt
from tischlein.games.drunter.names import DIRECTION_WORDS, LINE_WORDS, square_name
from tischlein.games.drunter.placements import squares_of
from tischlein.games.drunter.scenery import building_phrase
from tischlein.games.drunter.scoring import best_and_other, counted, goals_of, worth_of
from tischlein.games.drunter.state import (
    CARD_WORDS,
    GOALS,
    REMOVED,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import KINDS, LINES, PRINTED


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, with what it leads to, from what one observer sees."""
    if event.seat == CHANCE:
        return _say_chance(event, before, after)
    stage = before.state.stage
    seat = seat_name(event.seat)
    words = []
    if stage == Stage.LAY:
        words.append(_say_lay(event.seat, event.action, before.state))
        if after.state.stage == Stage.VOTE:
            return [*words, Phrase("say-vote-begins")]
    elif stage == Stage.VOTE:
        words += _say_vote(event, before, after)
    elif stage == Stage.JOKER:
        said = "yes" if event.action == SAY_YES else "no"
        words.append(Phrase("say-joker", {"seat": seat, "said": said}))
    elif event.action == HIDDEN or event.action < AIM:
        words.append(Phrase("say-chosen", {"seat": seat}))
    else:
        words.append(Phrase("say-own-choice", {"goal": GOALS[event.action - AIM]}))
    if after.state.logged > before.state.logged:
        words += _say_settled(before, after)
    words += _say_next(before, after)
    return words


def _say_chance(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    state: DrunterState = before.state
    if state.stage == Stage.CARDS:
        if event.action != HIDDEN and before.seat == state.turn:
            return [Phrase("say-own-card", {"goal": GOALS[event.action - CARD]})]
        return []
    if event.action >= LOT:
        return [Phrase("say-lot", {"seat": seat_name(event.action - LOT)})]
    if after.state.stage == Stage.TILES:
        return []
    words = [Phrase("say-dealt")]
    if after.state.stage == Stage.LAY:
        words.append(Phrase("say-starts", {"seat": seat_name(after.state.turn)}))
    return words


def _say_lay(seat: int, action: int, before: DrunterState) -> Phrase:
    squares = squares_of(before, action)
    return Phrase(
        "say-lay",
        {
            "seat": seat_name(seat),
            "line": LINE_WORDS[line_of(action)],
            "size": size_of(action),
            "direction": DIRECTION_WORDS[direction_of(action)],
            "squares": "–".join(map(square_name, dict.fromkeys((squares[0], squares[-1])))),
        },
    )


def _say_vote(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Say that somebody has voted, and with how many cards; name all cards once they are opened."""
    seat: dict[str, Value] = {"seat": seat_name(event.seat)}
    state: DrunterState = after.state
    if state.stage == Stage.VOTE:
        if before.state.voting == Voting.SIMULTANEOUS:
            return [Phrase("say-voted", seat)]
        return [Phrase("say-voted-with", seat | {"count": state.laid[event.seat]})]
    counting = state.stage == Stage.JOKER
    ballots = state.ballots if counting else attempt(state.log[state.logged - 1]).ballots
    return [
        Phrase("say-opened", {"seat": seat_name(voter), "cards": _card_words(ballots[voter])})
        for voter in range(before.seats)
    ]


def _card_words(ballot: int) -> list[Item]:
    return [CARD_WORDS[card] for card in members(ballot)]


def _say_settled(before: Observation, after: Observation) -> list[Phrase]:
    """Say how a vote went, what a tile has covered, and which lines have ended."""
    state: DrunterState = after.state
    entry: Attempt = attempt(state.log[state.logged - 1])
    words = []
    if entry.voted:
        tally: dict[str, Value] = {"yes": state.tally_yes, "no": state.tally_no}
        if entry.refused:
            return [Phrase("say-refused", tally | {"seat": seat_name(entry.seat)})]
        words.append(Phrase("say-stays", tally))
    printed = (int(PRINTED[state.board, square]) for square in entry.squares)
    lost: list[Item] = [building_phrase(building) for building in printed if building >= 0]
    if lost:
        words.append(Phrase("say-lost", {"buildings": lost}))
    ended = [
        line for line in range(LINES) if state.gangs[line] == REMOVED != before.state.gangs[line]
    ]
    return [*words, *(Phrase("say-ended", {"line": LINE_WORDS[line]}) for line in ended)]


def _say_next(before: Observation, after: Observation) -> list[Phrase]:
    """Say who is skipped, that goals are to be chosen, and how the match ends."""
    state: DrunterState = after.state
    if state.stage == Stage.AIM and before.state.stage != Stage.AIM:
        return [Phrase("say-choose-end" if REMOVED not in state.gangs else "say-choose")]
    if state.stage == Stage.LAY:
        return _say_skipped(before, after)
    if state.stage != Stage.OVER:
        return []
    # If the goals were chosen only now (DUD-58), the log already says that nobody can lay.
    chosen_late = before.state.stage == Stage.AIM and REMOVED not in state.gangs
    words = [] if chosen_late else [Phrase("say-over")]
    for seat in range(after.seats):
        goal = goals_of(state, seat)[0]
        named: dict[str, Value] = {"seat": seat_name(seat), "goal": GOALS[goal]}
        named |= {"points": after.scores()[seat], "sum": _sum(counted(state, goal))}
        words.append(Phrase("say-goal", named))
    words += _say_tie(after)
    winners: list[Item] = [seat_name(seat) for seat, rank in enumerate(after.ranks()) if rank == 0]
    words.append(Phrase("say-won", {"seats": winners, "count": len(winners)}))
    return words


def _sum(values: list[int]) -> str:
    """Return how points add up where that can be told in few words."""
    return " + ".join(map(str, values)) if 1 < len(values) <= KINDS else "none"


def _say_tie(after: Observation) -> list[Phrase]:
    """Say what breaks the tie between seats that are first with equal points (DUD-50, DUD-59)."""
    state: DrunterState = after.state
    scores = after.scores()
    first = [seat for seat in range(after.seats) if scores[seat] == max(scores)]
    words = []
    seconds = {seat: best_and_other(state, seat)[1] for seat in first}
    if len(set(seconds.values())) > 1:
        words.append(Phrase("say-tie-second"))
        first = [seat for seat in first if seconds[seat] == max(seconds.values())]
    if len({worth_of(state.cards[seat]) for seat in first}) > 1:
        words.append(Phrase("say-tie-votes"))
    return words


def _say_skipped(before: Observation, after: Observation) -> list[Phrase]:
    seat = (before.state.turn + 1) % before.seats
    words = []
    while seat != after.state.turn:
        words.append(Phrase("say-skipped", {"seat": seat_name(seat)}))
        seat = (seat + 1) % before.seats
    return words
