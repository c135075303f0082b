"""The seats' standings: lengths, ends and animals of their paths; the result at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Observation
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import path_state
from tischlein.games.down_under.names import PATTERNS
from tischlein.games.down_under.scoring import (
    RABBIT_POINTS,
    TRIO_POINTS,
    has_laid_dingo,
    plagues_of,
    trios_of,
)
from tischlein.games.down_under.state import COLOURS, NOBODY, UNBEGUN, DownUnderState, Paths
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Panel, Result, ResultRow


class _Path(NamedTuple):
    """The state of a path that has begun."""

    colour: int
    length: int
    status: str
    animals: tuple[int, int] | None
    """Trios and rabbits that count, None where animals do not."""


@cached_by_view
def panels(state: DownUnderState, scores: Sequence[int]) -> list[Panel]:
    """Return what is shown at each seat, with the given scores."""
    counted, alone = bool(state.counted), bool(state.paths == Paths.ONE)
    return [
        _panel(
            *(seat, score, _paths(state, seat)),
            alone=alone,
            dingo_due=counted and not has_laid_dingo(state, seat),
        )
        for seat, score in enumerate(scores)
    ]


def _paths(state: DownUnderState, seat: int) -> tuple[_Path, ...]:
    return tuple(
        _Path(
            colour,
            state.sections[colour],
            path_state(state, colour),
            (int(trios_of(state, colour)), int(plagues_of(state, colour)))
            if state.counted
            else None,
        )
        for colour in own_colours(state, seat)
        if state.tips[colour][0] != UNBEGUN
    )


_LONGEST = (Phrase("fact-path", {"length": 20, "status": "open-2"}),)
"""What is told of a path while it grows, in most words."""


@lru_cache(maxsize=4096)
def _panel(
    seat: int, score: int, paths: tuple[_Path, ...], *, alone: bool, dingo_due: bool
) -> Panel:
    """Return length and ends of each path of a seat, and its animals."""
    # There is something to be read from the start: where it appeared, the board would give way.
    facts = [] if paths else [Phrase("fact-none")]
    for path in paths:
        status = path.status.replace(" ", "-")
        values: dict[str, Value] = {"length": path.length, "status": status}
        if alone:
            facts.append(Phrase("fact-path", values))
        else:
            pattern = PATTERNS[path.colour]
            facts.append(Phrase("fact-path-pattern", {**values, "pattern": pattern}))
        if path.animals is not None:
            trios, rabbits = path.animals
            facts.append(Phrase("fact-animals", {"trios": trios, "rabbits": rabbits}))
    if dingo_due:
        facts.append(Phrase("fact-dingo"))
    return Panel(seat, score, tuple(facts), room=_LONGEST if alone else ())


def result(observation: Observation, scores: tuple[int, ...]) -> Result | None:
    """Return ranks and points at the end, None before it."""
    state: DownUnderState = observation.state
    if state.mover != NOBODY:
        return None
    everybody = range(observation.seats)

    def total(of_path: Sequence[int]) -> list[int]:
        return [sum(of_path[one] for one in own_colours(state, seat)) for seat in everybody]

    rows = [_row("result-length", total([*state.sections]))]
    if state.counted:
        paths = range(COLOURS)
        trios = [TRIO_POINTS * int(trios_of(state, colour)) for colour in paths]
        rabbits = [RABBIT_POINTS * int(plagues_of(state, colour)) for colour in paths]
        dingos = ["✓" if has_laid_dingo(state, seat) else "–" for seat in everybody]
        rows += [
            _row("result-trios", total(trios)),
            ResultRow(Phrase("result-rabbits"), tuple(total(rabbits)), least=None, most=0),
            _row("result-dingo", dingos),
        ]
    return Result(observation.ranks(), scores, tuple(rows))


def _row(key: str, figures: Iterable[int | str]) -> ResultRow:
    return ResultRow(Phrase(key), tuple(figures))
