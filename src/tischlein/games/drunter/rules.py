"""The rules of Drunter & Drüber: the deal, turns, votes, jokers, the choice of goals, the end."""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.errors import OptionError
from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Phrase
from tischlein.core.seats import CHANCE, CHANCE_BIT, letter, number
from tischlein.core.state import Ints
from tischlein.games.drunter.actions import (
    AIM,
    CARD,
    LOT,
    PLACEMENTS,
    SAY_NO,
    SAY_YES,
    TILE,
    VOTE,
    direction_of,
    line_of,
)
from tischlein.games.drunter.history import packed
from tischlein.games.drunter.placements import (
    can_lay,
    cover,
    covers_outhouse,
    first_square,
    measure_line,
    placements,
)
from tischlein.games.drunter.state import (
    BLANK,
    FULL_SET,
    GOAL_CARDS,
    NOBODY,
    NONE,
    SIZES,
    TILE_KINDS,
    TILES,
    TILES_EACH,
    VOTINGS,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import CORNERS, KINDS, LINES, PLANS
from tischlein.games.drunter.voting import everybody, joker_seat, tally, voter


def check_options(seats: int, options: Options) -> None:
    """Refuse a first seat that is not at the table (DUD-10)."""
    first = options["first"]
    if first != "lot" and number(str(first)) >= seats:
        last = letter(seats - 1)
        raise OptionError(
            f"{seats} seats are A to {last}; {first} cannot begin",
            "DUD-10",
            Phrase("DUD-10-option", {"letter": str(first), "last": last}),
        )


def setup(state: DrunterState, options: Options) -> None:
    """Put a gang on each corner, with a full set of vote cards for everybody (DUD-2 to DUD-6)."""
    state.stage = Stage.CARDS
    state.board = list(PLANS).index(str(options["board"]))
    state.goals = int(options["goals"])
    state.voting = VOTINGS.index(str(options["votes"]))
    state.first = NOBODY if options["first"] == "lot" else number(str(options["first"]))
    state.pending = NONE
    state.tally_yes = NONE
    state.tally_no = NONE
    state.tile_size = SIZES
    state.gangs[:] = CORNERS
    state.cards[: state.seats] = FULL_SET
    state.aims[:] = NONE
    for line in range(LINES):
        measure_line(state, line)


# --- who acts, and what is possible ---


@kernel
def acting(state: DrunterState) -> int:
    """Return the bits of the seats to act, or of chance."""
    if state.stage == Stage.LAY:
        return 1 << state.turn
    if state.stage == Stage.VOTE:
        if state.voting == Voting.SIMULTANEOUS:
            return everybody(state) & ~state.voted
        return 1 << voter(state)
    if state.stage == Stage.JOKER:
        return 1 << joker_seat(state)
    if state.stage == Stage.AIM:
        return everybody(state) & ~state.chosen
    return 0 if state.stage == Stage.OVER else CHANCE_BIT


@kernel
def chance(state: DrunterState, outcomes: Ints, weights: Ints) -> int:
    """Write the goal cards, or kinds of tiles, that can be drawn, or the seats of the lot."""
    count = 0
    if state.stage == Stage.CARDS:
        dealt = 0
        for seat in range(state.seats):
            dealt |= state.hands[seat]
        for card in range(KINDS if state.goals == 1 else GOAL_CARDS):
            if not dealt >> card & 1:
                outcomes[count] = CARD + card
                weights[count] = 1
                count += 1
    elif state.stage == Stage.TILES:
        for kind in range(TILE_KINDS):
            left = TILES[kind, state.tile_size - 1]
            for seat in range(state.seats):
                left -= state.stock[seat, kind, state.tile_size - 1]
            if left > 0:
                outcomes[count] = TILE + kind
                weights[count] = left
                count += 1
    else:
        for seat in range(state.seats):
            outcomes[count] = LOT + seat
            weights[count] = 1
            count += 1
    return count


@kernel
def legal(state: DrunterState, seat: int, out: Ints) -> int:
    """Write what a seat may do; numbers ascend, so that they are in canonical order."""
    count = 0
    if state.stage == Stage.LAY:
        return placements(state, seat, out)
    if state.stage == Stage.VOTE:
        held = state.cards[seat]
        ballot = 0
        for _ in range(FULL_SET):
            ballot = (ballot - held) & held  # the next subset in ascending order
            if ballot == 0:
                break
            out[count] = VOTE + ballot
            count += 1
    elif state.stage == Stage.JOKER:
        out[0] = SAY_YES
        out[1] = SAY_NO
        count = 2
    else:
        for card in range(GOAL_CARDS):
            if state.hands[seat] >> card & 1:
                out[count] = AIM + card
                count += 1
    return count


# --- what actions do ---


@kernel
def apply(state: DrunterState, seat: int, action: int) -> None:
    """Carry out a seat's action or an outcome of chance."""
    if seat == CHANCE:
        deal(state, action)
    elif action < PLACEMENTS:
        lay(state, action)
    elif action < SAY_YES:
        vote(state, seat, action - VOTE)
    elif action < AIM:
        declare(state, seat, action == SAY_YES)
    else:
        aim(state, seat, action - AIM)


@kernel
def deal(state: DrunterState, outcome: int) -> None:
    """Hand out a goal card or a tile, or let a seat begin (DUD-5, DUD-8, DUD-10, DUD-54)."""
    if state.stage == Stage.START:
        state.first = outcome - LOT
        start(state)
        return
    state.drawn += 1
    if state.stage == Stage.CARDS:
        state.hands[state.turn] |= 1 << (outcome - CARD)
        if state.drawn == state.goals:
            state.drawn = 0
            state.turn += 1
            if state.turn == state.seats:
                state.turn = 0
                state.stage = Stage.TILES
        return
    state.stock[state.turn, outcome - TILE, state.tile_size - 1] += 1
    if state.drawn < TILES_EACH[state.seats, state.tile_size - 1]:
        return
    state.drawn = 0
    state.tile_size -= 1
    if state.tile_size == 0:
        state.tile_size = SIZES
        state.turn += 1
    if state.turn == state.seats:
        state.stage = Stage.START
        if state.first != NOBODY:
            start(state)


@kernel
def start(state: DrunterState) -> None:
    """Let the first seat lay."""
    state.turn = state.first
    state.stage = Stage.LAY


@kernel
def lay(state: DrunterState, action: int) -> None:
    """Lay a tile, or hold a vote on it if it covers an outhouse (DUD-33, DUD-39)."""
    state.pending = action
    if state.voting != Voting.NO and covers_outhouse(state, action):
        state.stage = Stage.VOTE
    else:
        conclude(state, True, False)


@kernel
def vote(state: DrunterState, seat: int, ballot: int) -> None:
    """Lay vote cards; when all have, they are opened (DUD-36, DUD-40)."""
    state.ballots[seat] = ballot
    state.laid[seat] = count_bits(ballot)
    state.voted |= 1 << seat
    if state.voted == everybody(state):
        next_joker(state)


@kernel
def declare(state: DrunterState, seat: int, yes: bool) -> None:
    """Say what an open joker counts (DUD-41)."""
    state.declared |= 1 << seat
    if yes:
        state.said_yes |= 1 << seat
    next_joker(state)


@kernel
def next_joker(state: DrunterState) -> None:
    """Ask for the next joker, or count the votes (DUD-42 to DUD-46)."""
    if joker_seat(state) != NOBODY:
        state.stage = Stage.JOKER
        return
    state.tally_yes, state.tally_no = tally(state)
    conclude(state, state.tally_yes >= state.tally_no, True)


@kernel
def conclude(state: DrunterState, stays: bool, voted: bool) -> None:
    """Let the pending tile stay or go back, and continue."""
    action: int = state.pending
    state.log[state.logged] = packed(
        state.turn,
        action,
        first_square(state, line_of(action), direction_of(action)),
        not stays,
        voted,
        state.said_yes,
        state.ballots,
    )
    state.logged += 1
    state.pending = NONE
    state.voted = 0
    state.declared = 0
    state.said_yes = 0
    for seat in range(state.seats):
        state.cards[seat] &= ~state.ballots[seat] | 1 << BLANK
        state.ballots[seat] = 0
        state.laid[seat] = 0
    if stays and cover(state, state.turn, action) and state.goals == 2 and state.chosen == 0:
        state.stage = Stage.AIM
    else:
        advance(state)


@kernel
def aim(state: DrunterState, seat: int, card: int) -> None:
    """Choose a goal; when all have, the match goes on, or ends (DUD-55 to DUD-58)."""
    state.aims[seat] = card
    state.chosen |= 1 << seat
    if state.chosen == everybody(state):
        advance(state)


@kernel
def advance(state: DrunterState) -> None:
    """Find the next seat that can lay, or end the match (DUD-11, DUD-14, DUD-48, DUD-58)."""
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if can_lay(state, seat):
            state.turn = seat
            state.stage = Stage.LAY
            return
    if state.goals == 2 and state.chosen == 0:
        state.stage = Stage.AIM
    else:
        state.stage = Stage.OVER
