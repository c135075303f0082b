"""The actions of a seat of Drunter & Drüber: their targets and their effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from tischlein.core.bits import bits_of, members
from tischlein.core.phrases import Item, Phrase, Refusal
from tischlein.core.position import Observation
from tischlein.games.drunter.actions import (
    AIM,
    PLACEMENTS,
    SAY_NO,
    SAY_YES,
    VOTE,
    direction_of,
    line_of,
    size_of,
)
from tischlein.games.drunter.names import LINE_WORDS, square_name
from tischlein.games.drunter.pieces import covered_by, gang_id, starts, tile_name
from tischlein.games.drunter.placements import squares_of
from tischlein.games.drunter.preview import ended_lines
from tischlein.games.drunter.refusals import why_not_as_far
from tischlein.games.drunter.scenery import place_id
from tischlein.games.drunter.state import (
    CARD_WORDS,
    GOALS,
    JOKER,
    REMOVED,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import BEYOND, OUTHOUSE, PRINTED
from tischlein.games.drunter.voting import count_cards
from tischlein.presentation.scenes import Choice, Mark


def choices(observation: Observation) -> list[Choice]:
    """Return everything that the viewer, who is acting, can do."""
    state: DrunterState = observation.state
    actions = observation.legal(observation.seat)
    if state.stage == Stage.LAY:
        return _placements(observation, actions)
    if state.stage == Stage.VOTE:
        return [_vote(action) for action in actions]
    if state.stage == Stage.JOKER:
        return [Choice(SAY_YES, ("yes",)), Choice(SAY_NO, ("no",))]
    return [_aim(observation.seat, action) for action in actions]


def _aim(seat: int, action: int) -> Choice:
    card = action - AIM
    label = Phrase("choice-aim", {"goal": GOALS[card]})
    return Choice(
        action, (f"goal:{seat}:{card}",), label, confirm=True, button_label=Phrase("button-aim")
    )


@cache  # 255 of them, and all again in every scene
def _vote(action: int) -> Choice:
    """Return a vote: its cards in any order, then a second step, since more cards could follow."""
    cards = members(action - VOTE)
    names: list[Item] = [CARD_WORDS[card] for card in cards]
    path = tuple(f"vote:{card}" for card in cards)
    yes, no = count_cards((action - VOTE) & ~(1 << JOKER), joker_yes=True)
    joker = "yes" if JOKER in cards else "no"
    label = Phrase("choice-vote", {"cards": names, "yes": yes, "no": no, "joker": joker})
    return Choice(action, path, label, confirm=True, button_label=Phrase("button-vote"))


# --- placements ---


def _placements(observation: Observation, actions: Sequence[int]) -> list[Choice]:
    """Return a choice for each placement: the tile, the square where it ends, perhaps the gang."""
    state: DrunterState = observation.state
    board, gangs = state.board, state.gangs
    voted_on = state.voting != Voting.NO
    ended = ended_lines(observation.row, observation.seat, np.array(actions, np.int64)).tolist()
    begin = starts(state)
    covered = [covered_by(begin, action) for action in actions]
    ways = Counter(map(_tile_and_end, actions, covered))
    return [
        _placement(
            *(board, action, gangs[line_of(action)], squares, ends),
            voted_on=voted_on,
            # Where both walls can end on a square, the gang is asked for, too.
            with_gang=ways[_tile_and_end(action, squares)] > 1,
        )
        for action, squares, ends in zip(actions, covered, ended, strict=True)
    ]


@lru_cache(maxsize=16384)
def _placement(
    board: int,
    action: int,
    gang: int,
    squares: tuple[int, ...],
    ended: int,
    *,
    voted_on: bool,
    with_gang: bool,
) -> Choice:
    path = _tile_and_end(action, squares)
    if with_gang:
        path = (*path, gang_id(line_of(action)))
    marks = _marks(board, action, gang, squares, ended, voted_on=voted_on)
    return Choice(action, path, _label(action, squares[-1]), confirm=True, marks=marks)


def _label(action: int, end: int) -> Phrase:
    line, size = LINE_WORDS[line_of(action)], size_of(action)
    return Phrase("choice-lay", {"line": line, "size": size, "square": square_name(end)})


@lru_cache(maxsize=4096)
def _tile_and_end(action: int, squares: tuple[int, ...]) -> tuple[str, ...]:
    return f"stock:{tile_name(line_of(action), size_of(action))}", place_id(squares[-1])


def _marks(
    board: int, action: int, gang: int, squares: tuple[int, ...], ended: int, *, voted_on: bool
) -> tuple[Mark, ...]:
    """Return what would be covered or passed under, what would be lost, and where it takes a vote.

    Buildings are lost, and gangs whose lines end.
    """
    marks = []
    beside = int(BEYOND[gang, direction_of(action)])
    if squares[0] != beside:  # a bridge
        marks.append(Mark(place_id(beside), "info"))
    for square in squares:
        printed = PRINTED[board, square]
        if printed >= 0:
            marks.append(Mark(place_id(square), "loss"))
        elif printed == OUTHOUSE and voted_on:
            marks.append(Mark(place_id(square), "warn"))
        else:
            marks.append(Mark(place_id(square), "info"))
    return (*marks, *(Mark(gang_id(line), "loss") for line in members(ended)))


# --- picked targets ---


def intend(observation: Observation, path: Sequence[str]) -> int | Refusal | None:
    """Return the action that picked targets mean, in any order, legal or not.

    Return a refusal if the tile cannot end on the picked square now.
    """
    picked = list(path)
    if picked in (["yes"], ["no"]):
        return SAY_YES if picked == ["yes"] else SAY_NO
    heads = sorted(target.partition(":")[0] for target in picked)
    if heads == ["goal"]:
        return AIM + int(picked[0].rpartition(":")[2])
    if heads and set(heads) == {"vote"} and len(set(picked)) == len(picked):
        return VOTE + bits_of(int(target.rpartition(":")[2]) for target in picked)
    if heads in (["square", "stock"], ["gang", "square", "stock"]):
        return _intended_placement(observation, picked)
    return None


def _intended_placement(observation: Observation, picked: Sequence[str]) -> int | Refusal | None:
    """Return the only placement of a tile that ends on a square, preferring a legal one."""
    targets = {target.partition(":")[0]: target for target in picked}
    tile = targets["stock"].rpartition(":")[2]
    state: DrunterState = observation.state
    of_tile = [
        action
        for action in range(PLACEMENTS)
        if tile_name(line_of(action), size_of(action)) == tile
        and targets.get("gang") in (None, gang_id(line_of(action)))
    ]
    meant = [
        action
        for action in of_tile
        if state.gangs[line_of(action)] != REMOVED
        and place_id(squares_of(state, action)[-1]) == targets["square"]
    ]
    if of_tile and not meant:
        return why_not_as_far(state, observation.seat, of_tile)
    legal = observation.legal(observation.seat)
    possible = [action for action in meant if action in legal]
    if len(possible) == 1:
        return possible[0]
    return meant[0] if not possible and meant else None
