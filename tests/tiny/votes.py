"""Everybody says yes or no at the same time; who sees it before all have depends on the variant.

``SECRET`` votes are shown to partners alone until the last is cast, ``OPEN`` ones to everybody as
they are cast. A yes scores one, for the whole team where there are teams.
"""

from dataclasses import replace
from typing import Annotated

from tischlein.core.capabilities import Notation, Rules, Secrets
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below
from tischlein.core.options import NO_TEAMS, Options, Teams
from tischlein.core.seats import HIDDEN, SPECTATOR
from tischlein.core.state import Ints, Shape, State

SEATS = 4
YES = 1
UNKNOWN = 3


class VotesState(State):
    """One position; ``said`` is 0 before a seat has voted, then its action and one."""

    said: Annotated[Ints, Shape(SEATS)]
    side: Annotated[Ints, Shape(SEATS)]


def setup(state: VotesState, options: Options) -> None:
    """Everybody is on a side of their own, or on that of a team."""
    teams = str(options["teams"])
    for seat in range(state.seats):
        state.side[seat] = seat if teams == NO_TEAMS else int(teams[seat])


def acting(state: VotesState) -> int:
    """Everybody who has not voted."""
    return sum(1 << seat for seat in range(state.seats) if state.said[seat] == 0)


def legal(state: VotesState, seat: int, out: Ints) -> int:
    """No and yes."""
    out[:2] = (0, YES)
    return 2


def apply(state: VotesState, seat: int, action: int) -> None:
    """Cast the vote."""
    state.said[seat] = action + 1


def scores(state: VotesState, out: Ints) -> None:
    """One for every yes of a side."""
    for seat in range(state.seats):
        out[seat] = sum(
            int(state.said[other] == YES + 1)
            for other in range(state.seats)
            if state.side[other] == state.side[seat]
        )


def observe(state: VotesState, seat: int) -> None:
    """Hide votes of other sides until all are cast."""
    if acting(state) == 0:
        return
    for other in range(state.seats):
        if state.said[other] != 0 and not _are_partners(state, other, seat):
            state.said[other] = UNKNOWN


def determinize(state: VotesState, seat: int, rng: Rng) -> None:
    """Any vote is as likely as the other."""
    for other in range(state.seats):
        if state.said[other] == UNKNOWN:
            state.said[other] = 1 + below(rng, 2)


def observed_action(state: VotesState, seat: int, action: int, observer: int) -> int:
    """Partners alone see a vote being cast."""
    return action if _are_partners(state, seat, observer) else HIDDEN


def _are_partners(state: VotesState, seat: int, observer: int) -> bool:
    return observer != SPECTATOR and bool(state.side[seat] == state.side[observer])


def _hide_nothing(state: VotesState, seat: int) -> None:
    """Leave everything as it is."""


def _guess_nothing(state: VotesState, seat: int, rng: Rng) -> None:
    """Leave everything as it is."""


def _show(state: VotesState, seat: int, action: int, observer: int) -> int:
    return action


def _sees_all(state: VotesState, seat: int, other: int) -> bool:
    return True


SECRET = Game(
    key="votes",
    prefix="VOT",
    seats=(2, 3, SEATS),
    state=VotesState,
    rules=Rules.of(globals()),
    secrets=Secrets.of(globals()),
    notation=Notation.of_names(("no", "yes")),
    actions=2,
    most_legal=2,
    longest=SEATS,
    score_bounds=(0, SEATS),
    options=(Teams("teams", alone=(2, 3, SEATS), samples=("12", "122", "1212")),),
    turn_rule="VOT-1",
    simultaneous=True,
    compiled=False,
)
OPEN = replace(
    SECRET,
    secrets=Secrets(
        observe=_hide_nothing,
        determinize=_guess_nothing,
        observed_action=_show,
        sees_all_of=_sees_all,
    ),
)
