"""How the seats stand: lengths, ends and animals of their paths; the result at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Observation
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.names import PATTERNS
from tischlein.games.down_under.reading import path_state
from tischlein.games.down_under.scoring import (
    RABBIT_POINTS,
    TRIO_POINTS,
    has_laid_dingo,
    plagues_of,
    trios_of,
)
from tischlein.games.down_under.state import COLOURS, NOBODY, UNBEGUN, DownUnderState, Paths
from tischlein.presentation.scenes import Panel, Result, ResultRow


def panels(observation: Observation, scores: Sequence[int]) -> list[Panel]:
    """Return what stands at each seat."""
    state: DownUnderState = observation.state
    return [Panel(seat, score, tuple(_facts(state, seat))) for seat, score in enumerate(scores)]


def _facts(state: DownUnderState, seat: int) -> Iterator[Phrase]:
    """Yield length and ends of each path, and its animals."""
    for colour in own_colours(state, seat):
        if state.tips[colour][0] == UNBEGUN:
            continue
        status = path_state(state, colour).replace(" ", "-")
        values: dict[str, Value] = {"length": state.sections[colour], "status": status}
        if state.paths == Paths.ONE:
            yield Phrase("fact-path", values)
        else:
            yield Phrase("fact-path-pattern", {**values, "pattern": PATTERNS[colour]})
        if state.counted:
            trios, rabbits = int(trios_of(state, colour)), int(plagues_of(state, colour))
            yield Phrase("fact-animals", {"trios": trios, "rabbits": rabbits})
    if state.counted and not has_laid_dingo(state, seat):
        yield Phrase("fact-dingo")


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
            _row("result-rabbits", total(rabbits)),
            _row("result-dingo", dingos),
        ]
    return Result(observation.ranks(), scores, tuple(rows))


def _row(key: str, figures: Iterable[int | str]) -> ResultRow:
    return ResultRow(Phrase(key), tuple(figures))
