"""What happens in one row of a batch: templates over a state's record, the same on every device.

A match proceeds in rounds as in :mod:`tischlein.interop.rounds`: a round asks the seats that may
act, one after the other in ascending order, and nothing happens before all of them have chosen. In
a race the fastest seat is drawn by lot beforehand and only it is asked, which gives every seat the
same chance. When a match is over, the row begins the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

from tischlein.batch.random_streams import CHANCE_STREAM, draw_member, start_draw
from tischlein.core.bits import lowest
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, kernel, weighted
from tischlein.core.seats import CHANCE, CHANCE_BIT, MAX_SEATS
from tischlein.core.state import Ints, layout

# Free names of the templates; ``bind`` binds them to a game's, and to each other.
acting: Any = None
to_move: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
rank: Any = None
deal: Any = None
ask: Any = None
carry_out: Any = None
pay: Any = None
enter: Any = None
listing: Any = None
ALONE: Any = None
RACES: Any = None
WAIT: Any = None
BY_SCORES: Any = None
LEAST_SCORE: Any = None
SPAN_OF_SCORES: Any = None
SIGN_OF_RANK: Any = None

NOBODY = -1
"""Marks a row in which no match ever asks a seat."""
TURN: np.dtype[Any] = layout(
    "TurnRecord",
    [
        ("draws", np.int64),
        ("asked", np.int64),
        ("left", np.int64),
        ("awaited", np.int64),
        ("interrupts", np.int64),
        ("choices", np.int64, (MAX_SEATS,)),
    ],
)
"""What a row stores besides its position.

``draws`` counts what has been drawn, ``asked`` is the set of seats of this round, ``left`` those of
them that have yet to choose, and ``awaited`` those that the match waits for. ``interrupts`` is 1 if
seats are asked that the match does not wait for. Where one seat acts at a time, nothing but the
draws is kept.
"""
TURN_TYPE = from_dtype(TURN)

MOST_WITHOUT_CHOICE = 1_000
"""Limit of successive matches that end before a seat is asked; in no game is that usual."""


def _deal(
    state: Any, turn: Any, key: int, row: int, outcomes: Ints, weights: Ints, rng: Rng
) -> int:
    """Let chance act until a seat may act, or the match is over; return the seats that may."""
    bits = acting(state)
    while bits >= CHANCE_BIT:
        count = chance(state, outcomes, weights)
        drawn = 0
        if count > 1:
            start_draw(rng, key, CHANCE_STREAM, row, turn.draws)
            turn.draws += 1
            drawn = weighted(rng, weights, count)
        apply(state, CHANCE, outcomes[drawn])
        bits = acting(state)
    return bits  # type: ignore[no-any-return]  # a hook


def _ask(state: Any, turn: Any, bits: int, key: int, row: int, rng: Rng) -> int:
    """Open a round among the seats that may act; return those that are asked."""
    if RACES:
        if bits & (bits - 1):
            start_draw(rng, key, CHANCE_STREAM, row, turn.draws)
            turn.draws += 1
            bits = 1 << draw_member(bits, rng)
        turn.awaited = bits
    else:
        turn.awaited = to_move(state)
        if not turn.interrupts:
            bits = turn.awaited
    turn.asked = bits
    turn.left = bits
    return bits


def _carry_out(state: Any, turn: Any, key: int, row: int, out: Ints, rng: Rng) -> None:
    """Carry out the choices of a round."""
    asked = turn.asked
    if asked & (asked - 1) == 0:
        seat = lowest(asked)
        apply(state, seat, turn.choices[seat])
        return
    rivals = 0
    for seat in range(state.seats):
        if asked >> seat & 1 and not turn.awaited >> seat & 1 and turn.choices[seat] != WAIT:
            rivals |= 1 << seat
    if rivals & (rivals - 1):
        start_draw(rng, key, CHANCE_STREAM, row, turn.draws)
        turn.draws += 1
        rivals = 1 << draw_member(rivals, rng)
    if rivals:
        asked = rivals
    for seat in range(state.seats):
        action = turn.choices[seat]
        if asked >> seat & 1 and action != WAIT and acting(state) >> seat & 1:
            # Is it still legal after the actions of the seats before it?
            for index in range(legal(state, seat, out)):
                if out[index] == action:
                    apply(state, seat, action)
                    break


def _pay(state: Any, out: Ints, rewards: NDArray[np.float32]) -> None:
    """Write each seat's reward at the end, from -1 to 1, as environments do."""
    rank(state, out)
    for seat in range(state.seats):
        if BY_SCORES:
            rewards[seat] = 2 * (out[seat] - LEAST_SCORE) / SPAN_OF_SCORES - 1
        else:
            lead = 0
            for other in range(state.seats):
                if out[other] > out[seat]:
                    lead += 1
                elif out[other] < out[seat]:
                    lead -= 1
            rewards[seat] = lead * SIGN_OF_RANK / (state.seats - 1)


def _enter(
    row: int,
    rows: Ints,
    states: Any,
    turns: Any,
    start: Ints,
    key: int,
    out: Ints,
    weights: Ints,
    rng: Rng,
) -> int:
    """Begin a match in a row, from the position before anything is dealt.

    Returns the seats that may act, none if no match ever asks one.
    """
    for _ in range(MOST_WITHOUT_CHOICE):
        for word in range(start.size):
            rows[row, word] = start[word]
        bits = deal(states[row], turns[row], key, row, out, weights, rng)
        if bits:
            return bits  # type: ignore[no-any-return]  # a kernel
    return 0


