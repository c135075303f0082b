"""The town of Drunter & Drüber in characters, with everybody's tiles, vote cards and goals."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.drunter.names import KIND_WORDS, LINE_WORDS, column_name
from tischlein.games.drunter.notation import write
from tischlein.games.drunter.state import (
    BRIDGE,
    CARD_WORDS,
    GOALS,
    KIND_OF_LINE,
    NONE,
    VOTE_CARDS,
    DrunterState,
)
from tischlein.games.drunter.town import (
    COLUMNS,
    CORNER,
    LETTERS,
    OUTHOUSE,
    PRINTED,
    ROWS,
    kind_and_value,
)

_KINDS = "#=~"
"""Signs of wall, road and river."""
_GANGS = ("Rd", "Rv", "W1", "W2")
_OUTHOUSE, _CORNER = "oo", "[]"


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the town in characters: wall ``#``, road ``=``, river ``~``, bridges ``^``, gangs.

    Below it are the tile being voted on, and everybody's tiles, vote cards and known goals, a
    chosen one with a star.
    """
    state: DrunterState = observation.state
    header = "    " + " ".join(f"{column_name(column):<2}" for column in range(COLUMNS))
    lines = [header.rstrip()]
    for row in range(ROWS):
        cells = [_characters(state, COLUMNS * row + column) for column in range(COLUMNS)]
        lines.append(f"{row + 1:>2}  " + " ".join(cells))
    if state.pending != NONE:
        lines += ["", f"? {letter(state.turn)}  {write(state, state.turn, state.pending)}"]
    acting = observation.acting
    stocks = [_seat_line(state, seat, seat in acting) for seat in range(state.seats)]
    return "\n".join([*lines, "", *stocks])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs on the board and the words on the cards mean."""
    state: DrunterState = observation.state
    signs = [(2 * sign, name) for sign, name in zip(_KINDS, KIND_WORDS, strict=True)]
    signs += [("^", "bridge"), (_OUTHOUSE, "outhouse"), (_CORNER, "corner")]
    explained = [(sign, Phrase("sign", {"kind": kind})) for sign, kind in signs]
    explained += [
        (sign, Phrase("sign-building", {"kind": GOALS[kind]})) for kind, sign in enumerate(LETTERS)
    ]
    explained += [
        (sign, Phrase("gang", {"line": line}))
        for sign, line in zip(_GANGS, LINE_WORDS, strict=True)
    ]
    held = sorted({card for cards in state.cards for card in members(cards)})
    explained += [
        (CARD_WORDS[card], Phrase("sign-vote", {"card": VOTE_CARDS[card]})) for card in held
    ]
    goals = sorted({card for hand in state.hands for card in members(hand)})
    return [
        *explained,
        *((GOALS[card], Phrase("goal-card", {"goal": GOALS[card]})) for card in goals),
    ]


def _characters(state: DrunterState, square: int) -> str:
    gangs = list(state.gangs)
    if square in gangs:
        return _GANGS[gangs.index(square)]
    covered = state.cells[square]
    if covered:
        sign = _KINDS[KIND_OF_LINE[covered % BRIDGE - 1]]
        return f"{sign}^" if covered & BRIDGE else 2 * sign
    printed = int(PRINTED[state.board, square])
    if printed >= 0:
        kind, value = kind_and_value(printed)
        return f"{LETTERS[kind]}{value}"
    return {OUTHOUSE: _OUTHOUSE, CORNER: _CORNER}.get(printed, " .")


def _seat_line(state: DrunterState, seat: int, acts: bool) -> str:
    tiles = " ".join(
        sign + "/".join(map(str, stock[::-1]))
        for sign, stock in zip(_KINDS, state.stock[seat], strict=True)
    )
    cards = " ".join(CARD_WORDS[card] for card in members(state.cards[seat]))
    aim = state.aims[seat]
    goals = (
        f"*{GOALS[card]}" if card == aim else GOALS[card] for card in members(state.hands[seat])
    )
    return f"{'>' if acts else ' '} {letter(seat)}  {tiles}   {cards}   {' '.join(goals) or '?'}"
