"""What a seat is asked to do, and who has won."""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.core.bits import count_bits
from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.down_under.actions import Act, Lay, Pass
from tischlein.games.down_under.billabongs import due_port, paths_to
from tischlein.games.down_under.decoding import cell_before, is_loop
from tischlein.games.down_under.names import PATTERNS
from tischlein.games.down_under.state import NOBODY, DownUnderState, Paths, Phase


def prompt(observation: Observation, acts: Iterable[Act]) -> Phrase:
    """Return what the viewer, who can act by these acts, has to do; otherwise whose turn it is."""
    state: DownUnderState = observation.state
    if state.mover == NOBODY:
        return _won(observation)
    if observation.seat != state.mover:
        return Phrase("prompt-wait", {"seat": seat_name(state.mover)})
    if state.phase == Phase.WATER:
        return Phrase("prompt-water", {"count": meeting(state)})
    if state.phase == Phase.EXIT:
        return Phrase("prompt-exit")
    if state.phase == Phase.OPENING:
        return _opening(state)
    return _of_one_path(state, acts) if state.paths == Paths.ONE else _of_two_paths(state, acts)


def _won(observation: Observation) -> Phrase:
    state: DownUnderState = observation.state
    names: list[Item] = [
        seat_name(seat) for seat, rank in enumerate(observation.ranks()) if rank == 0
    ]
    # The longest path need not win where animals count, or two paths together.
    by_length = state.paths == Paths.ONE and not state.counted
    won = "prompt-won" if by_length else "prompt-won-points"
    return Phrase(won, {"count": len(names), "seats": names})


def _opening(state: DownUnderState) -> Phrase:
    if not state.entries:
        if state.counted:
            return Phrase("prompt-first-animal")
        first = "prompt-first-inside" if state.fixed else "prompt-first"
        return Phrase("prompt-next" if state.opened else first)
    if state.opened % 2:
        return Phrase("prompt-entry-back")
    return Phrase("prompt-entry-next" if state.opened else "prompt-entry")


def _of_one_path(state: DownUnderState, acts: Iterable[Act]) -> Phrase:
    if is_loop(state, state.mover):
        return Phrase("prompt-turn")
    if Pass() in acts:
        return Phrase("prompt-case-3")
    return Phrase("prompt-lay-animal" if state.counted else "prompt-lay")


def _of_two_paths(state: DownUnderState, acts: Iterable[Act]) -> Phrase:
    if state.lone:
        return Phrase("prompt-lone")
    able = {act.colour for act in acts if isinstance(act, Lay)}
    if len(able) == 1:
        return Phrase("prompt-lay-pattern", {"pattern": PATTERNS[able.pop()]})
    return Phrase("prompt-lay-both" if state.paths == Paths.BOTH else "prompt-lay-either")


def meeting(state: DownUnderState) -> int:
    """Return how many paths lead to the cell where a billabong is due."""
    number = due_port(state, 0)
    x, y = cell_before(state, state.tips[number >> 1][number & 1])
    return count_bits(paths_to(state, x, y))
