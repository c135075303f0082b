"""The log of Schlauraff in words: what was laid, rolled and taken, and why turns end."""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff.actions import (
    LAY,
    ROLL,
    ROLL_AGAIN,
    carries,
    colour_laid,
    column_laid,
    face_laid,
    row_put,
)
from tischlein.games.schlauraff.dice import top_colour
from tischlein.games.schlauraff.names import cell_name, column_name, faces
from tischlein.games.schlauraff.rules import column_in_play, mover
from tischlein.games.schlauraff.state import (
    LAID_ROWS,
    LETTERS,
    NOT_BEGUN,
    VALUES,
    YELLOW,
    Phase,
    SchlauraffState,
)


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words."""
    old, new = before.state, after.state
    if event.seat == CHANCE:
        return _say_outcome(old, event.action, new)
    if event.action == ROLL_AGAIN:
        return [Phrase("say-again", {"seat": seat_name(event.seat), "count": sum(old.free)})]
    return _say_die(old, event.seat, event.action, new)


def wanted(state: SchlauraffState, row: int, total: int) -> Phrase:
    """Return what a chip still needs when dice with this sum lie on it."""
    colour = top_colour(state.pile[row])
    if colour == YELLOW and total == 0:
        return Phrase("sum-one-or-eleven")
    return Phrase("sum", {"sum": VALUES[colour] - total})


def _say_outcome(old: SchlauraffState, outcome: int, new: SchlauraffState) -> list[Phrase]:
    if outcome < LAY:
        return [Phrase("say-lot", {"seat": seat_name(outcome)})]
    if outcome < ROLL:
        return _say_laid(old, outcome)
    return _say_rolled(old, outcome - ROLL, new)


def _say_laid(state: SchlauraffState, outcome: int) -> list[Phrase]:
    """Describe a column once its last chip lies."""
    if state.laid % LAID_ROWS != LAID_ROWS - 1:
        return []
    column = column_laid(outcome)
    chips = [*(chip - 1 for chip in state.chips[column] if chip), colour_laid(outcome)]
    names: list[Item] = [Phrase("colour", {"colour": LETTERS[chip]}) for chip in chips]
    return [Phrase("say-lay", {"column": column_name(column), "chips": names})]


def _say_rolled(old: SchlauraffState, face: int, new: SchlauraffState) -> list[Phrase]:
    """Describe a roll once its last die lies, and a turn that ends with it."""
    if old.to_roll > 1:
        return []
    shown = " ".join(map(str, sorted([*faces(old.free), face + 1])))
    words = [Phrase("say-roll", {"seat": seat_name(mover(old)), "dice": shown})]
    if _turn_has_ended(old, new):
        if old.current == NOT_BEGUN:
            words.append(Phrase("say-no-start"))
        else:
            words.append(_why_ended(old, old.current, sum(faces(old.on))))
        words += _round_over(old, new)
    return words


def _say_die(old: SchlauraffState, seat: int, action: int, new: SchlauraffState) -> list[Phrase]:
    """Describe a die put or carried, what it takes, and a turn that ends with it."""
    face = face_laid(action) + 1
    row = row_put(action) if old.current == NOT_BEGUN else old.current
    cell = cell_name(column_in_play(old), row)
    name = seat_name(seat)
    key = "say-carry" if carries(action) else "say-put"
    words = [Phrase(key, {"seat": name, "face": face, "cell": cell})]
    gained = new.points[seat] - old.points[seat]
    if gained:
        colour = LETTERS[top_colour(old.pile[row])]
        words.append(Phrase("say-take", {"seat": name, "count": gained, "colour": colour}))
    if _turn_has_ended(old, new):
        if gained:
            words.append(_why_ended(old, row + 1, 0))
        else:
            words.append(_why_ended(old, row, sum(faces(old.on)) + face))
        words += _round_over(old, new)
    return words


def _turn_has_ended(old: SchlauraffState, new: SchlauraffState) -> bool:
    same = old.worked == new.worked and old.rounds == new.rounds
    return not same or new.phase == Phase.OVER


def _why_ended(state: SchlauraffState, row: int, total: int) -> Phrase:
    """Say why a turn ends at a row whose chip holds this sum."""
    column = column_in_play(state)
    if row == state.rows:
        return Phrase("say-finished", {"column": column_name(column)})
    values: dict[str, Value] = {"cell": cell_name(column, row), "sum": wanted(state, row, total)}
    return Phrase("say-stuck", values)


def _round_over(old: SchlauraffState, new: SchlauraffState) -> list[Phrase]:
    if old.rounds == new.rounds:
        return []
    return [Phrase("say-round-over", {"round": new.rounds})]
