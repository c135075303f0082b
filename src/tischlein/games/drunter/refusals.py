"""Why an action is refused: the first rule that it breaks, with the values for the message."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.seats import CHANCE
from tischlein.games.drunter.actions import (
    AIM,
    CARD,
    LOT,
    PLACEMENTS,
    SAY_YES,
    TILE,
    VOTE,
    direction_of,
    line_of,
    size_of,
)
from tischlein.games.drunter.names import KIND_WORDS, LINE_WORDS, goal_key
from tischlein.games.drunter.placements import first_square, is_free, passes_bridge, squares_of
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import (
    KIND_OF_LINE,
    REMOVED,
    TILES,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import CORNER, OUTSIDE, PRINTED
from tischlein.games.drunter.voting import joker_seat, voter


def why_not(state: DrunterState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal.

    The attempted action decides, even out of turn: a seat that has voted is told so, not whose turn
    it is.
    """
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    if action < PLACEMENTS:
        return _why_not_now(state, seat) or _why_not_lay(state, seat, action)
    if action < SAY_YES:
        return _why_not_vote(state, seat, action - VOTE)
    if action < AIM:
        return _why_not_declare(state, seat)
    return _why_not_aim(state, seat, action - AIM)


# --- laying ---


def _why_not_now(state: DrunterState, seat: int) -> Refusal | None:
    if state.stage == Stage.OVER:
        return Refusal("DUD-11", message="refused-over")
    if state.stage < Stage.LAY:
        return Refusal("DUD-11", message="DUD-11-deal")
    if state.stage == Stage.VOTE:
        return Refusal("DUD-33")
    if state.stage == Stage.JOKER:
        return Refusal("DUD-41", {"seat": seat_name(joker_seat(state))})
    if state.stage == Stage.AIM:
        return Refusal("DUD-55")
    if seat != state.turn:
        return Refusal("DUD-11", {"seat": seat_name(state.turn)}, message="refused-turn")
    return None


def why_not_as_far(state: DrunterState, seat: int, placements: Sequence[int]) -> Refusal:
    """Return why a tile ends nowhere near a square; ``placements`` are all of the tile's."""
    lines = sorted({line_of(action) for action in placements})
    going = [line for line in lines if state.gangs[line] != REMOVED]
    if now := _why_not_now(state, seat):
        return now
    if not going:
        return Refusal("DUD-32", {"line": LINE_WORDS[lines[0]]})
    kind = KIND_WORDS[KIND_OF_LINE[lines[0]]]
    gangs = tuple(f"square:{state.gangs[line]}" for line in going)
    return Refusal("DUD-16", {"kind": kind}, culprits=gangs)


def why_no_such_tile(state: DrunterState, seat: int, line: int, size: int) -> Refusal:
    """Return why a seat cannot lay a tile of a size that there is not, at a line."""
    return _why_not_now(state, seat) or _not_in_stock(line, size)


def _not_in_stock(line: int, size: int) -> Refusal:
    return Refusal("DUD-12", {"kind": KIND_WORDS[KIND_OF_LINE[line]], "size": size})


def _why_not_lay(state: DrunterState, seat: int, action: int) -> Refusal | None:
    line, size = line_of(action), size_of(action)
    if state.stock[seat][KIND_OF_LINE[line]][size - 1] == 0:
        return _not_in_stock(line, size)
    if state.gangs[line] == REMOVED:
        return Refusal("DUD-32", {"line": LINE_WORDS[line]})
    return _why_not_there(state, action)


def _why_not_there(state: DrunterState, action: int) -> Refusal | None:
    """Return why the squares of a placement cannot be covered, None if they can."""
    line, direction = line_of(action), direction_of(action)
    beyond_bridge = passes_bridge(state, state.gangs[line], direction)
    if beyond_bridge and not is_free(state, first_square(state, line, direction)):
        return Refusal("DUD-25")
    for square in squares_of(state, action):
        if square == OUTSIDE:
            return Refusal("DUD-19")
        if PRINTED[state.board, square] == CORNER:
            return Refusal("DUD-21", culprits=(f"square:{square}",))
        if state.cells[square]:
            return Refusal("DUD-20", culprits=(f"square:{square}",))
    return None


# --- votes, jokers, goals ---


def _why_not_vote(state: DrunterState, seat: int, ballot: int) -> Refusal | None:
    if state.stage != Stage.VOTE:
        counting = state.stage == Stage.JOKER
        return Refusal("DUD-33", message="DUD-33-voted" if counting else "DUD-33-nothing")
    if state.voting == Voting.SIMULTANEOUS:
        if state.voted >> seat & 1:
            return Refusal("DUD-38")
    elif seat != voter(state):
        return Refusal("DUD-35", {"seat": seat_name(voter(state))})
    return Refusal("DUD-36") if ballot & ~state.cards[seat] else None


def _why_not_declare(state: DrunterState, seat: int) -> Refusal | None:
    if state.stage != Stage.JOKER:
        return Refusal("DUD-41", message="DUD-41-none")
    asked = joker_seat(state)
    return None if seat == asked else Refusal("DUD-42", {"seat": seat_name(asked)})


def _why_not_aim(state: DrunterState, seat: int, card: int) -> Refusal | None:
    if state.chosen >> seat & 1:
        return Refusal("DUD-57")
    if state.stage != Stage.AIM:
        return Refusal("DUD-55", message="DUD-55-yet" if state.goals == 2 else "DUD-55-one")
    if not state.hands[seat] >> card & 1:
        return Refusal("DUD-55", {"card": Phrase(goal_key(card))}, message="DUD-55-own")
    return None


# --- chance ---


def _why_no_outcome(state: DrunterState, outcome: int) -> Refusal | None:
    if outcome < TILE:
        return _why_no_card(state, outcome - CARD)
    if outcome < LOT:
        return _why_no_tile(state, outcome - TILE)
    return why_no_lot(state, outcome - LOT)


def card_rule(state: DrunterState) -> str:
    """Return the rule by which goal cards are dealt."""
    return "DUD-5" if state.goals == 1 else "DUD-54"


def _why_no_card(state: DrunterState, card: int) -> Refusal | None:
    rule = card_rule(state)
    if state.stage != Stage.CARDS:
        return Refusal(rule, message="deal-order")
    if card >= cards_in_play(state):
        return Refusal(rule, {"card": Phrase(goal_key(card))}, message="DUD-5-variant")
    dealt = any(hand >> card & 1 for hand in state.hands)
    return Refusal(rule, {"card": Phrase(goal_key(card))}, "DUD-5-dealt") if dealt else None


def _why_no_tile(state: DrunterState, kind: int) -> Refusal | None:
    if state.stage != Stage.TILES:
        return Refusal("DUD-8", message="deal-order")
    size = state.tile_size
    if sum(stock[kind][size - 1] for stock in state.stock) < TILES[kind, size - 1]:
        return None
    return Refusal("DUD-8", {"kind": KIND_WORDS[kind], "size": size})


def why_no_lot(state: DrunterState, seat: int) -> Refusal | None:
    """Return why chance may not let this seat begin, None if it may."""
    if state.stage == Stage.START and seat < state.seats:
        return None
    return Refusal("DUD-10")