def _list(state: Any, turn: Any, seat: int, out: Ints) -> int:
    """Write what a seat may choose, and return the number of actions."""
    count = legal(state, seat, out)
    if turn.interrupts and not turn.awaited >> seat & 1:
        out[count] = WAIT
        count += 1
    return count  # type: ignore[no-any-return]  # a hook


def _open_rows(
    first: int,
    last: int,
    rows: Ints,
    states: Any,
    turns: Any,
    start: Ints,
    key: Rng,
    lists: Ints,
    counts: Ints,
    asked: Ints,
    out: Ints,
    weights: Ints,
    rng: Rng,
) -> None:
    """Begin the first match of some rows, if their matches ever ask a seat."""
    for row in range(first, last):
        bits = enter(row, rows, states, turns, start, key[0], out, weights, rng)
        if bits == 0:
            asked[row] = NOBODY
            continue
        if not ALONE:
            bits = ask(states[row], turns[row], bits, key[0], row, rng)
        asked[row] = lowest(bits)
        counts[row] = listing(states[row], turns[row], asked[row], out)
        for index in range(counts[row]):
            lists[row, index] = out[index]


def _step_rows(  # noqa: PLR0912  # in one piece, see below
    first: int,
    last: int,
    actions: Ints,
    rows: Ints,
    states: Any,
    turns: Any,
    start: Ints,
    key: Rng,
    lists: Ints,
    counts: Ints,
    asked: Ints,
    mask: NDArray[np.bool_],
    rewards: NDArray[np.float32],
    ended: NDArray[np.bool_],
    out: Ints,
    weights: Ints,
    rng: Rng,
) -> None:
    """Carry out an action in some rows; write who is asked next and what can be chosen.

    The common case is written out here instead of in functions: passing arrays as arguments costs
    more than a move.
    """
    masked = mask.shape[0] > 0
    for row in range(first, last):
        state = states[row]
        turn = turns[row]
        if ended[row]:
            ended[row] = False
            for seat in range(state.seats):
                rewards[row, seat] = 0.0
        seat = asked[row]
        waiting = 0
        if ALONE:
            apply(state, seat, actions[row])
        else:
            turn.choices[seat] = actions[row]
            turn.left &= turn.left - 1
            waiting = turn.left
            if waiting == 0:
                carry_out(state, turn, key[0], row, out, rng)
        bits = waiting
        if waiting == 0:
            bits = acting(state)
            if bits >= CHANCE_BIT:
                bits = deal(state, turn, key[0], row, out, weights, rng)
            if bits == 0:
                ended[row] = True
                pay(state, out, rewards[row])
                bits = enter(row, rows, states, turns, start, key[0], out, weights, rng)
                if bits == 0:
                    asked[row] = NOBODY
                    continue
            if not ALONE:
                bits = ask(state, turn, bits, key[0], row, rng)
        seat = lowest(bits)
        asked[row] = seat
        count = legal(state, seat, out) if ALONE else listing(state, turn, seat, out)
        changed = not masked or count != counts[row]
        if not changed:
            for index in range(count):
                changed |= lists[row, index] != out[index]
        if not changed:
            continue
        if masked:
            # Unsigned indices need no check for negative ones.
            for index in range(counts[row]):
                mask[row, np.uint32(lists[row, index])] = False
            for index in range(count):
                mask[row, np.uint64(out[index])] = True
        counts[row] = count
        for index in range(count):
            lists[row, index] = out[index]


@dataclass(frozen=True)
class Templates:
    """The operations on some rows, bound to a game."""

    open: Callable[..., None]
    step: Callable[..., None]


def pays_by_scores(game: Game, seats: int) -> bool:
    """Whether rewards follow the scores instead of the ranking."""
    return game.utility == "scores" or seats == 1


def templates(game: Game, *, by_scores: bool) -> Templates:
    """Return the operations on some rows, for a device to compile."""
    least, greatest = game.score_bounds
    ranked = game.rules.brings("ranking") and not by_scores
    alone = not game.simultaneous and game.race is None and game.interrupts is None

    def made(template: Callable[..., Any], **names: Any) -> Callable[..., Any]:
        name = f"batch_{template.__name__.strip('_')}" + "_by_scores" * by_scores
        return game.kernels.bound(template, name, **names)

    pay = made(
        _pay,
        BY_SCORES=by_scores,
        LEAST_SCORE=least,
        SPAN_OF_SCORES=max(greatest - least, 1),
        # A game without a ranking of its own ranks by scores: no need to sort them first.
        rank=game.kernels.rules["ranking" if ranked else "scores"],
        SIGN_OF_RANK=1 if ranked else -1,
    )
    parts = {"deal": kernel(made(_deal)), "pay": kernel(pay)}
    parts["ask"] = kernel(made(_ask, RACES=game.race is not None))
    parts["enter"] = kernel(made(_enter, **parts))
    parts["carry_out"] = kernel(made(_carry_out, WAIT=game.actions))
    parts["listing"] = kernel(made(_list, WAIT=game.actions))
    return Templates(made(_open_rows, **parts), made(_step_rows, ALONE=alone, **parts))
