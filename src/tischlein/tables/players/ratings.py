"""Ratings of player cards: which matches count, their results, and their effect on ratings.

A match counts if every seat was taken, when it began, by a player with a card of their own (so none
in which somebody has taken over from a bot later), and nothing was taken back, which needs the
consent of all. A player who leaves keeps the result of the
seat: a bot that plays on for them plays for their place, so that a losing player cannot avoid the
defeat, nor deny the others their victory. Only if bots alone played it to its end does it count for
nobody. Players who resign, or lose by letting the time run out, are placed behind those who have
not.

The model is that of Plackett and Luce, as updated by Weng and Lin (2011) after each match, using
OpenSkill.
"""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce

from tischlein.tables.players.holders import card_of
from tischlein.tables.players.programs import is_program
from tischlein.tables.storage.card_store import Figure, Participant, RatedMatch, Share
from tischlein.tables.stored import (
    Ending,
    MatchStatus,
    Ruling,
    RulingKind,
    SeatKind,
    StoredMatch,
    StoredSeat,
)

_MODEL = PlackettLuce()
NEWCOMER = Figure(_MODEL.mu, _MODEL.sigma)
"""The rating of an unrated player: 25, give or take 8.3."""
_LEAST = 3.0
"""Hardly anybody's true strength is this many standard deviations below the mean."""
_DISQUALIFYING = (RulingKind.BACK, RulingKind.RULES, RulingKind.TAKE_OVER)
"""What must not have happened in a match that counts."""
_DECIDED = (Ending.RESIGNED, Ending.OVERDUE)
"""How a match that counts may have been ended early."""


def conservative_rating(figure: Figure) -> float:
    """Return how strong a player almost certainly is: what lists may be ordered by."""
    return figure.mu - _LEAST * figure.sigma


def cards_of_players(match: StoredMatch) -> list[str]:
    """Return the cards of those who play a match, in seat order; empty if it does not count."""
    cards = [_card_at(seat) for seat in match.seats]
    return cards if len(cards) > 1 and _all_known(cards) else []


def will_count(match: StoredMatch) -> bool:
    """Whether a waiting match is to count if all who still sit down have cards, too."""
    cards = [
        _card_at(seat) for seat in match.seats if seat.kind is not SeatKind.FREE or is_program(seat)
    ]
    return len(match.seats) > 1 and bool(cards) and _all_known(cards)


def _card_at(seat: StoredSeat) -> str:
    """Return the card of the person who plays on a seat; empty without one."""
    if seat.kind is not SeatKind.PERSON or seat.level is not None:
        return ""
    return next(filter(None, map(card_of, seat.sessions)), "")


def _all_known(cards: Sequence[str]) -> bool:
    """Whether all have cards, all different."""
    return all(cards) and len(set(cards)) == len(cards)


def counts(match: StoredMatch) -> bool:
    """Whether a match that is over counts."""
    if any(ruling.what in _DISQUALIFYING for ruling in match.rulings):
        return False
    left = [seat for seat in match.seats if not seat.resigned]
    if match.status is MatchStatus.FINISHED and all(seat.level is not None for seat in left):
        return False  # bots have played on alone
    return decided(match)


def at_stake(match: StoredMatch) -> bool:
    """Whether a match in progress is to count: its players would lose that together."""
    disturbed = any(ruling.what in _DISQUALIFYING for ruling in match.rulings)
    cards = [next(filter(None, map(card_of, seat.sessions)), "") for seat in match.seats]
    return len(cards) > 1 and _all_known(cards) and not disturbed


def decided(match: StoredMatch) -> bool:
    """Whether a match has an order of its seats: played to its end, or all others gave up."""
    if match.status is MatchStatus.FINISHED:
        return True
    last = match.rulings[-1] if match.rulings else None
    given_up = last is not None and last.what is RulingKind.END and last.detail in _DECIDED
    return match.status is MatchStatus.ENDED and given_up


def participants(
    cards: Sequence[str],
    match: StoredMatch,
    ranks: Sequence[int],
    sides: Sequence[int],
) -> list[Participant]:
    """Return who took part in a match that counts, with sides and places (see :func:`places`)."""
    return [
        Participant(card, side, place)
        for card, side, place in zip(cards, sides, places(match, ranks, sides), strict=True)
    ]


def places(match: StoredMatch, ranks: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return the place of every seat of a match that is decided, from 0 on without gaps.

    A side of which all have given up is behind those that have not.

    Parameters
    ----------
    ranks
        By seat, from the game; meaningless if the match was ended early.
    sides
        By seat; equal for members of a team.
    """
    # A player who came back may have given up again: the last time counts.
    gave_up = {
        ruling.seat: number for number, ruling in enumerate(match.rulings) if is_loss(ruling)
    }
    finished = match.status is MatchStatus.FINISHED
    scores: dict[int, tuple[int, int]] = {}
    for side in dict.fromkeys(sides):
        members = [seat for seat, its in enumerate(sides) if its == side]
        left = [seat for seat in members if not match.seats[seat].resigned]
        if left:
            scores[side] = 0, min(ranks[seat] for seat in members) if finished else 0
        else:
            # The longer a side held out, the better it is placed.
            scores[side] = 1, -max(gave_up.get(seat, 0) for seat in members)
    order = sorted(set(scores.values()))
    return [order.index(scores[side]) for side in sides]


def is_loss(ruling: Ruling) -> bool:
    """Whether a ruling takes a seat out of the match for good."""
    late = ruling.what is RulingKind.OVERDUE and not ruling.detail  # else a bot plays on for now
    return late or ruling.what is RulingKind.RESIGN


def rate(shares: Sequence[tuple[Figure, int, int]]) -> list[Figure]:
    """Return the figures after a match, from those before with their sides and places."""
    sides = list(dict.fromkeys(side for _, side, _ in shares))
    members = [[number for number, one in enumerate(shares) if one[1] == side] for side in sides]
    rated = _MODEL.rate(
        [
            [_MODEL.rating(mu=shares[one][0].mu, sigma=shares[one][0].sigma) for one in side]
            for side in members
        ],
        ranks=[float(shares[side[0]][2]) for side in members],
    )
    after = dict[int, Figure]()
    for numbers, ratings in zip(members, rated, strict=True):
        for number, rating in zip(numbers, ratings, strict=True):
            after[number] = Figure(rating.mu, rating.sigma)
    return [after[number] for number in range(len(shares))]


def recomputed(matches: Sequence[RatedMatch]) -> list[RatedMatch]:
    """Return matches, in order, with the ratings recomputed from the first one on.

    A deleted card keeps its rating of that time.
    """
    known: dict[tuple[str, str], Figure] = {}
    found = []
    for rated in matches:
        before = [
            share.before if share.card is None else known.get((share.card, rated.game), NEWCOMER)
            for share in rated.shares
        ]
        after = rate(
            [
                (figure, share.side, share.place)
                for figure, share in zip(before, rated.shares, strict=True)
            ]
        )
        shares = tuple(
            Share(share.card, share.side, share.place, *figures)
            for share, *figures in zip(rated.shares, before, after, strict=True)
        )
        known |= {(one.card, rated.game): one.after for one in shares if one.card is not None}
        found.append(RatedMatch(rated.match, rated.game, rated.time, shares))
    return found
